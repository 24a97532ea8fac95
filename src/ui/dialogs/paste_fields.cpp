#include "ui/dialogs/paste_fields.h"

#include "core/language.h"
#include "core/text.h"
#include "draw/scene_picture.h"
#include "session/bundle/preview.h"
#include "session/scene/reports.h"
#include "session/workspace.h"
#include "ui/dialogs/paste_text.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <fmt/format.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cfloat>
#include <string_view>

namespace sepax {

namespace {

using paste::TakeRule;

/// The roles that make each kind, then those of its pose.
struct PastedKindRow {
  std::string_view kinds;  ///< between spaces; empty: a body that has none yet
  std::vector<const char*> roles;
};
const std::vector<const char*>& rolesOfKind(std::string_view kind) {
  static const std::vector<PastedKindRow> rows = {
      {" box ellipsoid ", {"half_extents", "extents", "min", "max"}},
      {" sphere circle ", {"radius"}},
      {" capsule tapered_capsule cylinder cone ", {"radius", "height", "half_length", "from", "to"}},
      {" segment ", {"from", "to"}},
      {" hull polygon triangle ", {"vertices"}},
      {" mesh ", {"vertices", "triangles"}},
      {" ray ", {"from", "to", "direction", "height"}},
      {"", {"half_extents", "extents", "min", "max", "radius", "height", "vertices"}},
  };
  const auto row = std::ranges::find_if(rows, [&](const PastedKindRow& known) {
    return known.kinds.empty() || known.kinds.find(" " + std::string(kind) + " ") != std::string_view::npos;
  });
  return row->roles;
}

const TakeRule* ruleFor(const PasteHand& hand, int slot) {
  const auto& rules = hand.paste.rules;
  const auto rule = std::ranges::find(rules, hand.dialog.slots[static_cast<std::size_t>(slot)], &TakeRule::who);
  return rule == rules.end() ? nullptr : &*rule;
}

const TakeRule::Part* partFor(const PasteHand& hand, int slot, const char* role) {
  const TakeRule* const rule = ruleFor(hand, slot);
  if (rule == nullptr) return nullptr;
  const auto part = std::ranges::find(rule->parts, role, &TakeRule::Part::role);
  return part == rule->parts.end() ? nullptr : &*part;
}

/// Every digit: a field that is edited is read from this text.
std::string numbersText(const std::vector<double>& numbers) {
  constexpr std::size_t kMaxShown = 16;  // a matrix
  std::string text;
  for (std::size_t i = 0; i < std::min(numbers.size(), kMaxShown); ++i)
    text += (i > 0 ? "  " : "") + shortestDecimal(numbers[i]);
  return numbers.size() > kMaxShown ? text + trf(" … ({} numbers)", numbers.size()) : text;
}

/// A field's numbers and where they came from.
struct FieldValue {
  std::string text, from;
  bool is_by_hand = false, is_unsure = false;
};

std::string lineWord(const std::string& reference) {
  return trf("line {}", reference.substr(1, reference.find_first_of(".#") - 1));
}

FieldValue valueOf(const PasteHand& hand, int slot, const paste::TakeRole& role) {
  FieldValue value;
  std::vector<double> numbers;
  if (const TakeRule::Part* const part = partFor(hand, slot, role.name)) {
    value.is_by_hand = true;
    for (const std::string& term : part->terms) {
      const auto chip = std::ranges::find(hand.dialog.chips, term, &PasteChip::reference);
      if (chip == hand.dialog.chips.end()) {
        value.text += (value.text.empty() ? "" : " ") + term;
        std::ranges::replace(value.text, ',', ' ');
        continue;
      }
      numbers.insert(numbers.end(), chip->numbers.begin(), chip->numbers.end());
      if (value.from.empty()) value.from = lineWord(term);
    }
    if (!numbers.empty()) value.text = numbersText(numbers) + (value.text.empty() ? "" : "  ") + value.text;
    if (!part->order.empty()) value.from = part->order + (value.from.empty() ? "" : " · ") + value.from;
    if (value.from.empty()) value.from = tr("by hand");
    return value;
  }
  const Body* const body = findBody(hand.dialog.shown->document, hand.dialog.slots[static_cast<std::size_t>(slot)]);
  for (const PasteChip& chip : hand.dialog.chips) {
    if (chip.slot != slot || chip.is_by_hand || chip.role != role.readAs()) continue;
    numbers.insert(numbers.end(), chip.numbers.begin(), chip.numbers.end());
    value.is_unsure = value.is_unsure || chip.is_unsure;
    if (value.from.empty()) value.from = lineWord(chip.reference);
  }
  // Sizes and places as the body has them: the text may have them doubled, or by their corners.
  const bool is_size = role.readAs() == "size", is_place = role.role == paste::Role::kPosition;
  const bool has_shape = body != nullptr && (is_size || is_place);
  if (has_shape) numbers.clear();
  const int dimensions = dimensionsOf(hand.dialog.shown->document.space);
  if (has_shape && is_place) numbers.assign(&body->position.x, &body->position.x + dimensions);
  if (has_shape && is_size)
    forEachField(body->shape, [&](const auto& field, const auto& member) {
      using Member = std::decay_t<decltype(member)>;
      if (field.name != std::string_view(role.name)) return;
      if constexpr (std::is_same_v<Member, double>) numbers.push_back(member);
      if constexpr (std::is_same_v<Member, Vec3> || std::is_same_v<Member, Vec2>)
        numbers.assign(&member.x, &member.x + Member::length());
    });
  value.text = numbersText(numbers);
  if (is_place && body != nullptr && value.from.empty()) value.from = tr("not in the text");
  if (value.text.empty()) value.from.clear();
  return value;
}

/// A field's text in rows of whole numbers, as many as that width takes.
std::vector<std::string> wrappedNumbers(const std::string& text, float width) {
  constexpr std::string_view kGap = "  ";  // as numbersText() has it
  std::vector<std::string> rows(1);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(kGap, begin), text.size());
    const std::string part = text.substr(begin, end - begin);
    std::string& row = rows.back();
    const std::string longer = row.empty() ? part : fmt::format("{}{}{}", row, kGap, part);
    if (row.empty() || ImGui::CalcTextSize(longer.c_str()).x <= width)
      row = longer;
    else
      rows.push_back(part);
    begin = end + kGap.size();
  }
  return rows;
}

