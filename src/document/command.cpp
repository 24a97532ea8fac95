#include "document/command.h"

#include "collide/pair_table.h"
#include "core/language.h"
#include "core/name_map.h"
#include "document/motion.h"
#include "document/validate.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

namespace sepax {

namespace {

using BodyCheck = Result<void> (*)(const Body&, Space);
constexpr BodyCheck kNothingToCheck = [](const Body&, Space) -> Result<void> { return {}; };

/// Runs `edit` on a copy of the body, checks what the edit can have spoilt and puts the copy in place.
template <class Edit>
Result<void> editBody(Document& document, const std::string& id, BodyCheck check, Edit&& edit) {
  Body* const body = findBody(document, id);
  if (body == nullptr)
    return fail(ErrorCode::kNotFound, id, trf("expected the id of a body, found \"{}\", which no body has", id));
  Body changed = *body;
  edit(changed);
  if (auto ok = check(changed, document.space); !ok) {
    ok.error().where = id + "/" + ok.error().where;
    return ok;
  }
  *body = std::move(changed);
  return {};
}

Result<void> validateNewId(const Document& document, const std::string& id) {
  SEPAX_TRY(validateId(id));
  if (findBody(document, id) == nullptr) return {};
  return fail(ErrorCode::kWrongValue, "id", trf("expected an id that no other body has, found \"{}\"", id));
}

bool names(const PairIds& pair, const std::string& id) { return pair.first == id || pair.second == id; }

Result<void> run(Document& document, const AddBody& command) {
  if (document.bodies.size() >= kMaxBodies) {
    return fail(ErrorCode::kTooLarge, "bodies", trf("expected at most {} bodies", kMaxBodies));
  }
  SEPAX_TRY(validateNewId(document, command.body.id));
  SEPAX_TRY(validate(command.body, document.space));
  std::optional<std::vector<PairIds>> pairs = document.pairs;
  if (pairs && !command.tested_with.empty()) {
    if (findBody(document, command.tested_with) == nullptr) {
      return fail(ErrorCode::kNotFound, command.tested_with,
                  trf("expected the id of a body, found \"{}\", which no body has", command.tested_with));
    }
    pairs->emplace_back(command.tested_with, command.body.id);
  }
  document.bodies.push_back(command.body);
  std::swap(document.pairs, pairs);
  auto few = validatePairCount(document);
  if (!few) {
    document.bodies.pop_back();
    document.pairs = std::move(pairs);
  }
  return few;
}

Result<void> run(Document& document, const RemoveBody& command) {
  if (findBody(document, command.id) == nullptr) {
    return fail(ErrorCode::kNotFound, command.id,
                trf("expected the id of a body, found \"{}\", which no body has", command.id));
  }
  const std::string id = command.id;  // the command may refer into the document
  std::erase_if(document.bodies, [&](const Body& body) { return body.id == id; });
  if (document.pairs) std::erase_if(*document.pairs, [&](const PairIds& pair) { return names(pair, id); });
  std::erase_if(document.expect, [&](const Expectation& expected) { return names(expected.pair, id); });
  for (std::size_t i = document.queries.size(); i-- > 0;) {
    if (!renameInQuery(document.queries[i].query, id, "")) continue;
    document.queries.erase(document.queries.begin() + static_cast<std::ptrdiff_t>(i));
    std::erase_if(document.expect, [&](const Expectation& expected) { return expected.query == i; });
    for (Expectation& expected : document.expect) {
      if (expected.query && *expected.query > i) --*expected.query;
    }
  }
  return {};
}

Result<void> run(Document& document, const SetTransform& command) {
  Rotation rotation = command.rotation;
  if (const Quat* quaternion = std::get_if<Quat>(&rotation)) {
    // Drags multiply many small rotations; the length must not drift away from 1.
    const auto unit = unitQuaternion(*quaternion);
    SEPAX_TRY(unit);
    rotation = *unit;
  }
  return editBody(document, command.id, validateTransform, [&](Body& body) {
    body.position = command.position;
    body.rotation = rotation;
  });
}

Result<void> run(Document& document, const SetShape& command) {
  return editBody(document, command.id, validate, [&](Body& body) {
    if (typeName(body.shape) != typeName(command.shape)) body.shape_extra_json.clear();
    body.shape = command.shape;
  });
}

Result<void> run(Document& document, const SetScale& command) {
  return editBody(document, command.id, validate, [&](Body& body) { body.scale = command.scale; });
}

Result<void> run(Document& document, const SetPivot& command) {
  return editBody(document, command.id, validateTransform, [&](Body& body) { body.pivot = command.pivot; });
}

Result<void> run(Document& document, const SetVelocities& command) {
  return editBody(document, command.id, validate, [&](Body& body) {
    body.linear_velocity = command.linear;
    body.angular_velocity = command.angular;
  });
}

Result<void> run(Document& document, const RenameBody& command) {
  if (command.id != command.new_id) {
    SEPAX_TRY(validateNewId(document, command.new_id));
  }
  const std::string from = command.id, to = command.new_id;
  auto ok = editBody(document, from, kNothingToCheck, [&](Body& body) { body.id = to; });
  if (!ok) return ok;
  const auto follow = [&](PairIds& pair) {
    for (std::string* id : {&pair.first, &pair.second}) {
      if (*id == from) *id = to;
    }
  };
  if (document.pairs) std::for_each(document.pairs->begin(), document.pairs->end(), follow);
  for (Expectation& expected : document.expect) {
    follow(expected.pair);
    if (expected.body == from) expected.body = to;
  }
  for (AskedQuery& asked : document.queries) renameInQuery(asked.query, from, to);
  return {};
}

Result<void> run(Document& document, const SetBodyFlags& command) {
  return editBody(document, command.id, kNothingToCheck, [&](Body& body) {
    body.visible = command.visible;
    body.locked = command.locked;
  });
}

Result<void> run(Document& document, const SetBodyColour& command) {
  return editBody(document, command.id, kNothingToCheck, [&](Body& body) { body.colour = command.colour; });
}

Result<void> addPairs(Document& document, const std::vector<PairIds>& pairs) {
  const auto either = [](const PairIds& pair) { return std::minmax(pair.first, pair.second); };
  std::set<std::pair<std::string, std::string>> known;
  for (const PairIds& pair : *document.pairs) known.insert(either(pair));
  for (const PairIds& pair : pairs) {
    SEPAX_TRY(validatePair(document, pair, "pairs"));
    if (known.insert(either(pair)).second) document.pairs->push_back(pair);
  }
  return validatePairCount(document);
}

Result<void> run(Document& document, const PutBodies& command) {
  NameMap<std::string_view, std::size_t> place_of;
  for (std::size_t i = 0; i < document.bodies.size(); ++i) place_of.emplace(document.bodies[i].id, i);
  std::vector<std::pair<std::size_t, const Body*>> replaced;
  std::vector<const Body*> added;
  for (const Body& body : command.bodies) {
    if (auto ok = validate(body, document.space); !ok) {
      ok.error().where = body.id + "/" + ok.error().where;
      return ok;
    }
    const auto [found, is_new] = place_of.try_emplace(body.id, document.bodies.size() + added.size());
    if (is_new) {
      added.push_back(&body);
    } else {
      replaced.emplace_back(found->second, &body);
    }
  }
  if (document.bodies.size() + added.size() > kMaxBodies) {
    return fail(ErrorCode::kTooLarge, "bodies", trf("expected at most {} bodies", kMaxBodies));
  }
  auto before = document.pairs;
  const std::size_t count = document.bodies.size();
  for (const Body* const body : added) document.bodies.push_back(*body);
  const auto done = document.pairs ? addPairs(document, command.pairs) : Result<void>();
  if (!done) {
    document.bodies.resize(count);
    document.pairs = std::move(before);
    return done;
  }
  for (const auto& [place, body] : replaced) document.bodies[place] = *body;
  return {};
}

Result<void> run(Document& document, const RemoveBodies& command) {
  Document changed = document;
  for (const std::string& id : command.ids) {
    SEPAX_TRY(run(changed, RemoveBody{id}));
  }
  document = std::move(changed);
  return {};
}

Result<void> run(Document& document, const SetPairs& command) {
  for (std::size_t i = 0; command.pairs && i < command.pairs->size(); ++i) {
    SEPAX_TRY(validatePair(document, (*command.pairs)[i], fmt::format("pairs/{}", i)));
  }
  auto before = std::exchange(document.pairs, command.pairs);
  auto few = validatePairCount(document);
  if (!few) document.pairs = std::move(before);
  return few;
}

Result<void> run(Document& document, const SetTouchingTolerance& command) {
  const double tolerance = command.tolerance.value_or(0);
  if (!(tolerance >= 0 && tolerance <= kMaxLength)) {
    return fail(ErrorCode::kWrongValue, "touching_tolerance",
                trf("expected a length from 0 up, found {:g}", tolerance));
  }
  document.touching_tolerance = command.tolerance;
  return {};
}

Result<void> run(Document& document, const SetQueries& command) {
  for (std::size_t i = 0; i < command.queries.size(); ++i) {
    SEPAX_TRY(validateQuery(command.queries[i].query, document.space, fmt::format("queries/{}", i)));
  }
  document.queries = command.queries;
  std::erase_if(document.expect, [&](const Expectation& expected) {
    return expected.query && *expected.query >= document.queries.size();
  });
  return {};
}

Result<void> run(Document& document, const SetExpectations& command) {
  for (std::size_t i = 0; i < command.expect.size(); ++i) {
    const Expectation& expected = command.expect[i];
    const std::string place = fmt::format("expect/{}", i);
    if (!expected.query) SEPAX_TRY(validatePair(document, expected.pair, place));
    if (expected.query && *expected.query >= document.queries.size())
      return fail(ErrorCode::kWrongValue, place,
                  trf("expected one of {} queries, found {}", document.queries.size(), *expected.query));
    if (!expected.algorithm.empty() && findAlgorithm(expected.algorithm) == nullptr)
      return fail(ErrorCode::kWrongValue, place,
                  trf("expected an algorithm that `sepax algorithms` lists, found {}", expected.algorithm));
  }
  document.expect = command.expect;
  return {};
}

Result<void> run(Document& document, const SetTexts& command) {
  document.name = command.name;
  document.notes = command.notes;
  document.source = command.source;
  return {};
}

Result<void> run(Document& document, const MoveBodies& command) { return moveBodies(document, command.steps); }

Result<void> run(Document& document, const ReplaceDocument& command) {
  SEPAX_TRY(validate(command.document));
  document = command.document;
  return {};
}

std::string label(const Document&, const AddBody& command) { return trf("Add {}", command.body.id); }
std::string label(const Document&, const RemoveBody& command) { return trf("Remove {}", command.id); }

std::string label(const Document& before, const SetTransform& command) {
  const Body* const body = findBody(before, command.id);
  const bool moves = body == nullptr || body->position != command.position;
  const bool rotates = body != nullptr && matrixOf(body->rotation) != matrixOf(command.rotation);
  return trf(moves && rotates ? "Move and rotate {}" : rotates ? "Rotate {}" : "Move {}", command.id);
}

std::string label(const Document& before, const SetShape& command) {
  const Body* const body = findBody(before, command.id);
  if (body == nullptr || body->shape.index() != command.shape.index()) {
    return trf("Change shape of {} to {}", command.id, typeLabel(command.shape));
  }
  // The fields of both shapes come in the same order; name the one that differs, when it is only one.
  std::vector<const char*> changed;
  std::visit(
      [&](const auto& old_shape) {
        [[maybe_unused]] const auto& new_shape = std::get<std::decay_t<decltype(old_shape)>>(command.shape);
        std::apply(
            [&]([[maybe_unused]] const auto&... field) {
              ((old_shape.*(field.member) == new_shape.*(field.member) ? void() : changed.push_back(field.name)), ...);
            },
            std::decay_t<decltype(old_shape)>::fields());
      },
      body->shape);
  if (changed.size() != 1) return trf("Change shape of {}", command.id);
  return trf("Change {} of {}", spokenName(changed[0]), command.id);
}

std::string label(const Document&, const SetScale& command) { return trf("Scale {}", command.id); }
std::string label(const Document&, const SetPivot& command) { return trf("Set pivot of {}", command.id); }
std::string label(const Document&, const SetVelocities& command) { return trf("Set velocities of {}", command.id); }
std::string label(const Document&, const RenameBody& command) {
  return trf("Rename {} to {}", command.id, command.new_id);
}

std::string label(const Document& before, const SetBodyFlags& command) {
  const Body* const body = findBody(before, command.id);
  if (body != nullptr && body->visible != command.visible)
    return command.visible ? trf("Show {}", command.id) : trf("Hide {}", command.id);
  return command.locked ? trf("Lock {}", command.id) : trf("Unlock {}", command.id);
}

std::string label(const Document&, const SetBodyColour& command) { return trf("Colour {}", command.id); }

/// "A, B, C", of more than three their number.
std::string namesOf(const std::vector<std::string>& ids) {
  constexpr std::size_t kMaxNamed = 3;
  if (ids.size() > kMaxNamed) return trf("{} bodies", ids.size());
  std::string names;
  for (const std::string& id : ids) names += (names.empty() ? "" : ", ") + id;
  return names;
}

std::string label(const Document&, const PutBodies& command) {
  std::vector<std::string> ids;
  for (const Body& body : command.bodies) ids.push_back(body.id);
  const std::string names = namesOf(ids);
  switch (command.edit) {
    case BodiesEdit::kMove:
      return trf("Move {}", names);
    case BodiesEdit::kRotate:
      return trf("Rotate {}", names);
    case BodiesEdit::kReshape:
      return trf("Change shape of {}", names);
    case BodiesEdit::kAlign:
      return trf("Align {}", names);
    case BodiesEdit::kDistribute:
      return trf("Distribute {}", names);
    case BodiesEdit::kDuplicate:
      return trf("Add {}", names);
    case BodiesEdit::kPaste:
      return trf("Paste {}", names);
    case BodiesEdit::kShow:
      return trf("Show {}", names);
    case BodiesEdit::kHide:
      return trf("Hide {}", names);
    case BodiesEdit::kLock:
      return trf("Lock {}", names);
    case BodiesEdit::kUnlock:
      return trf("Unlock {}", names);
  }
  return {};
}

std::string label(const Document&, const RemoveBodies& command) { return trf("Remove {}", namesOf(command.ids)); }

std::string label(const Document& before, const SetPairs& command) {
  if (!command.pairs) return tr("Test all pairs");
  const std::size_t count = before.pairs ? before.pairs->size() : 0;
  if (before.pairs && command.pairs->size() == count + 1) {
    return trf("Test {} × {}", command.pairs->back().first, command.pairs->back().second);
  }
  return tr("Choose pairs");
}

std::string label(const Document&, const SetTouchingTolerance&) { return tr("Set touching tolerance"); }
std::string label(const Document&, const SetQueries&) { return tr("Edit queries"); }
std::string label(const Document& before, const SetExpectations& command) {
  return tr(command.expect.size() < before.expect.size() ? "Remove an expectation" : "Keep an answer");
}
std::string label(const Document&, const SetTexts&) { return tr("Edit texts"); }

std::string label(const Document&, const MoveBodies&) { return tr("Play the motion"); }

std::string label(const Document&, const ReplaceDocument& command) {
  return command.document.name.empty() ? tr("New scene") : trf("Open {}", trKnown(command.document.name));
}

}  // namespace

Result<void> apply(Document& document, const Command& command) {
  return std::visit([&](const auto& held) { return run(document, held); }, command);
}

std::string labelOf(const Document& before, const Command& command) {
  return std::visit([&](const auto& held) { return label(before, held); }, command);
}

}  // namespace sepax
