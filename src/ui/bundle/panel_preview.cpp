#include "ui/bundle/panel_preview.h"

#include "bundle/overlay.h"
#include "core/language.h"
#include "core/text.h"
#include "session/host/opened_case.h"
#include "session/workspace.h"
#include "ui/bundle/bundle_head.h"
#include "ui/bundle/entry_menu.h"
#include "ui/kit/canvas.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace sepax {

namespace {

/// In the order of PreviewKind.
constexpr std::array<const char*, 7> kKindNames{"folder", "picture", "mesh", "case", "sound", "text", "bytes"};

/// A line of a table of facts, whose name is not translated; a click copies the value.
void namedFact(const char* name, const std::string& value) {
  if (value.empty()) return;
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  ImGui::TextDisabled("%s", name);
  ImGui::TableNextColumn();
  inFont(FontRole::kMono, [&] { paragraph(value); });
  if (ImGui::IsItemClicked()) ImGui::SetClipboardText(value.c_str());
  tooltip(tr("Click to copy"));
}

void fact(const char* name, const std::string& value) { namedFact(tr(name), value); }

bool beginFacts(const char* id) {
  if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_RowBg)) return false;
  ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed, ImGui::GetFontSize() * 7.5f);
  ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
  return true;
}

/// ZIP's general purpose bits in words.
std::string flagText(std::uint16_t flags) {
  static constexpr std::pair<int, const char*> kBits[] = {
      {0, "encrypted"}, {3, "descriptor"}, {6, "strong encryption"}, {11, "UTF-8"}, {13, "masked"}};
  std::string text = fmt::format("0x{:04x}", flags);
  for (const auto& [bit, name] : kBits) {
    if ((flags >> bit & 1) != 0) text += std::string(" ") + name;
  }
  return text;
}

/// A name's bytes where they are not what is shown.
std::string rawText(const std::string& raw) {
  std::string text;
  for (const char c : raw) text += fmt::format("{:02x} ", static_cast<unsigned char>(c));
  return text;
}

/// The previewed entry in the tree; null while that is being built.
const BundleNode* shownNode(const Workspace& workspace) {
  const BundleListing& listing = workspace.listing;
  const std::size_t entry = workspace.preview.index;
  if (listing.source.tree != workspace.bundle || listing.index == nullptr || entry >= listing.index->node_of.size())
    return nullptr;
  const int node = listing.index->node_of[entry];
  return node < 0 ? nullptr : &listing.index->nodes[static_cast<std::size_t>(node)];
}

/// The entries that share the path of the previewed one.
std::vector<std::size_t> entriesOfPath(const Workspace& workspace, const std::string& path) {
  std::vector<std::size_t> found;
  const auto& entries = workspace.bundle->entries();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (!entries[i].directory && entries[i].path == path) found.push_back(i);
  }
  return found;
}

/// Facts for overlaid bundles: the effect of this entry, and which entry of this path each known reader uses.
void drawLayers(const Workspace& workspace, const TreeEntry& entry) {
  const BundleFiles& files = workspace.bundle_files;
  static constexpr const char* kWords[] = {
      "", "the same bytes as below", "changed", "added", "only in the lowest", "covered", "unreadable, so unknown"};
  const LayerEntryChange change = changeOf(workspace, workspace.preview.index);
  const bool is_gone = change.change == LayerChange::kOnlyBelow && files.compared;
  std::string layer = change.change == LayerChange::kNone
                          ? ""
                          : tr(is_gone ? "removed" : kWords[static_cast<std::size_t>(change.change)]);
  if (change.below) {
    layer += " · " + trf("{} has {} bytes", workspace.bundle->sourceOf(*change.below),
                         workspace.bundle->entries()[*change.below].size);
  }
  fact("layer", layer);
  if (files.compared) return;
  const std::vector<std::size_t> candidates = entriesOfPath(workspace, entry.path);
  for (const KnownReader& reader : knownReaders()) {
    const auto picked = reader.pick(files.layers, candidates);
    namedFact(reader.name,
              picked ? trf("takes that of {}", workspace.bundle->sourceOf(*picked)) : std::string(tr("finds none")));
    tooltip(reader.rule);
  }
}

