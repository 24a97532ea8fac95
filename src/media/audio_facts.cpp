#include "media/audio_facts.h"

#include "bundle/little_endian.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace sepax {

namespace {

constexpr std::uint64_t kSearched = 64u << 10;  ///< bytes in which a first frame or a last page is looked for
constexpr std::uint64_t kWalked = 64u << 20;    ///< bytes of a file whose frames or pages are all looked at

using Head = std::vector<std::byte>;

/// At most `count` bytes from `offset`; fewer at the end, none when the source fails.
Head someBytes(const ByteSource& source, std::uint64_t offset, std::uint64_t count) {
  if (offset >= source.size()) return {};
  Head bytes(std::min(count, source.size() - offset));
  if (!source.readAt(offset, bytes)) bytes.clear();
  return bytes;
}

bool hasText(const Head& bytes, std::size_t at, std::string_view text) {
  return at + text.size() <= bytes.size() &&
         std::equal(text.begin(), text.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at),
                    [](char c, std::byte b) { return static_cast<std::byte>(c) == b; });
}

std::uint32_t byteAt(const Head& bytes, std::size_t at) { return static_cast<std::uint32_t>(bytes[at]); }
std::uint32_t bigEndianAt(const Head& bytes, std::size_t at) {
  return byteAt(bytes, at) << 24 | byteAt(bytes, at + 1) << 16 | byteAt(bytes, at + 2) << 8 | byteAt(bytes, at + 3);
}

// ---------------------------------------------------------------- WAV

const char* waveCodec(std::uint32_t tag) {
  static constexpr std::pair<std::uint32_t, const char*> kCodecs[] = {
      {1, "PCM"}, {2, "Microsoft ADPCM"}, {3, "float"}, {6, "A-law"}, {7, "µ-law"}, {0x11, "IMA ADPCM"}};
  const auto* const known = std::ranges::find(kCodecs, tag, &std::pair<std::uint32_t, const char*>::first);
  return known == std::end(kCodecs) ? "coded" : known->second;
}

std::optional<AudioFacts> waveFacts(const ByteSource& source, const Head& head) {
  if (!hasText(head, 0, "RIFF") || !hasText(head, 8, "WAVE")) return std::nullopt;
  constexpr int kMaxChunks = 256;
  AudioFacts facts;
  std::uint32_t bytes_per_second = 0, tag = 0, samples = 0;
  std::uint64_t at = 12;
  for (int i = 0; i < kMaxChunks; ++i) {
    const Head chunk = someBytes(source, at, 8 + 26);
    if (chunk.size() < 8) break;
    const std::uint64_t size = u32At(chunk, 4);
    if (hasText(chunk, 0, "fmt ") && chunk.size() >= 24) {
      tag = u16At(chunk, 8);
      if (tag == 0xfffe && chunk.size() >= 34) tag = u16At(chunk, 32);  // extensible: the codec leads the sub-format
      facts.channels = u16At(chunk, 10);
      facts.rate = u32At(chunk, 12);
      bytes_per_second = u32At(chunk, 16);
      facts.format = fmt::format("WAV, {} {} bit", waveCodec(tag), u16At(chunk, 22));
    } else if (hasText(chunk, 0, "fact") && chunk.size() >= 12) {
      samples = u32At(chunk, 8);
    } else if (hasText(chunk, 0, "data") && bytes_per_second > 0) {
      const std::uint64_t there =
          std::min(size, source.size() - at - 8);  // streams are written with a size of 0xffffffff
      facts.seconds = static_cast<double>(there) / bytes_per_second;
      // Bytes a second of a compressed sound are an estimate; where all bytes are there, so are all samples.
      const bool is_compressed = tag != 1 && tag != 3;
      if (is_compressed && samples > 0 && there == size && facts.rate > 0)
        facts.seconds = static_cast<double>(samples) / facts.rate;
      break;
    }
    at += 8 + size + (size & 1);
  }
  if (facts.rate == 0) return std::nullopt;
  return facts;
}

// ---------------------------------------------------------------- FLAC

