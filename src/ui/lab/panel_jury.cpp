#include "ui/lab/panel_jury.h"

#include "core/language.h"
#include "core/text.h"
#include "lab/search/scan.h"
#include "session/lab/jury_pool.h"
#include "session/lab/pasting.h"
#include "session/workspace.h"
#include "ui/kit/keys.h"
#include "ui/kit/table.h"
#include "ui/kit/theme.h"
#include "ui/kit/widgets.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sepax {

namespace {

using Status = JurorAnswer::Status;

constexpr double kLateSeconds = 0.25;  ///< an answer that takes longer is said to be on its way

enum JuryColumnIndex : std::size_t {
  kEngine,
  kVerdict,
  kGapColumn,
  kNormal,
  kContacts,
  kTime,
  kRelations,
  kHow,
  kJuryColumns
};
constexpr std::array<TableColumn, kJuryColumns> kJuryColumnTexts{{
    {"Engine", 0, 0, 0, "Our algorithms first, then the jurors: other programs, which Sepax starts and talks to."},
    {"Verdict", 0, 0, 0, "Its verdict: apart or not."},
    {"Gap", 0, 0, 0, "Minus the depth where it finds an overlap, else the distance; metres."},
    {"Normal", 0, 3, 0, "From A to B."},
    {"Contacts", 0, 4, 0, "How many points."},
    {"Time", 0, 2, 0,
     "The time of the narrow test alone, as the engine measures it: without its start, its messages and what is "
     "drawn."},
    {"Relations", 0, 1, 0,
     "How many relations between its own answers hold: the pair turned round, mirrored, moved, rotated, scaled, moved "
     "until it touches or apart, nudged by an ULP, its contacts. Rows differ since some need a normal, a depth or "
     "contacts, which not every engine names."},
    {"Difference from reference", 12, 0, 1,
     "How the answer differs by more than the precision that the engine states."},
}};
/// Texts as wide as they come, of the columns after the engines' names.
constexpr std::array<const char*, kHow> kWidestTexts{
    "", "overlapping", "-0.000123456", "-0.7071 -0.7071 -0.7071", "Contacts", "13.7 ms", "9 broken"};

/// The number that the question is about: of the pair its gap, of a sweep the time, of a ray the distance along it.
std::string numberOf(const JurorAnswer& answer) {
  if (answer.hit && answer.time) return humanNumber(*answer.time, 6) + " s";
  if (answer.hit && answer.distance) return humanNumber(*answer.distance, 6) + " m";
  const auto gap = measureOf(answer, "separation");
  return gap ? humanNumber(*gap, 6) : std::string("–");
}

std::string normalOf(const JurorAnswer& answer, bool planar) {
  if (!answer.normal) return "–";
  const auto part = [](double value) { return fmt::format("{:.4g}", std::abs(value) < 5e-5 ? 0.0 : value); };
  const std::string text = part(answer.normal->x) + " " + part(answer.normal->y);
  return planar ? text : text + " " + part(answer.normal->z);
}

/// A juror without a verdict says one of them, by its status.
constexpr std::array kStatusWords{"–", "not taken", "error", "crashed", "no answer"};

std::string verdictText(const JuryRow& row) {
  const JurorAnswer& answer = row.answer;
  if (answer.status == Status::kOk && answer.hit) return tr(*answer.hit ? "hit" : "no hit");
  if (answer.status == Status::kOk && answer.overlapping) return tr(*answer.overlapping ? "overlapping" : "separated");
  return tr(kStatusWords[static_cast<std::size_t>(answer.status)]);
}

/// How the row differs, behind the first algorithm whose defect gives the same wrong answer.
std::string howWithCause(const JurorStatus& status, bool is_reference) {
  const std::string how = howOf(*status.row, is_reference);
  return status.alike.empty() ? how : trf("answers like {}: {}", status.alike.front(), how);
}

void juryCell(const std::string& text) {
  ImGui::TableNextColumn();
  inFont(FontRole::kMono, [&] { rightAligned(text); });
}

/// How many relations hold, or how many are broken.
void relationsCell(const JurorStatus& status, const JuryTable& table, Theme theme) {
  ImGui::TableNextColumn();
  if (!status.relations) return;
  const RelationsReport& report = *status.relations;
  const bool is_none = report.held.size() + report.broken.size() + report.unanswered.size() == 0;
  const std::size_t bad = report.broken.size() + report.unanswered.size();
  if (is_none || !table.watches) return rightAligned("–");
  const bool is_coloured = bad > 0 && status.watched == table.serial;
  const TextColour colour(is_coloured ? toImGuiVec(panelColours(theme).error)
                                      : ImGui::GetStyleColorVec4(ImGuiCol_Text));
  rightAligned(bad > 0 ? trf("{} broken", bad) : trf("{} of {}", report.held.size(), relations().size()));
}

/// Why a row has another count than its neighbours.
std::string relationsText(const RelationsReport& report) {
  const std::size_t all = relations().size(),
                    asked = report.held.size() + report.broken.size() + report.unanswered.size();
  std::string text = trf("{} of {} relations hold", report.held.size(), all);
  if (asked < all)
    text += "; " + trf("{} do not apply: they need an overlap, a gap, a normal or contacts that it names",
                       all - std::min(asked, all));
  return text;
}

/// A menu for a row.
void offerMinimising(const JurorStatus& status, bool is_clicked, Outbox& outbox) {
  if (is_clicked) ImGui::OpenPopup(status.name.c_str());
  if (!ImGui::BeginPopup(status.name.c_str())) return;
  ImGui::TextDisabled("%s", status.name.c_str());
  if (ImGui::MenuItem(trId("Minimise while this stays").c_str())) outbox.request(MinimisePair{status.name});
  nameItem("minimise");
  tooltip(tr(
      "Fewer vertices, round numbers, simple poses, the origin: as far as the answer stays as wrong. One undo step."));
  ImGui::EndPopup();
}

void drawJuror(const JurorStatus& status, const JuryTable& table, bool planar, ViewState& view, Outbox& outbox) {
  ImGui::TableNextRow();
  ImGui::TableNextColumn();
  const bool is_reference = status.name == referenceAlgorithm().name && !table.query;
  const Standing standing = status.row ? standingOf(*status.row) : Standing::kSilent;
  const bool is_late = status.asked_seconds > kLateSeconds;
  // An answer about an earlier pose is no answer about this one.
  const bool is_old = status.answered != table.serial;
  ImGui::PushStyleColor(ImGuiCol_Text,
                        is_old ? ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled) : colourOf(standing, view.theme));
  const bool is_chosen =
      listRow((cutToFit(status.name, ImGui::GetContentRegionAvail().x) + "###" + status.name).c_str(), false,
              ImGuiSelectableFlags_SpanAllColumns);
  if (listensToItems() && !is_old) nameItem(standing == Standing::kDiffers ? "differing" : "agreeing", status.name);
  // Rows overlap by the spacing between them: the mouse is on the first.
  const bool is_hovered = ImGui::IsItemHovered() && view.lab.jury_hovered.empty(),
             is_clicked = is_chosen || asksForMenu();
  if (is_hovered) view.lab.jury_hovered = status.name;
  std::string tip = status.name + (status.title.empty() ? ""
                                                        : ": " + std::string(status.is_ours ? tr(status.title.c_str())
                                                                                            : status.title.c_str()));
  if (status.row && !status.row->version.empty() && !status.is_ours) tip += " " + status.row->version;
  if (status.row) tip += "\n" + howOf(*status.row, is_reference);
  for (const std::string& name : status.alike)
    tip += "\n" + trf("answers like {}: {}", name, tr(findAlgorithm(name)->summary));
  if (status.relations && table.watches && !table.query && !status.relations->held.empty())
    tip += "\n" + relationsText(*status.relations);
  const bool can_be_small = standing == Standing::kDiffers && !table.query;
  if (can_be_small) tip += "\n" + std::string(tr("Click: minimise the pair."));
  if (is_hovered) tooltip(tip);
  if (!status.row) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(is_late ? trf("{} s …", humanNumber(std::floor(status.asked_seconds * 10) / 10, 3)).c_str()
                                   : "…");
  } else {
    const JuryRow& row = *status.row;
    ImGui::TableNextColumn();
    // Engines know no touching; the reference does, and the window's head says so.
    const bool touches = is_reference && table.reference && table.reference->verdict == Verdict::kTouching;
    ImGui::TextUnformatted(touches && !is_old ? verdictWord(Verdict::kTouching) : verdictText(row).c_str());
    juryCell(numberOf(row.answer));
    juryCell(normalOf(row.answer, planar));
    juryCell(row.answer.contacts.empty() ? std::string("–") : std::to_string(row.answer.contacts.size()));
    juryCell(row.answer.time_ns ? humanDuration(*row.answer.time_ns * 1e-9) : std::string("–"));
    relationsCell(status, table, view.theme);
    ImGui::TableNextColumn();
    const std::string how = is_late ? trf("thinking for {}", humanDuration(std::floor(status.asked_seconds * 10) / 10))
                                    : howWithCause(status, is_reference);
    ImGui::TextUnformatted(cutToFit(how, ImGui::GetContentRegionAvail().x).c_str());
  }
  ImGui::PopStyleColor();
  offerMinimising(status, is_clicked && can_be_small, outbox);
}