void drawFacts(const Workspace& workspace, const TreeEntry& entry, Theme theme) {
  ImGui::BeginChild("##facts");
  if (beginFacts("##entry")) {
    fact("path", entry.path);
    fact("inside", workspace.bundle->sourceOf(workspace.preview.index));
    if (!entry.directory) {
      fact("size", trn("{} byte", "{} bytes", entry.size));
      const double ratio =
          entry.size > 0 ? static_cast<double>(entry.compressed_size) / static_cast<double>(entry.size) * 100 : 100;
      fact("packed", trn("{} byte", "{} bytes", entry.compressed_size) +
                         fmt::format(" · {} · {:.1f} %", trKnown(compressionName(entry.method)), ratio));
      fact("offset", fmt::format("{} (0x{:x})", entry.offset, entry.offset));
      fact("readable in place", entry.in_place ? tr("yes") : tr("no"));
      if (entry.in_place) fact("alignment", trn("{} byte", "{} bytes", alignmentOf(entry)));
      fact("header at", fmt::format("{}", entry.header_offset));
      fact("flags", flagText(entry.flags));
      if (entry.has_crc32) fact("CRC-32", fmt::format("{:08x}", entry.crc32));
    }
    fact("changed", timeText(entry.modified) + (entry.modified && entry.modified->is_utc ? " UTC" : ""));
    if (entry.encryption != Encryption::kNone) fact("encrypted", encryptionName(entry.encryption));
    fact("name encoding", entry.name_encoding);
    fact("raw name", rawText(entry.raw_name));
    if (entry.unix_mode != 0)
      fact("mode", fmt::format("{:06o}{}", entry.unix_mode, entry.link ? std::string(" · ") + tr("link") : ""));
    fact("comment", entry.comment);
    if (workspace.bundle_files.layers.size() > 1) drawLayers(workspace, entry);
    const bool is_gone = workspace.bundle_files.compared &&
                         changeOf(workspace, workspace.preview.index).change == LayerChange::kOnlyBelow;
    fact("shadowed", entry.shadowed && !is_gone ? tr("a later entry of the same path wins") : "");
    ImGui::EndTable();
  }
  for (const Finding& finding : bundleFindings(workspace)) {
    if (finding.path != entry.path) continue;
    const TextColour colour(severityColour(finding.severity(), theme));
    paragraph(fmt::format("{} {}: {}", severitySign(finding.severity()), finding.code(), findingDetails(finding)));
  }
  ImGui::EndChild();
}

std::string durationText(double seconds) {
  const auto whole = static_cast<long long>(seconds);
  return fmt::format("{}:{:02}.{:01}", whole / 60, whole % 60, static_cast<int>((seconds - std::floor(seconds)) * 10));
}

void drawAudio(const AudioFacts& audio) {
  if (!beginFacts("##audio")) return;
  fact("format", audio.format);
  fact("rate", fmt::format("{} Hz", audio.rate));
  fact("channels", fmt::format("{}{}", audio.channels,
                               audio.channels == 1   ? " (mono)"
                               : audio.channels == 2 ? " (stereo)"
                                                     : ""));
  if (audio.seconds > 0) fact("length", (audio.estimated ? "≈ " : "") + durationText(audio.seconds));
  ImGui::EndTable();
}

/// Both channels over the whole length; a click or drag goes there.
void drawWaveform(const PreviewState& preview, SoundView& view) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const Canvas place = canvasHere("##waveform", {room.x, std::min(room.y, ImGui::GetFontSize() * 9)});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 end(place.corner.x + place.size.x, place.corner.y + place.size.y);
  list.AddRectFilled(place.corner, end, ImGui::GetColorU32(ImGuiCol_FrameBg));
  const float middle = place.corner.y + place.size.y / 2, half = place.size.y / 2 - 2;
  list.AddLine({place.corner.x, middle}, {end.x, middle}, ImGui::GetColorU32(ImGuiCol_TextDisabled));
  const auto pixels = static_cast<std::size_t>(place.size.x);
  const std::vector<WaveColumn>& columns = preview.waveform;
  const auto columnAt = [&](std::size_t x) { return x * columns.size() / pixels; };
  for (std::size_t x = 0; x < pixels; ++x) {
    WaveColumn shown = columns[columnAt(x)];
    for (std::size_t i = columnAt(x) + 1; i < columnAt(x + 1); ++i)
      shown = {std::min(shown.low, columns[i].low), std::max(shown.high, columns[i].high)};
    const float at = place.corner.x + static_cast<float>(x) + 0.5f;
    list.AddLine({at, middle - shown.high * half - 0.5f}, {at, middle - shown.low * half + 0.5f},
                 ImGui::GetColorU32(ImGuiCol_PlotLines));
  }
  const double length = preview.sound->seconds();
  if (place.orbiting) view.seconds = std::clamp(static_cast<double>(place.mouse.x / place.size.x), 0.0, 1.0) * length;
  const float now = place.corner.x + place.size.x * static_cast<float>(view.seconds / length);
  list.AddLine({now, place.corner.y}, {now, end.y}, ImGui::GetColorU32(ImGuiCol_Text), 1.5f);
}