/// A STREAMINFO block's contents at `at`.
bool readStreamInfo(const Head& bytes, std::size_t at, AudioFacts& facts) {
  if (at + 18 > bytes.size()) return false;
  facts.rate = bigEndianAt(bytes, at + 10) >> 12;
  facts.channels = static_cast<int>(byteAt(bytes, at + 12) >> 1 & 7) + 1;
  const std::uint32_t bits = ((byteAt(bytes, at + 12) & 1) << 4 | byteAt(bytes, at + 13) >> 4) + 1;
  const std::uint64_t samples = std::uint64_t{byteAt(bytes, at + 13) & 15} << 32 | bigEndianAt(bytes, at + 14);
  facts.format = fmt::format("FLAC {} bit", bits);
  if (facts.rate > 0) facts.seconds = static_cast<double>(samples) / facts.rate;
  return facts.rate > 0;
}

std::optional<AudioFacts> flacFacts(const Head& head) {
  AudioFacts facts;
  if (!hasText(head, 0, "fLaC") || !readStreamInfo(head, 8, facts)) return std::nullopt;
  return facts;
}

// ---------------------------------------------------------------- Ogg

/// The position, in samples, that the last page of a stream ends at; 0 when it is not found.
std::uint64_t lastGranule(const ByteSource& source) {
  const std::uint64_t from = source.size() > kSearched ? source.size() - kSearched : 0;
  const Head tail = someBytes(source, from, kSearched);
  for (std::size_t at = tail.size() < 14 ? 0 : tail.size() - 13; at-- > 0;) {
    if (!hasText(tail, at, "OggS")) continue;
    const std::uint64_t granule = u32At(tail, at + 6) | std::uint64_t{u32At(tail, at + 10)} << 32;
    if (granule != ~std::uint64_t{0}) return granule;
  }
  return 0;
}

/// A stream of sound by its first page, and how its positions count.
struct OggStream {
  AudioFacts facts;
  std::uint32_t serial = 0;
  std::uint64_t skipped = 0;  ///< samples at its start that are not heard

  [[nodiscard]] double secondsUntil(std::uint64_t granule) const {
    return static_cast<double>(granule > skipped ? granule - skipped : 0) / facts.rate;
  }
};

constexpr std::size_t kOggHeader = 27;

std::optional<OggStream> oggStream(const Head& page) {
  if (!hasText(page, 0, "OggS") || page.size() < kOggHeader + 1) return std::nullopt;
  const std::size_t packet = kOggHeader + byteAt(page, kOggHeader - 1);
  OggStream out{.facts = {}, .serial = u32At(page, 14)};
  AudioFacts& facts = out.facts;
  if (hasText(page, packet, "\x01vorbis") && packet + 16 <= page.size()) {
    facts.format = "Ogg Vorbis";
    facts.channels = static_cast<int>(byteAt(page, packet + 11));
    facts.rate = u32At(page, packet + 12);
  } else if (hasText(page, packet, "OpusHead") && packet + 16 <= page.size()) {
    constexpr std::uint32_t kOpusRate = 48000;  // positions count at this rate whatever was recorded
    facts.format = "Ogg Opus";
    facts.channels = static_cast<int>(byteAt(page, packet + 9));
    facts.rate = kOpusRate;
    out.skipped = u16At(page, packet + 10);
  } else if (hasText(page, packet,
                     "\x7f"
                     "FLAC") &&
             readStreamInfo(page, packet + 17, facts)) {
    facts.format = "Ogg " + facts.format;
  }
  if (facts.rate == 0) return std::nullopt;
  return out;
}

/// The length of all sounds that lie one behind the other in an Ogg file, by its pages; nullopt where they cannot be
/// followed to the file's end.
std::optional<double> chainedSeconds(const ByteSource& source) {
  constexpr std::uint64_t kMaxPage = kOggHeader + 255 + 64, kNone = ~std::uint64_t{0};
  constexpr std::uint32_t kFirst = 2;
  double seconds = 0;
  std::optional<OggStream> stream;
  std::uint64_t granule = 0;
  bool was_first = true;
  for (std::uint64_t at = 0; at < source.size();) {
    const Head page = someBytes(source, at, kMaxPage);
    if (!hasText(page, 0, "OggS") || page.size() < kOggHeader) return std::nullopt;
    if (page.size() < kOggHeader + byteAt(page, kOggHeader - 1)) return std::nullopt;
    const bool is_first = (byteAt(page, 5) & kFirst) != 0;
    if (is_first && !was_first) {  // streams beside each other begin together
      seconds += stream ? stream->secondsUntil(granule) : 0;
      stream.reset();
    }
    was_first = is_first;
    if (is_first || at == 0) {
      if (!stream) stream = oggStream(page);
      granule = 0;
    }
    const std::uint64_t position = u32At(page, 6) | std::uint64_t{u32At(page, 10)} << 32;
    if (stream && stream->serial == u32At(page, 14) && position != kNone) granule = position;
    const std::size_t segments = byteAt(page, kOggHeader - 1);
    at += kOggHeader + segments;
    for (std::size_t i = 0; i < segments; ++i) at += byteAt(page, kOggHeader + i);
  }
  return seconds + (stream ? stream->secondsUntil(granule) : 0);
}