void drawField(const PasteHand& hand, int slot, const paste::TakeRole& role, const char* label) {
  PasteDialog& dialog = hand.dialog;
  const std::string& who = dialog.slots[static_cast<std::size_t>(slot)];
  const IdScope id(fmt::format("{}{}", slot, role.name).c_str());
  const float em = ImGui::GetFontSize();
  ImGui::AlignTextToFramePadding();
  const float left = ImGui::GetCursorPosX(), room = em * 7;
  inColour(ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled), [&] { fittedText(tr(label), room - em * 0.5f); });
  ImGui::SameLine(left + room);
  const std::string key = who + " " + role.name;
  FieldValue value = valueOf(hand, slot, role);
  const bool is_typed = dialog.typed_role == key;
  std::string& text = is_typed ? dialog.typed : value.text;
  // A text longer than one row is drawn in several, in a field of their height, until the field is typed in.
  const ImVec2 padding = ImGui::GetStyle().FramePadding;
  const std::vector<std::string> rows = wrappedNumbers(value.text, ImGui::GetContentRegionAvail().x - 2 * padding.x);
  const float more = static_cast<float>(rows.size() - 1) * ImGui::GetTextLineHeight();
  const bool is_wrapped = rows.size() > 1 && !is_typed;
  ImGui::SetNextItemWidth(-FLT_MIN);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {padding.x, padding.y + more / 2});
  if (is_wrapped) ImGui::PushStyleColor(ImGuiCol_Text, 0);
  ImGui::InputTextWithHint("##value", "–", &text, ImGuiInputTextFlags_AutoSelectAll);
  if (is_wrapped) ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  nameItem("field", key);
  if (ImGui::IsItemActivated()) {
    dialog.typed_role = key;
    dialog.typed = value.text;
  }
  if (ImGui::IsItemDeactivatedAfterEdit()) {
    giveTyped(hand, role.name, slot, dialog.typed);
    dialog.typed_role.clear();
  } else if (ImGui::IsItemDeactivated()) {
    dialog.typed_role.clear();
  }
  if (ImGui::BeginDragDropTarget()) {
    if (ImGui::AcceptDragDropPayload(kDraggedChips) != nullptr) {
      // "rotation" takes what the count of numbers says: a quaternion, an angle or a matrix.
      const paste::TakeRole* given = &role;
      for (const paste::TakeRole& other : paste::takeRoles()) {
        const bool is_alike = other.rivals == role.rivals && other.rivals == 'o';
        if (!canGive(dialog, *given, slot) && is_alike && canGive(dialog, other, slot)) given = &other;
      }
      giveRole(hand, given->name, "", slot);
    }
    ImGui::EndDragDropTarget();
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (!value.text.empty() && !is_typed) {
    list.AddRectFilled(low, {low.x + 3, high.y}, slotColour(slot, hand.workspace), 2);
    for (std::size_t i = 0; i < rows.size() && is_wrapped; ++i)
      list.AddText({low.x + padding.x, low.y + padding.y + static_cast<float>(i) * ImGui::GetTextLineHeight()},
                   ImGui::GetColorU32(ImGuiCol_Text), rows[i].c_str());
    const float wide = ImGui::CalcTextSize(rows.back().c_str()).x;
    const FontScope font(FontRole::kSmall);
    const std::string from = value.is_unsure ? value.from + " ?" : value.from;
    const float its = ImGui::CalcTextSize(from.c_str()).x;
    if (wide + its + 3 * padding.x < high.x - low.x)
      list.AddText({high.x - its - padding.x, low.y + padding.y + more}, ImGui::GetColorU32(ImGuiCol_TextDisabled),
                   from.c_str());
  }
  tooltip(trf("{}\nDrop numbers of the text here, or type them.", tr(role.label)) +
          (value.from.empty() ? "" : "\n" + value.from));
  // The chip with the cursor and its field have one ring.
  const bool has_chip = dialog.cursor != kNoChip && !is_typed;
  const PasteChip* const chip = has_chip ? &dialog.chips[dialog.cursor] : nullptr;
  const bool is_its = chip != nullptr && chip->slot == slot && !value.text.empty() &&
                      (chip->is_by_hand ? chip->role == role.name : !value.is_by_hand && chip->role == role.readAs());
  if (is_its) list.AddRect(low, high, ImGui::GetColorU32(ImGuiCol_Text), 2, 0, 1.5f);
}