/// The file's own facts, and its samples once they are decoded.
void drawSound(const AudioFacts& audio, const PreviewState& preview, SoundView& view, Theme theme) {
  drawAudio(audio);
  if (preview.sound == nullptr) {
    if (preview.sound_error.empty()) return ImGui::TextDisabled("%s", tr("looking…"));
    return paragraph(preview.sound_error);
  }
  if (toggleButton(trId(view.plays ? "Stop" : "Play").c_str(), view.plays)) view.plays = !view.plays;
  ImGui::SameLine();
  ImGui::TextUnformatted((durationText(view.seconds) + " / " + durationText(preview.sound->seconds())).c_str());
  if (!view.problem.empty()) {
    inColour(severityColour(Severity::kWarning, theme), [&] { paragraph(view.problem); });
  }
  drawWaveform(preview, view);
}

/// Draws a texture file's own facts and its levels, of which one is chosen; returns that one's picture, null when it
/// cannot be shown.
std::shared_ptr<const Picture> drawTextureLevels(std::size_t& chosen, const TexturePreview& texture) {
  const TextureFile& file = texture.file;
  chosen = std::min(chosen, file.levels.size() - 1);
  std::string line = file.container + " · " + file.format.name + (file.packed.empty() ? "" : " · " + file.packed);
  for (const auto& [count, one, many] : {std::tuple(file.faces, "{} face", "{} faces"),
                                         {file.layers, "{} layer", "{} layers"},
                                         {file.depth, "{} slice", "{} slices"}}) {
    if (count > 1) line += " · " + trn(one, many, count);
  }
  fittedText(line, {}, line);
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerV;
  const float rows = std::min(static_cast<float>(file.levels.size()), 5.0f) + 1.4f;
  if (ImGui::BeginTable("##levels", 4, kFlags, {0, rows * ImGui::GetTextLineHeightWithSpacing()})) {
    ImGui::TableSetupScrollFreeze(0, 1);
    for (const char* name : {"Mip level", "Pixels", "Bytes", "Offset"})
      ImGui::TableSetupColumn(tr(name), ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableHeadersRow();
    for (std::size_t i = 0; i < file.levels.size(); ++i) {
      const TextureLevel& level = file.levels[i];
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      if (listRow(fmt::format("{}", i).c_str(), chosen == i, ImGuiSelectableFlags_SpanAllColumns)) chosen = i;
      const FontScope font(FontRole::kMono);
      for (const std::string& cell : {fmt::format("{} × {}", level.width, level.height), fmt::format("{}", level.size),
                                      fmt::format("{}", level.offset)}) {
        ImGui::TableNextColumn();
        rightAligned(cell);
      }
    }
    ImGui::EndTable();
  }
  return texture.levels[chosen];
}

void drawFolder(const Workspace& workspace) {
  const BundleNode* node = shownNode(workspace);
  if (node == nullptr || !beginFacts("##folder")) return;
  fact("files", fmt::format("{}", node->count));
  fact("size", trn("{} byte", "{} bytes", node->size));
  fact("packed", trn("{} byte", "{} bytes", node->packed));
  ImGui::EndTable();
}

void drawHead(BundlePanel& bundle, const Workspace& workspace, const TreeEntry& entry, ViewState& view,
              Outbox& outbox) {
  const EntryPreview* preview = workspace.preview.entry.get();
  ImGui::PushFont(fontOf(FontRole::kBold));
  middleFittedText(fileNameOf(entry.path), {}, entry.path);
  ImGui::PopFont();
  std::string line = preview != nullptr ? tr(kKindNames[static_cast<std::size_t>(preview->kind)]) : tr("looking…");
  if (!entry.directory)
    line += fmt::format(" · {} · {}", humanBytes(entry.size), trKnown(compressionName(entry.method)));
  if (view.entries.size() > 1) line += " · " + trf("{} selected", view.entries.size());
  inColour(faint(), [&] { fittedText(line); });
  if (preview != nullptr && preview->kind == PreviewKind::kCase && ImGui::Button(trId("Open case").c_str())) {
    outbox.request(OpenEntry{workspace.preview.index});
  }
  if (preview != nullptr && preview->kind == PreviewKind::kCase) ImGui::SameLine();
  if (ImGui::Button((std::string(tr("Actions")) + " ▾###actions").c_str())) ImGui::OpenPopup("##actions_menu");
  if (ImGui::BeginPopup("##actions_menu")) {
    drawEntryMenu(bundle, workspace, view, outbox);
    ImGui::EndPopup();
  }
  if (preview != nullptr && preview->only_head) {
    ImGui::SameLine();
    if (ImGui::Button((trf("Unpack all {}", humanBytes(entry.size)) + "###unpack").c_str())) view.unpack_whole = true;
  }
}

void drawContainerFacts(const Workspace& workspace) {
  const Tree& tree = *workspace.bundle;
  if (!beginFacts("##container")) return;
  fact("bundle", tree.description());
  for (const std::string& path : workspace.bundle_files.paths) fact("file", path);
  const VerifyReport* report = workspace.bundle_files.verified.get();
  for (const Fact& one : report != nullptr ? report->facts : tree.facts())
    fact(one.name.c_str(), one.value == "yes" || one.value == "no" ? tr(one.value.c_str()) : one.value);
  if (report != nullptr) {
    for (const MethodCount& method : report->methods) {
      namedFact(trKnown(compressionName(method.method)).c_str(),
                trn("{} file", "{} files", method.entries) +
                    fmt::format(" · {} → {}", humanBytes(method.compressed_size), humanBytes(method.size)));
    }
  }
  ImGui::EndTable();
}

/// One of the panel's own tabs.
template <class Draw>
void tab(const char* name, bool there, Draw draw, bool bring = false) {
  if (!there) return;
  const bool is_open = beginTab(trId(name), bring ? ImGuiTabItemFlags_SetSelected : 0);
  nameItem("preview", name);
  if (!is_open) return;
  draw();
  ImGui::EndTabItem();
}

/// Draws the raw file on disk that holds the entry, or the whole bundle.
void drawFileTab(PreviewPanel& panel, const std::shared_ptr<const ByteSource>& bytes) {
  const auto wanted = std::exchange(panel.wanted, std::nullopt);
  if (wanted) panel.file.wanted = {wanted->offset};
  tab(
      "In the file", bytes != nullptr, [&] { drawHex(panel.file, bytes); }, wanted.has_value());
}

/// Nothing is selected: what is known of the bundle as a whole.
void drawContainer(PreviewPanel& panel, const Workspace& workspace) {
  if (!beginTabBar("##container_views", ImGuiTabBarFlags_FittingPolicyScroll | ImGuiTabBarFlags_NoTooltip)) return;
  tab("Facts", true, [&] { drawContainerFacts(workspace); });
  drawFileTab(panel, panel.wanted ? panel.wanted->bytes : workspace.bundle->bytes());
  ImGui::EndTabBar();
}

enum class TabBrought { kNone, kText, kHex };

/// Goes to the match that was clicked once its entry is there: in the text where it is one, else in the bytes.
TabBrought followMatch(PreviewPanel& panel, const EntryPreview& preview, std::size_t index) {
  if (!panel.wanted_match || panel.wanted_match->entry != index || preview.bytes == nullptr) return TabBrought::kNone;
  const MatchPlace match = *std::exchange(panel.wanted_match, std::nullopt);
  ByteViews& views = match.is_decoded ? panel.decoded : panel.bytes;
  views.wanted = {match.offset, match.size};
  views.find = match.typed;
  return match.is_text && preview.text && match.offset < preview.text->end ? TabBrought::kText : TabBrought::kHex;
}

void drawTabs(PreviewPanel& panel, const Workspace& workspace, const TreeEntry& entry, ViewState& view,
              Outbox& outbox) {
  const EntryPreview& preview = *workspace.preview.entry;
  const TabBrought brought = followMatch(panel, preview, workspace.preview.index);
  if (!beginTabBar("##views", ImGuiTabBarFlags_FittingPolicyScroll | ImGuiTabBarFlags_NoTooltip)) return;
  tab("Mesh", preview.mesh != nullptr, [&] { drawMeshCanvas(panel.mesh, workspace, view, outbox); });
  tab("Materials", preview.mesh != nullptr && hasMaterials(workspace.preview),
      [&] { drawMaterials(panel.materials, panel.picture, workspace.preview); });
  tab("Picture", preview.picture != nullptr || preview.texture != nullptr, [&] {
    const std::shared_ptr<const Picture> shown =
        preview.texture != nullptr ? drawTextureLevels(panel.picture.level, *preview.texture) : preview.picture;
    if (shown != nullptr) drawPictureCanvas(panel.picture, shown);
  });
  tab("Case", preview.document != nullptr, [&] { drawCaseCanvas(panel.mesh, workspace, preview); });
  tab("Sound", preview.audio.has_value(), [&] {
    panel.shows_sound = true;
    drawSound(*preview.audio, workspace.preview, view.sound, view.theme);
  });
  tab("Folder", preview.kind == PreviewKind::kFolder, [&] { drawFolder(workspace); });
  tab(
      "Text", preview.text.has_value(),
      [&] {
        drawText(preview.text_bytes == preview.bytes ? panel.bytes : panel.decoded, preview.text_bytes, *preview.text,
                 preview.structure, workspace.view.theme);
      },
      brought == TabBrought::kText);
  tab(
      "Hex", preview.bytes != nullptr, [&] { drawHex(panel.bytes, preview.bytes); }, brought == TabBrought::kHex);
  tab("Facts", true, [&] { drawFacts(workspace, entry, workspace.view.theme); });
  drawFileTab(panel, recordOf(workspace, workspace.preview.index).bytes);
  ImGui::EndTabBar();
}

// An animation or a sound goes on only while the panel is in front, where it can be stopped.
void forgetShown(PreviewPanel& panel) {
  panel.mesh.view.width = panel.mesh.view.height = 0;
  panel.shows_sound = false;
}

void stopUnseen(const PreviewPanel& panel, ViewState& view) {
  if (panel.mesh.view.width == 0) view.mesh.plays = false;
  if (!panel.shows_sound) view.sound.plays = false;
}

void drawPreviewPanel(PreviewPanel& panel, BundlePanel& bundle, const Workspace& workspace, ViewState& view,
                      Outbox& outbox) {
  view.searches_bytes = false;
  if (workspace.bundle == nullptr || view.entries.empty() ||
      view.entries.back() >= workspace.bundle->entries().size()) {
    paragraph(tr("Select an entry of the bundle to look into it."));
    if (workspace.bundle != nullptr) drawContainer(panel, workspace);
    return;
  }
  const TreeEntry& entry = workspace.bundle->entries()[view.entries.back()];
  drawHead(bundle, workspace, entry, view, outbox);
  const std::shared_ptr<const EntryPreview>& preview = workspace.preview.entry;
  if (preview == nullptr || workspace.preview.index != view.entries.back()) return;
  if (panel.shown != preview) {
    panel.shown = preview;
    panel.bytes.text_rows = panel.bytes.hex_rows = {};
    panel.bytes.folded = {};
    panel.picture.level = 0;
    panel.decoded = {};
    panel.bytes.go_to.clear();
    panel.bytes.marked.reset();
    panel.bytes.search = panel.file.search = {};
    panel.file.wanted = {entry.header_offset};
  }
  if (!preview->error.empty()) {
    const TextColour colour(severityColour(preview->only_head ? Severity::kInfo : Severity::kWarning, view.theme));
    paragraph(preview->error);
  }
  if (entry.encryption != Encryption::kNone && preview->bytes == nullptr)
    drawPassword(bundle.password, workspace, outbox);
  // Another entry starts with what it is best seen as; one seen before with what it was seen as.
  ImGui::PushID(entry.path.c_str());
  drawTabs(panel, workspace, entry, view, outbox);
  ImGui::PopID();
  for (const ByteViews* views : {&panel.bytes, &panel.decoded, &panel.file})
    view.searches_bytes = view.searches_bytes || views->search.state() == ByteSearch::State::kSearching;
}

}  // namespace

const Panel kPreviewPanel = {
    .word = "preview",
    .title = "Preview",
    .help =
        "The content of the selected entry of the bundle: a mesh with its bounds, a picture, a case, text or bytes.",
    .home = Region::kRight,
    .draw =
        [](PanelContext& c) {
          drawPreviewPanel(c.state<PreviewPanel>(), c.state<BundlePanel>(), c.workspace, c.view, c.outbox);
        },
    .is_of_bundle = true,
    .before = [](Workspace&, PanelStates& states) { forgetShown(states.of<PreviewPanel>()); },
    .after = [](PanelContext& c) { stopUnseen(c.state<PreviewPanel>(), c.view); },
    .next_frame =
        [](const Workspace& w) { return atOnceIf(w.view.mesh.plays || w.view.sound.plays || w.view.searches_bytes); },
};

}  // namespace sepax
