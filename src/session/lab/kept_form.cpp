#include "session/lab/kept_form.h"

#include "core/language.h"
#include "core/number.h"
#include "core/platform.h"
#include "core/text.h"
#include "format/api.h"
#include "format/case_writer.h"
#include "lab/paste/words.h"
#include "session/host/host.h"
#include "session/lab/lab_state.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

namespace sepax {

namespace {

using paste::TakeRule;

/// The word that files have for a rotation by hand.
std::string rotationWord(const TakeRule::Part& part) {
  if (part.role == "angle") return "angle";
  if (!part.order.empty()) return part.order;
  return part.role == "matrix" ? "rows" : "xyzw";
}

/// A call with the numbers that it was given, by their places in the text: the role's word and how many it belongs to.
struct KeptCall {
  std::string name, kind;
  struct Argument {
    std::string role;
    std::size_t count = 0;
  };
  std::map<std::size_t, Argument> arguments;
  std::optional<TakeRule::Part> setter;  ///< what it sets where it makes no shape
};

class Keeper {
 public:
  Keeper(std::string_view text, const std::vector<PasteGroup>& groups, const FormNames& names)
      : text_(text), groups_(groups), names_(names) {}

  Result<void> keep(const TakeRule& rule) {
    for (const TakeRule::Part& part : rule.parts) {
      if (paste::findTakeRole(part.role)->role == paste::Role::kNone) continue;
      for (const std::string& term : part.terms) {
        if (term.starts_with('@')) SEPAX_TRY(keep(rule, part, term));
      }
    }
    return {};
  }

  Result<Json> file(const std::string& title) {
    Json file{{"sepax_api", 1}, {"title", title}, {"source", "kept from a pasted text"}};
    Json shapes = Json::array(), rotations = Json::array();
    std::map<std::string, std::set<std::string>> setters;
    for (auto& [bracket, call] : calls_) {
      addRest(call, bracket);
      if (!call.setter) {
        Json arguments = Json::array();
        for (const auto& [offset, argument] : call.arguments) {
          const bool is_plane = argument.count == 2 && argument.role != "vertices";
          arguments.push(argument.role + (is_plane ? ":2" : ""));
        }
        if (made_.insert(call.name).second)
          shapes.push(Json{{"names", Json::array({call.name})}, {"shape", call.kind}, {"args", arguments}});
        continue;
      }
      const std::string_view set = paste::findTakeRole(call.setter->role)->readAs();
      setters[std::string(set)].insert(call.name);
      if (set == "rotation" && made_.insert(call.name).second)
        rotations.push(Json{{"names", Json::array({call.name})}, {"rotation", rotationWord(*call.setter)}});
    }
    if (!shapes.items().empty()) file["shapes"] = shapes;
    if (!rotations.items().empty()) file["rotations"] = rotations;
    if (!setters.empty()) file["setters"] = objectOf(setters);
    Json words = Json::object();
    if (!keys_.empty()) words["whole"] = objectOf(keys_);
    if (names_.of_kinds && !kinds_.empty()) words["shapes"] = objectOf(kinds_);
    if (!words.members().empty()) file["words"] = words;
    if (calls_.empty() && keys_.empty())
      return fail(ErrorCode::kNotFound, "", tr("none of these numbers stands behind a call or key of its own"));
    return file;
  }

 private:
  static Json objectOf(const std::map<std::string, std::set<std::string>>& lists) {
    Json out = Json::object();
    for (const auto& [key, names] : lists) out[key] = Json::list(names);
    return out;
  }

  Result<void> keep(const TakeRule& rule, const TakeRule::Part& part, const std::string& term) {
    const auto group = std::ranges::find(groups_, term, &PasteGroup::reference);
    const auto [of, index] = group != groups_.end() ? std::pair(&*group, std::size_t{0}) : numberNamed(term);
    if (of == nullptr) return fail(ErrorCode::kNotFound, "", trf("{} is no group of numbers of its own", term));
    const bool is_around = names_.of_calls_around && !of->caller.empty();
    const std::string& call = is_around ? of->caller : of->call;
    if (!call.empty()) {
      keepCall(calls_[is_around ? of->around : of->bracket], call, rule, part, *of, index, term.find('#') == term.npos);
      return {};
    }
    if (of->words.empty() || !isBehindKey(of->offsets.front()))
      return fail(ErrorCode::kNotFound, "", trf("{} stands behind no call and no key", term));
    const std::string& key = of->words.front();
    const std::string word = part.role == "rotation" ? rotationWord(part)
                             : part.role == "height" ? "length"
                                                     : part.role;
    const paste::Role known = paste::roleOf(key), wanted = paste::findTakeRole(part.role)->role;
    if (known != paste::Role::kNone && known != wanted)
      return fail(ErrorCode::kWrongValue, "", trf("\"{}\" means something else in other texts", key));
    if (known == paste::Role::kNone) keys_[word].insert(paste::plainKey(key));
    if (!rule.kind.empty() && of->words.size() > 1 && paste::roleOf(of->words[1]) == paste::Role::kNone)
      kinds_[rule.kind].insert(paste::plainKey(of->words[1]));
    return {};
  }

  /// "@3#2": the second number of line 3, by its group and place there.
  [[nodiscard]] std::pair<const PasteGroup*, std::size_t> numberNamed(const std::string& term) const {
    const std::size_t mark = term.find('#');
    if (mark == std::string::npos) return {};
    std::size_t number = parseInteger<std::size_t>(term.substr(mark + 1)).value_or(0);
    if (number == 0) return {};
    for (const PasteGroup& group : groups_) {
      if (!group.reference.starts_with(term.substr(0, mark) + ".")) continue;
      if (number <= group.numbers.size()) return {&group, number - 1};
      number -= group.numbers.size();
    }
    return {};
  }