std::optional<AudioFacts> oggFacts(const ByteSource& source, const Head& head) {
  auto stream = oggStream(head);
  if (!stream) return std::nullopt;
  const auto chained = source.size() <= kWalked ? chainedSeconds(source) : std::nullopt;
  stream->facts.seconds = chained ? *chained : stream->secondsUntil(lastGranule(source));
  return stream->facts;
}

// ---------------------------------------------------------------- MP3

struct MpegFrame {
  int version = 1;  ///< 1, 2, or 25 for 2.5
  int layer = 3;
  std::uint32_t rate = 0, bits_per_second = 0;
  int channels = 2;
  int samples = 1152;
  std::size_t bytes = 0;
};

constexpr std::array<int, 15> kKbitsV1L1{0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448};
constexpr std::array<int, 15> kKbitsV1L2{0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384};
constexpr std::array<int, 15> kKbitsV1L3{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320};
constexpr std::array<int, 15> kKbitsV2L1{0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256};
constexpr std::array<int, 15> kKbitsV2L23{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160};

/// The header of ISO/IEC 11172-3 (and 13818-3): four bytes with eleven set bits in front.
std::optional<MpegFrame> mpegFrame(const Head& bytes, std::size_t at) {
  if (at + 4 > bytes.size()) return std::nullopt;
  const std::uint32_t h = bigEndianAt(bytes, at);
  const std::uint32_t version = h >> 19 & 3, layer = h >> 17 & 3, bits = h >> 12 & 15, rate = h >> 10 & 3;
  if (h >> 21 != 0x7ff || version == 1 || layer == 0 || bits == 0 || bits == 15 || rate == 3) return std::nullopt;
  MpegFrame frame;
  frame.version = version == 3 ? 1 : version == 2 ? 2 : 25;
  frame.layer = 4 - static_cast<int>(layer);
  static constexpr std::array<std::uint32_t, 3> kRates{44100, 48000, 32000};
  frame.rate = kRates[rate] / (frame.version == 1 ? 1 : frame.version == 2 ? 2 : 4);
  const bool first = frame.version == 1;
  const auto& table = first ? (frame.layer == 1   ? kKbitsV1L1
                               : frame.layer == 2 ? kKbitsV1L2
                                                  : kKbitsV1L3)
                            : (frame.layer == 1 ? kKbitsV2L1 : kKbitsV2L23);
  frame.bits_per_second = static_cast<std::uint32_t>(table[bits]) * 1000;
  frame.channels = (h >> 6 & 3) == 3 ? 1 : 2;
  frame.samples = frame.layer == 1 ? 384 : frame.layer == 3 && !first ? 576 : 1152;
  const std::uint32_t padding = h >> 9 & 1;
  frame.bytes = frame.layer == 1
                    ? (12 * frame.bits_per_second / frame.rate + padding) * 4
                    : static_cast<std::uint32_t>(frame.samples) / 8 * frame.bits_per_second / frame.rate + padding;
  return frame;
}

/// The numbers of a table inside the first frame ("Xing", "Info", or Fraunhofer's "VBRI").
struct MpegTable {
  std::uint32_t frames = 0;   ///< 0: no table
  std::uint32_t silence = 0;  ///< samples that an encoder put in front and behind
};

