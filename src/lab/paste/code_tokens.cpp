#include "lab/paste/code_tokens.h"

#include "core/name_map.h"

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string_view>
#include <utility>

namespace sepax::paste {

namespace {

constexpr std::size_t kMaxHead = 16;  ///< tokens of a function's parameters, or of a type

bool isAnyOf(const Token& token, std::initializer_list<std::string_view> texts) {
  return std::ranges::find(texts, token.text) != texts.end();
}

/// Makes tokens ends of statements, which say nothing.
void clear(std::vector<Token>& tokens, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    tokens[i].kind = Token::Kind::kSign;
    tokens[i].text = ";";
  }
}

/// An object's own members are names as others: "this.box", "self.box".
void dropSelf(std::vector<Token>& tokens) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_self = tokens[i].isWord() && isAnyOf(tokens[i], {"this", "self"}) && i + 2 < tokens.size() &&
                         (tokens[i + 1].is(".") || tokens[i + 1].is("->"));
    if (is_self) {
      tokens[i + 2].begins_line = tokens[i].begins_line;
      ++i;
      continue;
    }
    tokens[kept++] = tokens[i];
  }
  tokens.resize(kept);
}

/// Lua's "ball:move(1, 2)" at the beginning of a line is a method's call.
void nameMethods(std::vector<Token>& tokens) {
  const bool is_lua = std::ranges::any_of(tokens, [](const Token& token) { return token.text == "local"; });
  for (std::size_t i = 0; is_lua && i + 3 < tokens.size(); ++i) {
    const bool is_method = tokens[i].begins_line && tokens[i].isWord() && tokens[i + 1].is(":") &&
                           tokens[i].offset + tokens[i].text.size() == tokens[i + 1].offset && tokens[i + 2].isWord() &&
                           tokens[i + 3].is("(");
    if (is_method) tokens[i + 1].text = ".";
  }
}

/// Takes away what says nothing of values: Ruby's "contains?(", Python's "*[" and "evaluate=False", a line's "puts".
void dropMarks(std::vector<Token>& tokens) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto touches = [&](std::size_t a) {
      return tokens[a].offset + tokens[a].text.size() == tokens[a + 1].offset;
    };
    const bool has_next = i + 1 < tokens.size(), has_before = kept > 0;
    const bool is_question = has_next && has_before && (tokens[i].is("?") || tokens[i].is("!")) && touches(i) &&
                             tokens[i + 1].is("(") && tokens[kept - 1].isWord();
    const bool is_splat = has_next && has_before && tokens[i].is("*") && touches(i) && tokens[i + 1].is("[") &&
                          (tokens[kept - 1].is("(") || tokens[kept - 1].is(","));
    const bool is_output = tokens[i].begins_line && isAnyOf(tokens[i], {"puts", "p"}) && has_next &&
                           tokens[i + 1].isWord() && !tokens[i + 1].begins_line;
    const bool is_flag = i + 3 < tokens.size() && tokens[i].is(",") && tokens[i + 1].isWord() &&
                         tokens[i + 2].is("=") && isAnyOf(tokens[i + 3], {"True", "False", "None"}) &&
                         !isAnyOf(tokens[i + 1], {"degrees", "deg"});
    if (is_output) tokens[i + 1].begins_line = true;
    if (is_flag) i += 3;
    if (!is_question && !is_splat && !is_output && !is_flag) tokens[kept++] = tokens[i];
  }
  tokens.resize(kept);
}

