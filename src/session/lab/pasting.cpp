#include "session/lab/pasting.h"

#include "core/language.h"
#include "core/platform.h"
#include "core/text.h"
#include "lab/export.h"
#include "session/bundle/bundle_nodes.h"
#include "session/host/host.h"
#include "session/host/opened_case.h"
#include "session/scene/pair_list.h"
#include "session/scene/reports.h"
#include "session/scene/scene.h"
#include "session/scene/selection.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

namespace sepax {

namespace {

/// Names as their headers have them; words of everyday English are none.
const std::vector<TextEngine>& engines() {
  static const std::vector<TextEngine> rows = {
      {"Bullet",
       {"btBox", "btSphere", "btCapsule", "btCylinder", "btCone", "btConvex", "btTriangle", "btVector3", "btTransform",
        "btQuaternion", "btGjk", "GEOM_BOX", "GEOM_SPHERE", "GEOM_CAPSULE", "GEOM_CYLINDER", "pybullet"},
       {"bullet", "bullet-box-box"}},
      {"Box2D",
       {"b2Make", "b2Circle", "b2Capsule", "b2Compute", "b2Polygon", "b2Vec2", "b2Rot", "b2Transform"},
       {},
       {"box2d"}},
      {"planck.js", {"planck.", "pl.Box", "pl.Circle", "pl.Polygon", "pl.Vec2"}, {}, {"planck"}},
      {"Jolt",
       {"JPH::", "BoxShapeSettings", "SphereShapeSettings", "CapsuleShapeSettings", "CylinderShapeSettings",
        "ConvexHullShapeSettings", "Jolt."},
       {"jolt"}},
      {"Rapier",
       {"rapier", "RAPIER.", "ColliderDesc", "ColliderBuilder", "parry", "Cuboid::new", "Ball::new"},
       {"rapier3d"},
       {"rapier2d"}},
      {"FCL", {"X_FS1", "fcl::", "fcl.", "hppfcl.", "coal."}, {"fcl-libccd", "fcl-indep"}},
      {"libccd", {"ccd_t", "ccdGJK", "ccdMPR", "ccdQuatSet", "ccdVec3Set", "CCD_INIT"}, {"libccd", "libccd-mpr"}},
      {"ODE",
       {"dCreateBox", "dCreateSphere", "dCreateCapsule", "dCreateCylinder", "dCreateCCylinder", "dGeomSet",
        "dQuaternion"},
       {"ode"}},
      {"CGAL", {"CGAL::"}, {"cgal"}},
      {"cannon-es", {"CANNON."}, {"cannon-es"}},
      {"three.js", {"THREE.", "BoxGeometry", "new OBB"}, {"three-obb"}},
      {"Matter.js", {"Matter.", "Bodies.rectangle", "Bodies.circle", "Bodies.fromVertices"}, {}, {"matter-js"}},
      {"SAT.js", {"SAT."}, {}, {"sat-js"}},
      {"PhysX", {"PxBox", "PxSphere", "PxCapsule", "PxConvex", "PxQuat", "PxVec3", "PxTransform"}, {}},
      {"ReactPhysics3D", {"createBoxShape", "createSphereShape", "createCapsuleShape", "reactphysics3d"}, {}},
      {"Chipmunk", {"cpBoxShape", "cpCircleShape", "cpPolyShape", "pymunk."}, {}},
  };
  return rows;
}

bool isLetter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// How often a word is in a text where a name begins.
std::size_t timesIn(std::string_view text, std::string_view word) {
  std::size_t count = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    count += at == 0 || !isLetter(text[at - 1]) ? 1 : 0;
  return count;
}

}  // namespace

const TextEngine* engineOfText(std::string_view text) {
  const TextEngine* best = nullptr;
  std::size_t most = 0;
  for (const TextEngine& engine : engines()) {
    std::size_t count = 0;
    for (const std::string_view word : engine.words) count += timesIn(text, word);
    if (count <= most) continue;
    best = &engine;
    most = count;
  }
  return best;
}

const std::vector<std::string_view>& jurorsOf(const TextEngine& engine, Space space) {
  return space == Space::k2d ? engine.planar_jurors : engine.jurors;
}

namespace {

/// Questions that the user has answered stay questions: the answer can be changed again.
void keepAnswered(Pasted& pasted, const paste::Answers& answers) {
  for (const paste::Question& known : paste::questions()) {
    const auto answer = answers.find(known.key);
    if (answer == answers.end()) continue;
    pasted.questions.push_back(questionOf(known.key, answer->second));
  }
  std::ranges::sort(pasted.questions, {}, &PasteQuestion::key);
}

Result<PasteReading> readText(const std::string& text, const paste::Answers& answers,
                              const std::vector<paste::TakeRule>& rules) {
  auto pasted = pasteText(text, answers, rules);
  SEPAX_TRY(pasted);
  keepAnswered(*pasted, answers);
  PasteReading out;
  Result<PairReport> report = pastedReport(*pasted);
  out.verdict = pastedVerdict(report);
  out.engine = engineOfText(pasted->document.notes);
  // Each answer reads the text once more: long ones would take too long.
  constexpr std::size_t kMaxReadAgain = 256u << 10;
  if (pasted->isPair() && text.size() <= kMaxReadAgain) out.others = verdictsByAnswer(text, *pasted, answers, rules);
  if (report) out.report = std::move(*report);
  if (out.report) out.claims = checkClaims(*pasted, out.report->answer);
  out.groups = groupsOf(*pasted);
  out.read = std::make_shared<const Pasted>(std::move(*pasted));
  return out;
}

void startReading(LabState& state, Host& host) {
  state.paste.is_reading = true;
  const auto work = [text = state.paste.text, answers = state.paste.answers,
                     rules = state.paste.rules](JobControl&) -> Result<Delivery> {
    auto read = readText(text, answers, rules);
    const bool is_by_itself = answers.empty() && rules.empty();
    return [read = std::move(read), is_by_itself](LabState& to, Scene&) -> Result<void> {
      PasteState& paste = to.paste;
      paste.is_reading = false;
      paste.error = read ? std::string() : describe(read.error());
      if (!read) {
        // Answers that there are not are given up, so that the next reading is not refused for them.
        paste.answers.clear();
        return {};
      }
      static_cast<PasteReading&>(paste) = *read;
      if (is_by_itself) paste.at_first = read->read;
      return {};
    };
  };
  host.jobs->startQuick("paste", work);
}

/// The bodies under names that are free in the scene, their own where no body has them now.
std::vector<Body> renamedFor(const History& history, std::vector<Body> bodies) {
  History names(history);
  for (Body& body : bodies) {
    if (findBody(names.document(), body.id) != nullptr) body.id = freshId(names);
    (void)names.run(AddBody{body});
  }
  return bodies;
}

void addToScene(Host& host, const Document& pasted) {
  const Document& document = host.history.document();
  if (pasted.space != document.space) {
    return notify(host, LogLevel::kError,
                  document.space == Space::k2d ? tr("expected bodies of the plane, found bodies in space")
                                               : tr("expected bodies in space, found bodies of the plane"));
  }
  std::vector<Body> bodies = renamedFor(host.history, pasted.bodies);
  std::vector<PairIds> pairs = pairsBrought(pasted, bodies);
  std::vector<std::string> ids;
  for (const Body& body : bodies) ids.push_back(body.id);
  const std::vector<std::string> first(ids.begin(),
                                       ids.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(ids.size(), 2)));
  const Result<void> done = host.history.run(PutBodies{BodiesEdit::kPaste, std::move(bodies), std::move(pairs)});
  if (!done) return notify(host, LogLevel::kError, describe(done.error()));
  select(host.view, std::move(ids));
  if (first.size() == 2) host.view.pair = PairIds{first[0], first[1]};
  host.view.pinned_axis.reset();
  host.wants_frame_view = true;
}

}  // namespace