MpegTable tableOf(const Head& bytes, std::size_t at, const MpegFrame& frame) {
  constexpr std::size_t kVbri = 36, kDelays = 21;
  if (hasText(bytes, at + kVbri, "VBRI") && at + kVbri + 18 <= bytes.size())
    return {.frames = bigEndianAt(bytes, at + kVbri + 14)};
  const std::size_t side = frame.version == 1 ? (frame.channels == 1 ? 17 : 32) : (frame.channels == 1 ? 9 : 17);
  const std::size_t table = at + 4 + side;
  if (!hasText(bytes, table, "Xing") && !hasText(bytes, table, "Info")) return {};
  if (table + 12 > bytes.size() || (byteAt(bytes, table + 7) & 1) == 0) return {};
  MpegTable out{.frames = bigEndianAt(bytes, table + 8)};
  // Behind what the flags announce, the encoder's name ("LAME3.100"); the delays lie at a place of their own.
  static constexpr std::array<std::size_t, 4> kSizes{4, 4, 100, 4};
  std::size_t encoder = table + 8;
  for (std::size_t i = 0; i < kSizes.size(); ++i) encoder += (byteAt(bytes, table + 7) >> i & 1) != 0 ? kSizes[i] : 0;
  if (encoder + kDelays + 3 > bytes.size() || byteAt(bytes, encoder) == 0) return out;
  const std::uint32_t delays = bigEndianAt(bytes, encoder + kDelays - 1) & 0xFFFFFF;
  out.silence = (delays >> 12) + (delays & 0xFFF);
  return out;
}

/// How many whole frames like `first` there are from an offset to the end.
std::uint64_t framesFrom(const ByteSource& source, std::uint64_t start, const MpegFrame& first) {
  constexpr std::uint64_t kPiece = 1u << 20, kFrameHead = 4;
  std::uint64_t count = 0, piece_at = 0;
  Head piece;
  for (std::uint64_t at = start; at + kFrameHead <= source.size();) {
    if (at < piece_at || at + kFrameHead > piece_at + piece.size()) {
      piece = someBytes(source, at, kPiece);
      piece_at = at;
      if (piece.size() < kFrameHead) break;
    }
    const auto frame = mpegFrame(piece, static_cast<std::size_t>(at - piece_at));
    const bool is_one = frame && frame->rate == first.rate && frame->layer == first.layer && frame->bytes > kFrameHead;
    count += is_one && at + frame->bytes <= source.size() ? 1 : 0;
    at += is_one ? frame->bytes : 1;
  }
  return count;
}

std::optional<AudioFacts> mpegFacts(const ByteSource& source, const Head& head) {
  std::uint64_t start = 0;
  if (hasText(head, 0, "ID3") && head.size() >= 10) {
    for (std::size_t i = 6; i < 10; ++i) start = start << 7 | (byteAt(head, i) & 0x7f);
    start += 10;
  }
  const Head bytes = someBytes(source, start, kSearched);
  for (std::size_t at = 0; at + 4 <= bytes.size(); ++at) {
    const auto frame = mpegFrame(bytes, at);
    if (!frame) continue;
    // Eleven bits happen by chance: the next frame must follow where this one ends (or the file ends).
    const auto next = mpegFrame(bytes, at + frame->bytes);
    const bool is_last = start + at + frame->bytes == source.size();
    if (!is_last && (!next || next->rate != frame->rate || next->layer != frame->layer)) continue;
    AudioFacts facts{fmt::format("MP{} (MPEG {} layer {})", frame->layer,
                                 frame->version == 25 ? "2.5" : fmt::format("{}", frame->version), frame->layer),
                     frame->rate, frame->channels, 0, false};
    const MpegTable table = tableOf(bytes, at, *frame);
    const std::uint64_t left = source.size() - start - at;
    facts.estimated = table.frames == 0 && left > kWalked;
    if (facts.estimated) {
      facts.seconds = static_cast<double>(left) * 8 / frame->bits_per_second;
      return facts;
    }
    const std::uint64_t frames = table.frames > 0 ? table.frames : framesFrom(source, start + at, *frame);
    const double samples = static_cast<double>(frames) * frame->samples;
    facts.seconds = (samples - (table.silence < samples ? table.silence : 0)) / frame->rate;
    return facts;
  }
  return std::nullopt;
}

}  // namespace

std::optional<AudioFacts> readAudioFacts(const ByteSource& source) {
  const Head head = someBytes(source, 0, 512);
  if (auto facts = waveFacts(source, head)) return facts;
  if (auto facts = flacFacts(head)) return facts;
  if (auto facts = oggFacts(source, head)) return facts;
  return mpegFacts(source, head);
}

}  // namespace sepax