/// Takes names that the text has for others back to these: Rust's and Python's "use a::Vector3 as V", C++'s "using V =
/// a::Vector3<float>;" and "typedef a::Vector3<float> V;", "const V = a.Vector3;".
void dropAliases(std::vector<Token>& tokens, std::deque<std::string>& names) {
  std::map<std::string_view, std::string_view> meant;
  // Where the path that begins at `i` ends.
  const auto pathAt = [&](std::size_t i) {
    while (tokens[i].isWord() && isAnyOf(tokens[i + 1], {"::", "."}) && tokens[i + 2].isWord()) i += 2;
    return i;
  };
  const auto mean = [&](std::size_t alias, std::size_t end) {
    constexpr std::size_t kMaxPath = 200;
    std::string path(tokens[end].text);
    for (; end > 1 && path.size() < kMaxPath && isAnyOf(tokens[end - 1], {"::", "."}) && tokens[end - 2].isWord();
         end -= 2)
      path.insert(0, std::string(tokens[end - 2].text) + '.');
    meant[tokens[alias].text] = names.emplace_back(std::move(path));
  };
  const auto isCapital = [](const Token& token) {
    return token.isWord() && token.text[0] >= 'A' && token.text[0] <= 'Z';
  };
  bool imports = false;
  int depth = 0;
  for (std::size_t i = 0; i + 3 < tokens.size(); ++i) {
    const bool begins = tokens[i].begins_line || i == 0 || tokens[i - 1].is(";");
    if (begins && isAnyOf(tokens[i], {"use", "import", "from"})) imports = true;
    if (tokens[i].is(";") || (begins && isAnyOf(tokens[i], {"let", "const", "def", "fn", "class"}))) imports = false;
    const bool is_import = imports && i > 1 && tokens[i].text == "as" && tokens[i - 1].isWord() &&
                           tokens[i + 1].isWord() && isAnyOf(tokens[i - 2], {"::", ".", ",", "{", "import"});
    if (is_import) mean(i + 1, i - 1);
    depth += isAnyOf(tokens[i], {"(", "["}) ? 1 : isAnyOf(tokens[i], {")", "]"}) ? -1 : 0;
    if (!begins && (i == 0 || !tokens[i - 1].is(",") || depth != 0)) continue;
    if (tokens[i].text == "typedef") {
      const std::size_t end = pathAt(i + 1);
      std::size_t last = end;
      while (last + 1 < std::min(tokens.size(), end + kMaxHead) && !tokens[last + 1].is(";") &&
             !tokens[last + 1].begins_line)
        ++last;
      if (last > end && tokens[end].isWord() && tokens[last].isWord()) mean(last, end);
      continue;
    }
    const std::size_t name = isAnyOf(tokens[i], {"using", "type", "const", "let", "var"}) ? i + 1 : i;
    if (!isCapital(tokens[name]) || !tokens[name + 1].is("=")) continue;
    const std::size_t end = name + 2 < tokens.size() ? pathAt(name + 2) : name + 2;
    const bool is_type = isAnyOf(tokens[i], {"using", "type"});
    const bool is_whole =
        end + 1 < tokens.size() &&
        (isAnyOf(tokens[end + 1], {";", ","}) || tokens[end + 1].begins_line || (is_type && tokens[end + 1].is("<")));
    if (is_whole && (end > name + 2 || is_type) && isCapital(tokens[end])) mean(name, end);
  }
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const auto found = tokens[i].isWord() ? meant.find(tokens[i].text) : meant.end();
    const bool is_member = i > 0 && isAnyOf(tokens[i - 1], {".", "->"});
    if (found != meant.end() && !is_member && !isAnyOf(tokens[i + 1], {"=", ":"})) tokens[i].text = found->second;
  }
}

/// Whether a brace is the body of a function that is written in place: "() => {", "function name(a, b) {".
bool opensFunction(const std::vector<Token>& tokens, std::size_t brace) {
  std::size_t at = brace - 1;
  if (tokens[at].is("=>") || (tokens[at].is(">") && at > 0 && tokens[at - 1].is("="))) return true;
  const std::size_t last = at > kMaxHead ? at - kMaxHead : 0;
  if (!tokens[at].is(")")) return false;
  while (at > last && !tokens[at].is("(")) --at;
  return (at > 0 && tokens[at - 1].text == "function") || (at > 1 && tokens[at - 2].text == "function");
}

/// Takes the calls away around functions that are written in place, ".then(() => {…})" and "it('collides', function ()
/// {…})": their statements are read as all others.
void openCallbacks(std::vector<Token>& tokens) {
  struct Open {
    std::size_t at;
    bool is_callback;  ///< the brace of one
  };
  std::vector<Open> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is("(") || tokens[i].is("[")) open.push_back({i, false});
    if (tokens[i].is("{")) {
      const std::size_t outer = open.empty() ? 0 : open.back().at;
      const bool is_hook = outer > 0 && tokens[outer - 1].text.starts_with("use");  // React's, which give an object
      const bool is_callback = outer > 0 && tokens[outer].is("(") && !is_hook && opensFunction(tokens, i);
      if (is_callback) {
        clear(tokens, outer, i);
        open.pop_back();
      }
      open.push_back({i, is_callback});
    }
    const bool closes = tokens[i].is(")") || tokens[i].is("]") || tokens[i].is("}");
    if (!closes || open.empty()) continue;
    const bool ends_callback = open.back().is_callback && tokens[i].is("}");
    open.pop_back();
    if (!ends_callback) continue;
    // "}, 5000)": what follows the function in the call.
    std::size_t end = i + 1;
    while (end < tokens.size() && tokens[end].is(",") && tokens[end + 1].isNumber()) end += 2;
    if (end < tokens.size() && tokens[end].is(")")) clear(tokens, i + 1, end + 1);
  }
}

