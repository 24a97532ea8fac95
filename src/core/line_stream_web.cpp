#include "core/line_stream.h"

#include "core/language.h"

#include <utility>

// Nothing connects to a page, and node's standard input is read as a file.

namespace sepax {

struct LineStream::State {};

LineStream LineStream::standardInput() { return LineStream(std::make_unique<State>()); }
Result<LineStream> LineStream::listen(std::uint16_t) {
  return fail(ErrorCode::kUnsupported, "",
              tr("only the desktop version of Sepax follows a program live; save its recording and open that"));
}
LineStream::Heard LineStream::next(std::string&, double, std::size_t) { return Heard::kClosed; }
void LineStream::limitIdle(double) {}
std::size_t LineStream::waiting() const { return 0; }
void LineStream::drop() {}
bool LineStream::isConnected() const { return false; }
std::uint16_t LineStream::port() const { return 0; }

}  // namespace sepax