/// The reference, the engine whose code was pasted, then the jurors that differ from it, so that the user finds them
/// first, the other engines, and our own algorithms; silent jurors come last.
std::vector<const JurorStatus*> inOrder(const std::vector<JurorStatus>& jurors,
                                        std::span<const std::string_view> asked_for) {
  const auto rank = [&](const JurorStatus* status) {
    if (status->name == referenceAlgorithm().name) return -2;
    const Standing standing = status->row ? standingOf(*status->row) : Standing::kAgrees;
    if (standing != Standing::kSilent && std::ranges::find(asked_for, status->name) != asked_for.end()) return -1;
    if (standing == Standing::kDiffers) return 0;
    if (standing == Standing::kFailed) return 1;
    if (standing == Standing::kSilent) return 4;
    return status->is_ours ? 3 : 2;
  };
  std::vector<const JurorStatus*> order;
  for (const JurorStatus& status : jurors) order.push_back(&status);
  std::ranges::stable_sort(order, {}, rank);
  return order;
}

bool hasBroken(const JuryTable& table) {
  return table.watches && !table.query &&
         std::any_of(table.jurors.begin(), table.jurors.end(), [](const JurorStatus& status) {
           return status.relations && status.relations->broken.size() + status.relations->unanswered.size() > 0;
         });
}