bool isTextToPaste(const std::string& path) {
  const EntryKind kind = entryKindOf(path);
  if (kind != EntryKind::kText && kind != EntryKind::kCode && kind != EntryKind::kOther) return false;
  std::error_code error;
  const auto size = std::filesystem::file_size(path, error);
  if (error || size == 0 || size > kMaxPasteBytes) return false;
  const Result<std::string> bytes = readFile(path, kMaxPasteBytes);
  if (!bytes) return false;
  if (isMarkedUtf16(*bytes)) return true;
  constexpr std::size_t kLookedAt = 4096;
  return std::ranges::none_of(std::string_view(*bytes).substr(0, kLookedAt), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != '\x1B';
  });
}

void execute(LabState& state, Host& host, const OpenPaste& request) {
  state.paste = {};
  state.paste.open = true;
  state.paste.text = request.text;
  state.paste.name = toValidUtf8(request.name);
  if (!request.text.empty()) startReading(state, host);
}

void execute(LabState& state, Host& host, const ReadPaste& request) {
  if (request.text != state.paste.text) state.paste.at_first = nullptr;
  state.paste.text = request.text;
  state.paste.answers = request.answers;
  state.paste.rules = request.rules;
  startReading(state, host);
}

void execute(LabState& state, Host&, const AskAboutPaste&) { state.paste.asks_jury = true; }