/// SolidPython's "translate([1, 2, 3])(cube(2))" is OpenSCAD's "translate([1, 2, 3]) cube(2)".
void openMovers(std::vector<Token>& tokens) {
  const auto closeOf = [&](std::size_t open) {
    std::size_t end = open;
    constexpr std::size_t kMaxCall = 4096;  // tokens
    const std::size_t last = std::min(tokens.size(), open + kMaxCall);
    for (int depth = 0; end < last; ++end) {
      depth += tokens[end].is("(") ? 1 : tokens[end].is(")") ? -1 : 0;
      if (depth == 0) return end;
    }
    return tokens.size();
  };
  std::vector<bool> is_dropped(tokens.size(), false);
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (!isAnyOf(tokens[i], {"translate", "rotate"}) || !tokens[i + 1].is("(")) continue;
    const std::size_t inner = closeOf(i + 1) + 1;
    if (inner >= tokens.size() || !tokens[inner].is("(") || tokens[inner].begins_line) continue;
    const std::size_t close = closeOf(inner);
    if (close >= tokens.size()) continue;
    is_dropped[inner] = is_dropped[close] = true;
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_dropped[i]) tokens[kept++] = tokens[i];
  }
  tokens.resize(kept);
}

/// Takes away what a function is declared to be given: "OBB::Intersects(const OBB &b, float epsilon)" in a sentence.
void dropParameters(std::vector<Token>& tokens) {
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    if (!tokens[i].is("(") || !tokens[i - 1].isWord() || tokens[i + 1].text != "const") continue;
    std::size_t end = i + 1;
    for (int depth = 1; depth > 0 && tokens[end].kind != Token::Kind::kEnd; ++end)
      depth += tokens[end].is("(") ? 1 : tokens[end].is(")") ? -1 : 0;
    clear(tokens, i, end);
    i = end - 1;
  }
}

/// For each token where the statement ends that it is in: at a semicolon or the next line, unless that goes on with a
/// point; the count of tokens where it does not.
std::vector<std::size_t> endsOfStatements(const std::vector<Token>& tokens) {
  std::vector<std::size_t> ends(tokens.size() + 2, tokens.size());
  for (std::size_t i = tokens.size(); i-- > 0;) {
    const bool is_end = tokens[i].is(";") || (tokens[i].begins_line && !tokens[i].is("."));
    ends[i] = is_end ? i : ends[i + 1];
  }
  return ends;
}

/// Gives a name that is declared again ("let collider = …" twice, "b2BodyDef def = …;" of a block and of the next one)
/// another one from there on, as both mean what they were declared as. The declaration's own right side still means the
/// first. `names` keeps the new names.
void renameDeclaredAgain(std::vector<Token>& tokens, std::deque<std::string>& names) {
  struct Declared {
    std::string_view name;
    std::size_t holds_from;
  };
  const std::vector<std::size_t> ends = endsOfStatements(tokens);
  const auto isTypedDeclaration = [&](std::size_t i) {
    const Token& type = tokens[i - 1];
    const bool begins = i > 1 && (type.begins_line || isAnyOf(tokens[i - 2], {";", "{", "}"}));
    const bool is_type = type.isWord() && !isAnyOf(type, {"return", "new", "else", "delete", "goto", "case", "throw"});
    const std::size_t end = ends[i + 2];
    return begins && is_type && tokens[i + 1].is("=") && !tokens[i].begins_line && end < tokens.size() &&
           tokens[end].is(";");
  };
  NameMap<std::string_view, std::vector<Declared>> declared;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!tokens[i].isWord() || i == 0 || isAnyOf(tokens[i - 1], {".", "->", "::"})) continue;
    const std::string_view word = tokens[i].text;
    const std::size_t before = i > 1 && tokens[i - 1].text == "mut" ? i - 2 : i - 1;
    const bool is_declared =
        (isAnyOf(tokens[before], {"let", "const", "auto", "var"}) && isAnyOf(tokens[i + 1], {"=", ":"})) ||
        isTypedDeclaration(i);
    if (is_declared) {
      std::vector<Declared>& all = declared[word];
      constexpr std::size_t kMaxDeclared = 64;  // of one word; then the last one is declared anew
      std::string_view name = all.empty() ? word : all.back().name;
      if (!all.empty() && all.size() < kMaxDeclared)
        name = names.emplace_back(std::string(all.back().name) + '_');  // which is no part of a label
      all.push_back({name, ends[i + 2]});
      tokens[i].text = name;
      continue;
    }
    const auto known = declared.find(word);
    if (known == declared.end()) continue;
    const auto last = std::ranges::find_if(known->second.rbegin(), known->second.rend(),
                                           [&](const Declared& d) { return d.holds_from <= i; });
    if (last != known->second.rend()) tokens[i].text = last->name;
  }
}

}  // namespace

CodeTokens::CodeTokens(std::vector<Token> written) : tokens(std::move(written)) {
  dropMarks(tokens);
  dropSelf(tokens);
  nameMethods(tokens);
  dropAliases(tokens, names);
  openCallbacks(tokens);
  openMovers(tokens);
  dropParameters(tokens);
  renameDeclaredAgain(tokens, names);
}

}  // namespace sepax::paste