const char* saysOf(const std::string& name) {
  for (const Relation& relation : relations()) {
    if (name == relation.name) return relation.says;
  }
  return "";
}

/// Every relation that a juror breaks, with both numbers; a click opens the pair on which it is broken.
void drawBroken(const JuryTable& table, ImVec2 size, Outbox& outbox) {
  ImGui::BeginChild("##broken", size);
  for (const JurorStatus& status : table.jurors) {
    if (!status.relations || status.relations->broken.size() + status.relations->unanswered.size() == 0) continue;
    const IdScope scope(status.name.c_str());
    // The row belongs to an earlier pose, until this one is looked at.
    const bool is_old = status.watched != table.serial;
    ImGui::TextDisabled("%s", trf("{} breaks", status.name).c_str());
    tooltip(
        tr("Whatever the right answer is, these hold of right answers. Click: open the pair on which one is broken as "
           "a case."));
    const TextColour colour(is_old ? faint() : ImGui::GetStyleColorVec4(ImGuiCol_Text));
    int row = 0;
    for (const BrokenRelation& broken : status.relations->broken) {
      const IdScope id(row++);
      if (paragraphRow(fmt::format("{}: {}", trKnown(broken.relation), broken.text)))
        outbox.request(OpenMade{std::make_shared<const Document>(broken.changed), broken.changed.name});
      tooltip(fmt::format("{}\n{}", trKnown(saysOf(broken.relation)), tr("Click: open this pair as a case.")));
    }
    for (const std::string& unanswered : status.relations->unanswered) paragraph(unanswered);
  }
  ImGui::EndChild();
}

/// The options of the question: with which margins, and whether the answers agree with each other. At the right end of
/// the line.
float optionsWidth(std::initializer_list<const std::string*> labels) {
  float width = 0;
  for (const std::string* label : labels)
    width += ImGui::CalcTextSize(label->c_str(), nullptr, true).x + ImGui::GetFrameHeight() +
             ImGui::GetStyle().ItemInnerSpacing.x + ImGui::GetStyle().ItemSpacing.x;
  return width;
}