void drawSlot(const PasteHand& hand, int slot) {
  PasteDialog& dialog = hand.dialog;
  const std::string& who = dialog.slots[static_cast<std::size_t>(slot)];
  const Body* const body = findBody(dialog.shown->document, who);
  const TakeRule* const rule = ruleFor(hand, slot);
  const std::string kind = slot == kRaySlot              ? "ray"
                           : rule && !rule->kind.empty() ? rule->kind
                           : body != nullptr             ? std::string(typeName(body->shape))
                                                         : std::string();
  const IdScope id(slot);
  ImGui::Spacing();
  ImGui::AlignTextToFramePadding();
  {
    const FontScope font(FontRole::kBold);
    const TextColour colour(slotColour(slot, hand.workspace));
    fittedText(slot == kRaySlot ? std::string(tr("ray")) : who, ImGui::GetFontSize() * 6.5f);
  }
  if (slot == dialog.target) {
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    ImGui::GetWindowDrawList()->AddLine({low.x, high.y}, {high.x, high.y}, slotColour(slot, hand.workspace), 2);
  }
  tooltip(tr("The body that keys give to: A and B choose it, Y the ray."));
  if (slot != kRaySlot) {
    ImGui::SameLine(ImGui::GetCursorStartPos().x + ImGui::GetFontSize() * 7);
    ImGui::SetNextItemWidth(-FLT_MIN);
    const std::string shown = kind.empty() ? tr("a kind of shape") : tr(kind.c_str());
    if (ImGui::BeginCombo("##kind", shown.c_str())) {
      for (const char* const other : paste::kTakeKinds) {
        if (ImGui::Selectable(trId(other).c_str(), kind == other)) setKind(hand, slot, other);
        nameItem("kind", fmt::format("{} {}", who, other));
      }
      ImGui::EndCombo();
    }
    nameItem("kind of", who);
  }
  const auto row = [&](const char* role, const char* label = nullptr) {
    const paste::TakeRole& its = *paste::findTakeRole(role);
    drawField(hand, slot, its, label != nullptr ? label : its.label);
  };
  for (const char* const role : rolesOfKind(kind)) row(role);
  if (slot == kRaySlot) return;
  row("position");
  const bool has_matrix = partFor(hand, slot, "matrix") != nullptr, has_angle = partFor(hand, slot, "angle") != nullptr;
  row(has_matrix ? "matrix" : has_angle ? "angle" : "rotation", "rotation");
  const auto moves = [&](int of) { return partFor(hand, of, "velocity") != nullptr; };
  const auto isMoving = [](const Body& other) { return other.linear_velocity.has_value(); };
  if (moves(0) || moves(1) || std::ranges::any_of(dialog.shown->document.bodies, isMoving)) row("velocity");
}

