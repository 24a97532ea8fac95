// Takes the place of a juror and misbehaves as its argument says: sepax-test-juror MODE.

#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

namespace {

void say(const std::string& line) { std::cout << line << std::endl; }

std::string idOf(const std::string& request) {
  const std::size_t at = request.rfind("\"id\":");  // those of bodies come before
  std::size_t end = at + 5;
  while (end < request.size() && request[end] >= '0' && request[end] <= '9') ++end;
  return at == std::string::npos ? "0" : request.substr(at + 5, end - at - 5);
}

[[noreturn]] void sleepForEver() {
  while (true) std::this_thread::sleep_for(std::chrono::seconds(60));
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "good";
  if (mode == "dies-at-start") {
    std::cerr << "cannot open the display of my dreams" << std::endl;
    return 3;
  }
  if (mode == "silent") sleepForEver();
  if (mode == "wrong-hello") say(R"({"sepax_juror": 7})");
  if (mode == "talkative") say("loading my engine …\n[1, 2");
  if (mode == "flood-at-start") {
    const std::string block(1 << 16, 'x');
    while (std::fwrite(block.data(), 1, block.size(), stdout) == block.size()) {
    }
  }
  // With "query:" before it the mode is the answer to sweeps and rays, which it then says that it gives.
  const std::string query = mode.rfind("query:", 0) == 0 ? mode.substr(6) : "";
  // With "simulate:" before it the lines of the mode are the answer to a scene, each without its braces and its id.
  const std::string scene = mode.rfind("simulate:", 0) == 0 ? mode.substr(9) : "";
  const std::string answers = mode == "rounds" ? R"(, "margins": true)"
                              : !scene.empty() ? R"(, "answers": ["simulate"])"
                              : query.empty()  ? ""
                                               : R"(, "answers": ["sweep", "ray"])";
  const std::string rest = mode.rfind("hello:", 0) == 0
                               ? mode.substr(6)
                               : R"("name": "bad", "version": "1", "precision": "double", "spaces": ["3d"])" + answers;
  say(R"({"sepax_juror": 1, )" + rest + "}");
  int count = 0;
  for (std::string line; std::getline(std::cin, line); ++count) {
    const std::string id = idOf(line);
    const std::string good = R"({"id": )" + id + R"(, "verdict": "separated", "distance": 1, "normal": [1, 0, 0]})";
    if (!scene.empty()) {
      std::istringstream lines(scene);
      for (std::string each; std::getline(lines, each);) say(R"({"id": )" + id + ", " + each + "}");
      continue;
    }
    if (!query.empty()) {
      say(R"({"id": )" + id + ", " + query + "}");
      continue;
    }
    if (mode.rfind("says:", 0) == 0) {  // its own answer
      say(R"({"id": )" + id + (mode.size() > 5 ? ", " : "") + mode.substr(5) + "}");
      continue;
    }
    if (mode.rfind("answers-each:", 0) == 0) {  // that many pairs are refused but for one, by 0 all
      const int each = std::stoi(mode.substr(13));
      const bool is_taken = each > 0 && count % each == 0;
      say(R"({"id": )" + id + (is_taken ? R"(, "contacts": []})" : R"(, "unsupported": "this one"})"));
      continue;
    }
    if (mode == "crashes") {
      std::signal(SIGSEGV, SIG_DFL);  // else sanitizers make an exit of it
      std::raise(SIGSEGV);
    }
    if (mode == "crashes-once" && count == 1) std::raise(SIGABRT);
    if (mode == "hangs") sleepForEver();
    if (mode == "leaves") return 0;
    if (mode == "floods") {
      const std::string block(1 << 16, 'x');
      while (true) std::cout << block;
    }
    if (mode == "chatters") {
      while (true) say("still thinking");
    }
    if (mode == "garbage") {
      say("\x01\xFF{\"id\": }");
      sleepForEver();
    }
    if (mode == "not-json") {
      say(R"({"id": )" + id + R"(, "separation": -inch})");
      sleepForEver();
    }
    if (mode == "nan-vector") {
      say(R"({"id": )" + id + R"(, "verdict": "separated", "normal": [null, null, null]})");
      continue;
    }
    if (mode == "throws") {
      std::cerr << "Traceback (most recent call last):\n  File \"mine.py\", line 3, in answer\nZeroDivisionError: "
                   "division by zero"
                << std::endl;
      return 1;
    }
    if (mode == "other-id") say(R"({"id": 999999, "verdict": "overlapping"})");
    if (mode == "wrong-types") {
      say(R"({"id": )" + id + R"(, "verdict": 7, "separation": "deep"})");
      continue;
    }
    if (mode == "not-a-number") {
      say(R"({"id": )" + id + R"(, "verdict": "overlapping", "separation": null})");
      continue;
    }
    if (mode == "forks" && ::fork() == 0) sleepForEver();
    if (mode == "hungry") {
      for (int i = 0; i < 64; ++i) {
        volatile char* const memory = static_cast<volatile char*>(std::malloc(256u << 20));
        if (memory == nullptr) std::abort();
        for (std::size_t at = 0; at < (256u << 20); at += 4096) memory[at] = 1;
      }
    }
    if (mode == "talkative") say("asked once more\n{\"level\": \"info\"}");
    say(good);
    if (mode == "twice") say(R"({"id": )" + id + R"(, "verdict": "overlapping"})");
  }
}
