#pragma once

#include <string>

namespace sepax {

struct ViewportState;
struct Workspace;

/// Says on standard output what the window shows, for the hand of a test: each of the four whenever it changes.
class StateLog {
 public:
  /// "state apart-or-not dirty A:x,y B:x,y in FILE": verdict of the shown pair, where the bodies' origins are, in
  /// window pixels, and where saving goes. "lesson 09-six-faces 2 passed": the open step of the open lesson. "item x,y
  /// NAME": where the hand finds what; "focus NAME": what has the keys. "message TEXT": the newest line of the console.
  void say(const Workspace& workspace, const ViewportState& viewport);

 private:
  std::string state_, lesson_, message_, items_;
};

}  // namespace sepax
