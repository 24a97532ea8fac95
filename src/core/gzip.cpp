#include "core/gzip.h"

#include "core/language.h"

#include <zlib.h>

#include <array>
#include <new>

namespace sepax {

namespace {

constexpr int kGzipWindow = 16 + MAX_WBITS;

/// zlib's one error when it starts is that there is no memory.
void need(int status) {
  if (status != Z_OK) throw std::bad_alloc();
}

}  // namespace

bool startsLikeGzip(std::span<const std::byte> head) {
  return head.size() >= 2 && head[0] == std::byte{0x1f} && head[1] == std::byte{0x8b};
}

struct Gunzip::State {
  z_stream stream{};
  State() { need(inflateInit2(&stream, kGzipWindow)); }
  ~State() { inflateEnd(&stream); }
};

Gunzip::Gunzip() : state_(std::make_shared<State>()) {}

Result<void> Gunzip::unpack(std::span<const std::byte> piece, std::string& out) {
  z_stream& stream = state_->stream;
  stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(piece.data()));
  stream.avail_in = static_cast<uInt>(piece.size());
  std::array<char, 1 << 16> buffer;
  do {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    out.append(buffer.data(), buffer.size() - stream.avail_out);
    if (status == Z_BUF_ERROR) break;  // it wants more
    if (status == Z_STREAM_END) inflateReset(&stream);
    if (status != Z_OK && status != Z_STREAM_END)
      return fail(ErrorCode::kDamaged, "", tr("expected gzip data, found something else"));
  } while (stream.avail_in > 0 || stream.avail_out == 0);
  return {};
}

bool Gunzip::isAtEnd() const { return state_->stream.total_in == 0; }  // reset where a stream ends

struct Gzip::State {
  z_stream stream{};
  State() {
    constexpr int kUsualMemory = 8;
    need(deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kUsualMemory, Z_DEFAULT_STRATEGY));
  }
  ~State() { deflateEnd(&stream); }

  void run(std::string_view piece, int flush, std::string& out) {
    stream.next_in = const_cast<Bytef*>(reinterpret_cast<const Bytef*>(piece.data()));
    stream.avail_in = static_cast<uInt>(piece.size());
    std::array<char, 1 << 16> buffer;
    do {
      stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
      stream.avail_out = static_cast<uInt>(buffer.size());
      static_cast<void>(deflate(&stream, flush));
      out.append(buffer.data(), buffer.size() - stream.avail_out);
    } while (stream.avail_out == 0);
  }
};

Gzip::Gzip() : state_(std::make_shared<State>()) {}

void Gzip::pack(std::string_view piece, std::string& out) { state_->run(piece, Z_NO_FLUSH, out); }
void Gzip::finish(std::string& out) { state_->run({}, Z_FINISH, out); }

}  // namespace sepax