void takePaste(LabState& state, Host& host, const TakePaste& request) {
  const std::shared_ptr<const Pasted> read = state.paste.read;
  if (read == nullptr || read->document.bodies.empty() || !state.paste.error.empty()) return;
  if (request.into == TakePaste::Into::kScene) {
    addToScene(host, read->document);
  } else {
    openAsCase(host, read->document, state.paste.name.empty() ? tr("pasted text") : state.paste.name);
    // Numbers that stay as they are, of a text in which z is up, are looked at that way.
    const auto up = std::ranges::find(read->questions, std::string("up"), &PasteQuestion::key);
    if (up != read->questions.end() && up->taken == "y") host.view.camera.up = UpAxis::kZ;
  }
  for (const std::string& line : read->taken) notify(host, LogLevel::kInfo, line);
  for (const std::string& line : read->assumptions) notify(host, LogLevel::kInfo, trf("assumed: {}", line));
  host.view.middle = Middle::kScene;
  state.paste = {};
}

namespace {

/// The jury's answers about the pair in its present pose, if it was asked.
std::string answersOfJury(const LabState& state, const Host& host, const PairIds& pair) {
  const JuryTable& table = state.jury;
  const bool is_asked =
      table.reference && !table.query && table.pair == pair && table.revision == host.history.revision();
  if (!is_asked) return {};
  std::vector<JuryRow> rows;
  for (const JurorStatus& status : table.jurors) {
    const bool is_juror = status.row && !status.is_ours && status.answered == table.serial;
    if (is_juror) rows.push_back(*status.row);
  }
  return rows.empty() ? std::string() : juryMarkdown(*table.reference, rows, host.history.document().space);
}

}  // namespace

void execute(LabState& state, Scene& scene, const CopyPairAs& request) {
  const Document& document = scene.history.document();
  const ApiForm* const form = findExportForm(request.form, document.space);
  const auto pair = shownPair(scene.reports);
  if (form == nullptr || !pair) return;
  auto text = exportText(document, *form, &*pair);
  if (!text) return notify(scene, LogLevel::kError, describe(text.error()));
  if (isIssueForm(*form)) *text += answersOfJury(state, scene, *pair);
  scene.to_clipboard = std::move(*text);
  announce(scene, trf("{} × {} is copied as {}", pair->first, pair->second, form->title));
}

}  // namespace sepax