void drawJurors(const JuryTable& table, bool planar, ImVec2 size, ViewState& view, Outbox& outbox) {
  std::array<TableColumn, kJuryColumns> columns = kJuryColumnTexts;
  columns[kRelations].is_shown = !table.query;  // they are those of the pair
  if (table.query) {
    columns[kGapColumn].name = "Hit at";
    columns[kGapColumn].tip = "A sweep's seconds from the start, or a ray's metres from its origin.";
  }
  std::vector<float> widths;
  for (std::size_t i = 0; i < kWidestTexts.size(); ++i) {
    const FontScope font(i >= kGapColumn && i <= kTime ? FontRole::kMono : FontRole::kText);
    widths.push_back(ImGui::CalcTextSize(trKnown(kWidestTexts[i]).c_str()).x);
  }
  for (const char* const word : kStatusWords)
    widths[kVerdict] = std::max(widths[kVerdict], ImGui::CalcTextSize(trKnown(word).c_str()).x);
  for (const JurorStatus& status : table.jurors)
    widths[kEngine] = std::max(widths[kEngine], ImGui::CalcTextSize(status.name.c_str()).x);
  if (!beginTable({.id = "##jury", .columns = columns, .size = size, .widths = std::move(widths)})) return;
  const Space space = planar ? Space::k2d : Space::k3d;
  const auto asked_for =
      table.engine == nullptr ? std::span<const std::string_view>() : std::span(jurorsOf(*table.engine, space));
  for (const JurorStatus* status : inOrder(table.jurors, asked_for)) drawJuror(*status, table, planar, view, outbox);
  ImGui::EndTable();
}

/// "Sweep over 2 s", "Ray at A", or what the case calls it.
std::string questionText(const Query& query, const std::string& id) {
  const auto* const sweep = std::get_if<SweepQuery>(&query);
  const std::string text =
      sweep != nullptr ? trf("Sweep over {} s", humanNumber(sweep->duration, 4)) : trf("Ray at {}", bodiesOf(query));
  return id.empty() ? text : fmt::format("{}: {}", id, text);
}

/// The choice of the question to the jury, when there is more than the pair itself; with the reference's answer.
void drawQuestions(const JuryTable& table, LabView& view) {
  if (table.queries.empty()) return;
  std::vector<std::string> questions{tr("The pair itself")};
  for (const auto& [asked, index] : table.queries) questions.push_back(questionText(asked.query, asked.id));
  float width = 0;
  for (const std::string& question : questions) width = std::max(width, ImGui::CalcTextSize(question.c_str()).x);
  const float room = ImGui::GetContentRegionAvail().x;
  ImGui::SetNextItemWidth(std::min(width + ImGui::GetFrameHeight() * 2, room / 2));
  if (ImGui::BeginCombo("##question", questions[table.query ? table.question : 0].c_str())) {
    for (std::size_t i = 0; i < questions.size(); ++i) {
      const IdScope id(static_cast<int>(i));
      if (ImGui::Selectable(questions[i].c_str(), i == view.jury_question)) view.jury_question = i;
    }
    ImGui::EndCombo();
  }
  nameItem("question");
  tooltip(tr("The question to the jury: the pair in its present pose, its sweep, or a ray at one of its bodies."));
  if (!table.query) return;
  ImGui::SameLine();
  const JurorAnswer reference = answerOf(*table.query);
  const std::string found =
      *reference.hit ? trf("the reference: hit at {}", numberOf(reference)) : std::string(tr("the reference: no hit"));
  fittedText(found);
}

