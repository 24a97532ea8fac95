#include "ui/samples_page.h"

#include "session/host/text.h"
#include "session/learn/samples.h"
#include "session/workspace.h"
#include "ui/kit/dialog.h"
#include "ui/kit/fonts.h"
#include "ui/kit/keys.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"
#include "ui/shell_state.h"

#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace sepax {
namespace {

constexpr float kCardInEms = 15;  ///< width of a card; its picture keeps its shape

void openSample(const SampleCard& card, SamplesPage& page, Outbox& outbox) {
  outbox.request(OpenPath{card.path});
  page.open = false;
}

/// The first paragraph's first line is what a card has room for.
std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

bool drawCard(const SamplesPage& page, const SampleCard& card, std::size_t at, float width) {
  const float em = ImGui::GetFontSize(), pad = em * 0.3f, line = ImGui::GetTextLineHeight();
  const float picture = (width - 2 * pad) * kCardHeight / kCardWidth;
  const ImVec2 corner = ImGui::GetCursorScreenPos(), size{width, picture + 3 * line + 4 * pad};
  const std::string title = trKnown(card.title), notes = trKnown(card.notes);
  bool clicked = ImGui::Selectable(fmt::format("##card{}", at).c_str(), false, 0, size);
  clicked = clicked || (ImGui::IsItemFocused() && isPressed(plain(kKeyEnter)));  // ImGui 1.86 takes only the space bar
  tooltip(title + "\n\n" + notes);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 low{corner.x + pad, corner.y + pad}, high{corner.x + width - pad, corner.y + pad + picture};
  if (page.pictures.texture != nullptr && page.pictures.picture != nullptr) {
    const float rows = static_cast<float>(page.pictures.picture->height) / kCardHeight;
    const ImVec2 cell{static_cast<float>(at % kCardsAcross), static_cast<float>(at / kCardsAcross)};
    list.AddImage(page.pictures.texture, low, high, {cell.x / kCardsAcross, cell.y / rows},
                  {(cell.x + 1) / kCardsAcross, (cell.y + 1) / rows});
  }
  list.AddRect(low, high, ImGui::GetColorU32(ImGuiCol_Border));
  ImGui::PushFont(fontOf(FontRole::kBold));
  ImGui::RenderTextEllipsis(&list, {low.x, high.y + pad}, {high.x, high.y + pad + line}, high.x, high.x, title.c_str(),
                            nullptr, nullptr);
  ImGui::PopFont();
  const ImVec4 two_lines{low.x, high.y, high.x, high.y + pad + 3 * line};
  list.AddText(ImGui::GetFont(), em, {low.x, high.y + pad + line}, ImGui::GetColorU32(ImGuiCol_TextDisabled),
               firstLine(notes).c_str(), nullptr, width - 2 * pad, &two_lines);
  return clicked;
}

}  // namespace

void drawSampleCards(ActionContext& context, std::span<const std::size_t> shown, float room, float card_em) {
  SamplesPage& page = context.shell.samples;
  const SampleShelf& shelf = context.workspace.samples;
  page.pictures.picture = shelf.samples->pictures;
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const int across = std::max(1, static_cast<int>((room + gap) / (ImGui::GetFontSize() * card_em + gap)));
  const float width = std::floor((room + gap) / static_cast<float>(across) - gap);
  int column = 0;
  for (const std::size_t at : shown) {
    if (column++ % across != 0) ImGui::SameLine();
    const SampleCard& card = shelf.samples->cards[at];
    if (drawCard(page, card, at, width)) openSample(card, page, context.outbox);
  }
}

void drawSamplesPage(ActionContext& context) {
  SamplesPage& page = context.shell.samples;
  const SampleShelf& shelf = context.workspace.samples;
  if (!beginDialog("Samples", "###samples", page.open, {70, 44})) return;
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  ImGui::SetNextItemWidth(-1);
  const bool enters = ImGui::InputTextWithHint("##filter", tr("Search in titles and notes"), &page.filter,
                                               ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::BeginChild("##cards", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
  if (shelf.samples == nullptr) {
    ImGui::TextDisabled("%s", tr("Reading the samples…"));
  } else {
    const Samples& samples = *shelf.samples;
    const std::vector<std::size_t> found = findSamples(samples, page.filter);
    const auto counterexamples =
        std::ranges::find_if(found, [&](std::size_t at) { return samples.cards[at].is_counterexample; });
    const auto count = static_cast<std::size_t>(counterexamples - found.begin());
    if (found.empty()) ImGui::TextDisabled("%s", tr("No sample has these words."));
    const float room = ImGui::GetContentRegionAvail().x;
    drawSampleCards(context, std::span(found).first(count), room, kCardInEms);
    if (counterexamples != found.end()) {
      ImGui::Spacing();
      ImGui::TextDisabled("%s", tr("Counterexamples to published algorithms"));
      drawSampleCards(context, std::span(found).subspan(count), room, kCardInEms);
    }
    if (enters && !found.empty()) openSample(samples.cards[found.front()], page, context.outbox);
  }
  ImGui::EndChild();
  if (!page.open) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

}  // namespace sepax