  void keepCall(KeptCall& call, const std::string& name, const TakeRule& rule, const TakeRule::Part& part,
                const PasteGroup& group, std::size_t index, bool is_whole) {
    call.name = name;
    const std::string_view set = paste::findTakeRole(part.role)->readAs();
    const bool sets = set == "position" || set == "rotation" || set == "velocity";
    if (sets && call.kind.empty()) call.setter = part;
    if (!sets) {
      call.kind = rule.kind;
      call.setter.reset();
    }
    const std::size_t count = is_whole ? group.numbers.size() : 1;
    // Single numbers that make one vector are one argument.
    const bool goes_on = !is_whole && part.terms.size() > 1 && !call.arguments.empty() &&
                         call.arguments.rbegin()->second.role == part.role;
    if (goes_on || (part.role == "vertices" && !call.arguments.empty())) {
      call.arguments.rbegin()->second.count += count;
    } else {
      call.arguments[group.offsets[index]] = {part.role == "height" ? "length" : part.role, count};
    }
  }

  /// Numbers of a call that were given no role mean nothing.
  void addRest(KeptCall& call, std::size_t bracket) const {
    for (const PasteGroup& group : groups_) {
      const bool is_in = group.bracket == bracket || (names_.of_calls_around && group.around == bracket);
      if (!is_in) continue;
      for (std::size_t i = 0; i < group.offsets.size(); ++i) {
        const auto behind = call.arguments.upper_bound(group.offsets[i]);
        const bool is_free =
            behind == call.arguments.begin() ||
            std::prev(behind)->second.count <= placesBetween(std::prev(behind)->first, group.offsets[i]);
        if (is_free) call.arguments.emplace(group.offsets[i], KeptCall::Argument{"skip", 1});
      }
    }
  }

  [[nodiscard]] std::size_t placesBetween(std::size_t from, std::size_t to) const {
    std::size_t count = 0;
    for (const PasteGroup& group : groups_)
      count += static_cast<std::size_t>(
          std::ranges::count_if(group.offsets, [&](std::size_t offset) { return offset >= from && offset < to; }));
    return count;
  }

  /// "key = (1", "key: -1", "key=\"1": what stands in front of a number.
  [[nodiscard]] bool isBehindKey(std::size_t offset) const {
    while (offset > 0 && std::string_view(" \t-+([{\"'").find(text_[offset - 1]) != std::string_view::npos) --offset;
    return offset > 0 && (text_[offset - 1] == '=' || text_[offset - 1] == ':');
  }

  std::string_view text_;
  const std::vector<PasteGroup>& groups_;
  FormNames names_;
  std::map<std::size_t, KeptCall> calls_;
  std::map<std::string, std::set<std::string>> keys_, kinds_;
  std::set<std::string> made_;
};

/// The text by itself is the pair that it is by hand.
bool isReadAlike(const std::string& text, const paste::Answers& answers, const Document& by_hand) {
  const auto read = pasteText(text, answers);
  if (!read || !read->isCertain()) return false;
  const auto bodiesOf = [](Document document) {
    document.notes.clear();
    for (std::size_t i = 0; i < document.bodies.size(); ++i) {
      document.bodies[i].id = std::to_string(i);
      document.bodies[i].written = nullptr;
    }
    document.queries.clear();
    document.pairs.reset();
    return writeCase(document);
  };
  return bodiesOf(read->document) == bodiesOf(by_hand) && read->document.queries.size() == by_hand.queries.size();
}

}  // namespace

Result<Json> keptForm(const std::string& title, std::string_view text, const std::vector<PasteGroup>& groups,
                      const std::vector<TakeRule>& rules, const FormNames& names) {
  Keeper keeper(text, groups, names);
  for (const TakeRule& rule : rules) SEPAX_TRY(keeper.keep(rule));
  return keeper.file(title);
}

void execute(LabState& state, Host& host, const KeepForm& request) {
  const PasteState& paste = state.paste;
  if (paste.read == nullptr) return;
  const auto config = configFolder();
  if (!config) return notify(host, LogLevel::kError, describe(config.error()));
  std::error_code error;
  std::filesystem::create_directories(*config + "/apis", error);
  const std::string file = *config + "/apis/" + request.name + ".json";
  if (std::filesystem::exists(file, error))
    return notify(host, LogLevel::kError, trf("The form is not kept: {}", tr("There is a form of this name.")));
  std::vector<TakeRule> rules = paste.rules;
  for (TakeRule& rule : rules) {  // the kind that its roles say
    const Body* const body = findBody(paste.read->document, rule.who);
    if (body != nullptr && rule.kind.empty()) rule.kind = typeName(body->shape);
  }
  // The fewest names that make the text read by itself.
  for (const FormNames names : {FormNames{}, FormNames{false, true}, FormNames{true, false}, FormNames{true, true}}) {
    const auto form = keptForm(request.name, paste.read->text, paste.groups, rules, names);
    if (!form) return notify(host, LogLevel::kError, trf("The form is not kept: {}", form.error().message));
    if (const auto written = writeFileAtomically(file, prettyJson(*form)); !written)
      return notify(host, LogLevel::kError, describe(written.error()));
    reloadApis();
    if (checkApis() && isReadAlike(paste.text, paste.answers, paste.read->document))
      return announce(host, trf("The form is kept in {}: texts like this one are read by themselves", file));
  }
  std::filesystem::remove(file, error);
  reloadApis();
  notify(host, LogLevel::kError, tr("The form is not kept: its calls and keys alone do not make this pair"));
}

}  // namespace sepax