/// How the engine whose code the case was pasted from takes part, and what brings it where it does not.
void drawEngine(const Workspace& workspace, Outbox& outbox) {
  const JuryTable& table = workspace.jury;
  if (table.engine == nullptr) return;
  const std::vector<std::string_view>& jurors = jurorsOf(*table.engine, workspace.history.document().space);
  const auto isHere = [&](std::string_view name) {
    return std::ranges::find(table.jurors, name, &JurorStatus::name) != table.jurors.end();
  };
  std::vector<std::string_view> here;
  std::ranges::copy_if(jurors, std::back_inserter(here), isHere);
  const auto brought = std::ranges::find_if(table.installable, [&](const JurorManifest& juror) {
    return here.empty() && std::ranges::find(jurors, juror.name) != jurors.end();
  });
  std::string text;
  if (!here.empty()) {
    text = trf("Pasted from code of {}: what that engine says is below the reference ({}).", table.engine->title,
               fmt::format("{}", fmt::join(here, ", ")));
  } else if (brought != table.installable.end()) {
    text = trf("Pasted from code of {}: install its juror to ask that engine, too.", table.engine->title);
  } else if (!jurors.empty()) {
    text = trf("Pasted from code of {}: its juror {} is not installed.", table.engine->title, jurors.front());
  } else {
    text = trf("Pasted from code of {}, for which there is no juror.", table.engine->title);
  }
  if (brought != table.installable.end()) {
    if (const auto job = workspace.jobs->newestOf("install")) {
      if (ImGui::Button(trId("Cancel").c_str())) outbox.request(CancelJob{job->id});
    } else if (ImGui::Button((trf("Install {}", brought->name) + "###install").c_str())) {
      outbox.request(InstallJuror{brought->name});
    }
    tooltip(trf("{} {} by npm, about {} MB, into {}; as `sepax jurors install {}` does.", brought->npm->name,
                brought->npm->version, humanNumber(brought->npm->megabytes), installedJurorFolder(), brought->name));
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
  }
  fittedText(text);
}

void drawJuryPanel(const Workspace& workspace, ViewState& view, Outbox& outbox) {
  view.lab.jury_hovered.clear();
  const JuryTable& table = workspace.jury;
  if (!table.reference) {
    paragraph(table.error.empty() ? std::string(tr("Two bodies make a pair that the jury can be asked about."))
                                  : table.error);
    return;
  }
  const std::string margins = trId("Engines' own margins");
  const std::string watches = trId("Watch relations");
  const float wide = optionsWidth({&watches, &margins});
  ImGui::AlignTextToFramePadding();
  fittedText(fmt::format("{} × {}: {}", table.pair.first, table.pair.second, jurySummary(table.jurors, table.serial)),
             ImGui::GetContentRegionAvail().x - wide);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - wide + ImGui::GetStyle().ItemSpacing.x);
  ImGui::Checkbox(watches.c_str(), &view.lab.watches);
  tooltip(
      tr("Everybody is asked in the background about the pair mirrored, moved, scaled … whether the answers agree with "
         "each other."));
  ImGui::SameLine();
  ImGui::Checkbox(margins.c_str(), &view.lab.engine_margins);
  tooltip(
      tr("Off: jurors are asked without margins, so that answers can be compared. On: with what their engines take by "
         "default, such as "
         "Bullet's 0.04 m."));
  drawEngine(workspace, outbox);
  drawQuestions(table, view.lab);
  // The list of what is broken beside the table, or below it where the panel is narrow and high.
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float em = ImGui::GetFontSize();
  const bool is_beside = room.x > em * 50 || room.y < em * 16;
  const bool lists = hasBroken(table) && (!is_beside || room.x > em * 42);  // else the table needs it all
  const float list_width = std::min(em * 30, room.x * 0.3f), list_height = std::min(em * 8, room.y * 0.4f);
  ImVec2 size = room;
  if (lists) (is_beside ? size.x : size.y) -= is_beside ? list_width : list_height;
  drawJurors(table, workspace.history.document().space == Space::k2d, size, view, outbox);
  if (!lists) return;
  if (is_beside) ImGui::SameLine();
  drawBroken(table, ImGui::GetContentRegionAvail(), outbox);
}

}  // namespace

const Panel kJuryPanel = {
    .word = "jury",
    .title = "Jury",
    .help =
        "Other algorithms and engines answer about this pair. Answers that differ from the reference are coloured; the "
        "mouse on a row draws its normal and points in the viewport.",
    .home = Region::kBottom,
    .draw = [](PanelContext& c) { drawJuryPanel(c.workspace, c.view, c.outbox); },
    .shown = [](ViewState& view) -> bool& { return view.lab.jury_shown; },
    .update = [](Workspace& w) { updateJury(w, w); },
    .next_frame = [](const Workspace& w) -> std::optional<double> {
      constexpr double kProgressSeconds = 0.1;
      const bool waits = w.view.lab.jury_shown && w.jury.pool != nullptr && w.jury.pool->isAsked();
      return waits ? std::optional(kProgressSeconds) : std::nullopt;
    },
};

}  // namespace sepax