/// The verdict in a place of its own, a question where the reading is unsure.
void drawVerdict(const PasteHand& hand) {
  const Pasted& read = *hand.dialog.shown;
  const std::optional<PairReport>& report = hand.paste.report;
  const bool is_unsure = !read.isCertain();
  const Palette& palette = paletteOf(hand.workspace.view.theme);
  const bool has = report && read.isPair();
  const Colour colour = has && !is_unsure ? verdictColour(palette, report->answer.verdict) : palette.other;
  const float height = ImGui::GetFrameHeight(), pad = ImGui::GetStyle().FramePadding.x;
  const ImVec2 low = ImGui::GetCursorScreenPos(), high{low.x + ImGui::GetContentRegionAvail().x, low.y + height};
  ImGui::Dummy({high.x - low.x, height});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(low, high, toImGui(withAlpha(colour, kChipFill)), 4);
  list.AddRectFilled(low, {low.x + 3, high.y}, toImGui(colour), 2);
  float x = low.x + 1.5f * pad;
  if (has) drawVerdictIcon(list, {x, low.y}, height, report->answer.verdict, toImGui(colour));
  if (has) x += height + pad;
  const std::string text =
      has             ? (is_unsure ? trf("unsure: {}", verdictText(report->answer)) : verdictText(report->answer))
      : read.isCase() ? (is_unsure ? tr("unsure: one body and a ray") : tr("one body and a ray"))
                      : tr("no pair yet");
  const FontScope font(FontRole::kBold);
  list.AddText({x, low.y + ImGui::GetStyle().FramePadding.y}, toImGui(colour),
               cutToFit(text, high.x - x - pad).c_str());
  tooltip(text);
}

/// Brings fields into sight while a chip is held at the upper or lower edge.
void scrollAtEdges() {
  const ImVec2 low = ImGui::GetWindowPos(), size = ImGui::GetWindowSize(), mouse = ImGui::GetMousePos();
  const float em = ImGui::GetFontSize(), step = em * 20 * ImGui::GetIO().DeltaTime;
  if (mouse.x < low.x || mouse.x > low.x + size.x) return;
  if (mouse.y < low.y + 1.5f * em) ImGui::SetScrollY(std::max(ImGui::GetScrollY() - step, 0.0f));
  if (mouse.y > low.y + size.y - 1.5f * em)
    ImGui::SetScrollY(std::min(ImGui::GetScrollY() + step, ImGui::GetScrollMaxY()));
}

}  // namespace

void drawPasteFields(const PasteHand& hand) {
  const PasteDialog& dialog = hand.dialog;
  if (dialog.shown == nullptr) return;
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, 2});
  drawSlot(hand, 0);
  ImGui::Spacing();
  ImGui::Separator();
  drawSlot(hand, 1);
  const bool is_dragging = ImGui::GetDragDropPayload() != nullptr;
  const bool has_ray = !dialog.shown->document.queries.empty() && dialog.shown->document.bodies.size() < 2;
  if (has_ray || is_dragging || ruleFor(hand, kRaySlot) != nullptr || dialog.target == kRaySlot) {
    ImGui::Spacing();
    ImGui::Separator();
    drawSlot(hand, kRaySlot);
  }
  ImGui::PopStyleVar();
  if (is_dragging) scrollAtEdges();
}

void drawPastePicture(const PasteHand& hand, const ImVec2& size) {
  PasteDialog& dialog = hand.dialog;
  Document document = dialog.shown->document;
  // The first of a pair is blue.
  const bool is_swapped = document.bodies.size() > 1 && document.bodies[0].id == dialog.slots[1];
  if (is_swapped) std::swap(document.bodies[0], document.bodies[1]);
  const Canvas place = canvasHere("##picture", size);
  const ViewSize view{place.size.x, place.size.y};
  const int theme = static_cast<int>(hand.workspace.view.theme);
  const bool is_new = dialog.framed != dialog.shown || dialog.theme != theme;
  if (is_new || place.twice) dialog.picture.camera = caseCamera(document, CaseMtv::kShown, view);
  moveCamera(dialog.picture.camera, place, view);
  if (is_new) {
    dialog.framed = dialog.shown;
    dialog.theme = theme;
    dialog.picture.list =
        casePicture(document, hand.workspace.view.theme, CaseMtv::kShown, dialog.picture.camera, view);
    ++dialog.picture.list_revision;
  }
  dialog.picture.width = place.size.x;
  dialog.picture.height = place.size.y;
  showTexture(dialog.picture, place, *ImGui::GetWindowDrawList());
  drawVerdict(hand);
}

}  // namespace sepax
