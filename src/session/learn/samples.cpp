#include "session/learn/samples.h"

#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"
#include "draw/scene_picture.h"
#include "draw/svg.h"
#include "format/case_keys.h"
#include "format/case_reader.h"
#include "session/bundle/preview.h"
#include "session/figure/svg_image.h"
#include "session/scene/scene.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <utility>

namespace sepax {
namespace {

struct Sample {
  SampleCard card;
  Document document;
};

/// One of each idea.
constexpr std::array<std::string_view, 6> kFirstSamples{"/edge-edge.json",    "/rectangle-triangle.json",
                                                        "/ring-and-bar.json", "/sphere-box-corner.json",
                                                        "/letter-c.json",     "/swept-boxes.json"};

bool isFirst(const std::string& path) {
  return std::ranges::any_of(kFirstSamples, [&](std::string_view name) { return path.ends_with(name); });
}

void readFolder(const char* name, bool is_counterexample, SampleChoice choice, std::vector<Sample>& samples) {
  const Result<std::string> folder = dataPath(name);
  if (!folder) return;
  std::vector<std::string> paths;
  std::error_code error;
  for (const auto& file : std::filesystem::directory_iterator(*folder, error)) {
    const std::string path = file.path().string();
    if (isCaseName(path) && (choice == SampleChoice::kAll || isFirst(path))) paths.push_back(path);
  }
  std::ranges::sort(paths);
  for (std::string& path : paths) {
    Result<LoadedCase> loaded = loadCase(path);
    if (!loaded) continue;  // opening it by hand says why
    Document& document = loaded->document;
    std::string title = document.name.empty() ? std::filesystem::path(path).stem().string() : document.name;
    samples.push_back({{std::move(path), std::move(title), document.notes, is_counterexample}, std::move(document)});
  }
}

/// The scene of a case without any text; nothing where that cannot be drawn.
std::optional<Picture> pictureOf(const Document& document, Theme theme) {
  const ViewSize size{double(kCardWidth), double(kCardHeight)};
  Camera camera = framingCamera(document, size);
  PictureInput bare;  // a card needs no room for rails
  bare.document = &document;
  frameScene(camera, bare, size);
  SvgStyle style;
  style.background = SvgStyle::Background{paletteOf(theme).background_top, paletteOf(theme).background_bottom};
  style.measure = [](const std::string&) { return Vec2{0.0}; };
  const auto svg = svgOf(casePicture(document, theme, CaseMtv::kHidden, camera, size), camera, size, style);
  auto pixels = svg ? pixelsOfSvg(*svg, 1) : Result<Picture>(tl::unexpected(svg.error()));
  if (!pixels || pixels->width < kCardWidth || pixels->height < kCardHeight) return std::nullopt;
  return std::move(*pixels);
}

void put(const Picture& from, std::size_t card, Picture& to) {
  const std::size_t left = card % kCardsAcross * kCardWidth, top = card / kCardsAcross * kCardHeight;
  for (std::size_t y = 0; y < kCardHeight; ++y) {
    const auto row = from.rgba.begin() + static_cast<std::ptrdiff_t>(y * static_cast<std::size_t>(from.width) * 4);
    const std::size_t at = ((top + y) * static_cast<std::size_t>(to.width) + left) * 4;
    std::copy(row, row + kCardWidth * 4, to.rgba.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

/// A file that was open before. One that is no case, is large or is gone has a card without a picture.
Sample recentFile(const std::string& path) {
  constexpr std::uintmax_t kMaxBytes = 1u << 18;
  constexpr std::size_t kMaxBodies = 300;
  const std::filesystem::path file(path);
  Sample sample{{path, toValidUtf8(file.filename().string()), toValidUtf8(file.parent_path().string())}, {}};
  std::error_code error;
  const auto bytes = std::filesystem::file_size(file, error);
  if (error || bytes > kMaxBytes || !isCaseName(path)) return sample;
  Result<LoadedCase> loaded = loadCase(path);
  if (loaded && loaded->document.bodies.size() <= kMaxBodies) sample.document = std::move(loaded->document);
  return sample;
}

/// The cards of these, with one picture that holds all of theirs.
std::shared_ptr<const Samples> drawn(std::vector<Sample> all, Theme theme, const JobControl& control) {
  auto samples = std::make_shared<Samples>();
  auto pictures = std::make_shared<Picture>();
  const std::size_t rows = (all.size() + kCardsAcross - 1) / kCardsAcross;
  pictures->width = kCardsAcross * kCardWidth;
  pictures->height = static_cast<int>(std::max<std::size_t>(rows, 1)) * kCardHeight;
  pictures->rgba.resize(static_cast<std::size_t>(pictures->width) * static_cast<std::size_t>(pictures->height) * 4);
  for (std::size_t i = 0; i < all.size() && !control.isCancelled(); ++i) {
    const bool is_empty = all[i].document.bodies.empty();
    const auto pixels = is_empty ? std::nullopt : pictureOf(all[i].document, theme);
    if (pixels) put(*pixels, i, *pictures);
    all[i].card.has_picture = pixels.has_value();
    samples->cards.push_back(std::move(all[i].card));
  }
  samples->pictures = std::move(pictures);
  return samples;
}

std::shared_ptr<const Samples> makeSamples(Theme theme, SampleChoice choice, const JobControl& control) {
  std::vector<Sample> all;
  readFolder("assets/cases", false, choice, all);
  if (choice == SampleChoice::kAll) readFolder("assets/corpus", true, choice, all);
  return drawn(std::move(all), theme, control);
}

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(c < 128 ? std::tolower(c) : c); });
  return text;
}

}  // namespace

void loadSamples(LearnState& state, Host& host, SampleChoice choice) {
  SampleShelf& shelf = state.samples;
  const Theme theme = host.view.theme;
  if (shelf.asked == theme && shelf.choice >= choice && !havePixelsCome()) return;
  choice = std::max(choice, shelf.choice);
  // The first ones are not all: nothing is shown until those are there.
  if (choice != shelf.choice) shelf.samples = nullptr;
  shelf.asked = theme;
  shelf.choice = choice;
  host.jobs->startQuick("samples", [theme, choice](JobControl& control) -> Result<Delivery> {
    return [made = makeSamples(theme, choice, control)](LearnState& to, Scene&) -> Result<void> {
      to.samples.samples = made;
      return {};
    };
  });
}

void loadRecent(LearnState& state, Host& host) {
  RecentShelf& shelf = state.recent;
  const Theme theme = host.view.theme;
  std::vector<std::string> paths(
      host.recent_files.begin(),
      host.recent_files.begin() + std::min<std::ptrdiff_t>(std::ssize(host.recent_files), 3));
  if (shelf.theme == theme && shelf.paths == paths && !havePixelsCome()) return;
  shelf.theme = theme;
  shelf.paths = paths;
  if (paths.empty()) {
    shelf.files = nullptr;
    return;
  }
  host.jobs->startQuick("recent", [theme, paths = std::move(paths)](JobControl& control) -> Result<Delivery> {
    std::vector<Sample> files;
    for (const std::string& path : paths) files.push_back(recentFile(path));
    return [made = drawn(std::move(files), theme, control)](LearnState& to, Scene&) -> Result<void> {
      to.recent.files = made;
      return {};
    };
  });
}

std::vector<std::size_t> firstSamples(const Samples& samples) {
  std::vector<std::size_t> first;
  for (const std::string_view name : kFirstSamples) {
    const auto at =
        std::ranges::find_if(samples.cards, [&](const SampleCard& card) { return card.path.ends_with(name); });
    if (at != samples.cards.end()) first.push_back(static_cast<std::size_t>(at - samples.cards.begin()));
  }
  return first;
}

std::vector<std::size_t> findSamples(const Samples& samples, const std::string& text) {
  std::vector<std::string> words;
  std::istringstream typed(lower(text));
  for (std::string word; typed >> word;) words.push_back(std::move(word));
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < samples.cards.size(); ++i) {
    const SampleCard& card = samples.cards[i];
    const std::string all = lower(card.title + '\n' + trKnown(card.title) + '\n' + card.notes + '\n' +
                                  trKnown(card.notes) + '\n' + std::filesystem::path(card.path).filename().string());
    if (std::ranges::all_of(words, [&](const std::string& word) { return all.find(word) != std::string::npos; }))
      found.push_back(i);
  }
  return found;
}

}  // namespace sepax
