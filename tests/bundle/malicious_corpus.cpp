#include "bundle/malicious_corpus.h"

#include "bundle/fat/fat_builder.h"
#include "bundle/zip/encrypted_zips.h"

#include <bzlib.h>

#include <utility>

namespace sepax::test {
namespace {

using Codes = std::vector<std::string>;

const std::string kHello = "hello hello hello hello";

Archive zipOf(std::vector<Item> items) { return {.items = std::move(items)}; }

std::string extraField(std::uint16_t id, const std::string& data) { return u16(id) + u16(data.size()) + data; }

std::string bzipped(const std::string& text) {
  std::string packed(text.size() + 1000, '\0');
  auto length = static_cast<unsigned>(packed.size());
  BZ2_bzBuffToBuffCompress(packed.data(), &length, const_cast<char*>(text.data()), static_cast<unsigned>(text.size()),
                           9, 0, 0);
  packed.resize(length);
  return packed;
}

/// An entry of a packed form that is not ours, under its number.
Item packedAs(std::uint16_t method, const std::string& packed) {
  return {.name = "a",
          .data = packed,
          .method = method,
          .crc = crcOf(kHello),
          .size = static_cast<std::uint32_t>(kHello.size()),
          .content = kHello};
}

/// End records that say other than what is there, and fields that run past their place.
void addDirectorySizes(std::vector<MaliciousInput>& out) {
  out.push_back({"zip/directory size too large",
                 Archive{.items = {{.name = "a", .data = kHello}}, .directory_size = 48},
                 {"zip.directory_size"},
                 1});
  out.push_back({"zip/directory size too small",
                 Archive{.items = {{.name = "a", .data = kHello}}, .directory_size = 40},
                 {"zip.directory_size"},
                 1});
  std::string between = zipOf({{.name = "a", .data = kHello}}).bytes();
  between.insert(between.size() - 22, "12345");
  out.push_back({"zip/bytes between directory and end record", {between, {kHello}}, {"zip.directory_size"}, 1});
  std::string empty_behind = std::string(500, 'x') + zipOf({}).bytes();
  out.push_back({"zip/empty end record behind other data",
                 {empty_behind, std::vector<std::string>()},
                 {"zip.prepended_bytes"},
                 0});
  out.push_back({"zip/extra field of the directory past its place",
                 zipOf({{.name = "a", .data = kHello, .extra = u16(0x1234) + u16(10) + "abc"}}),
                 {"zip.bad_extra_field"},
                 1});
  out.push_back({"zip/extra field of the local header past its place",
                 zipOf({{.name = "a", .data = kHello, .local_extra = u16(0x1234) + u16(10) + "abc"}}),
                 {"zip.bad_extra_field"},
                 1});
  out.push_back({"zip/padding of an older zipalign",
                 zipOf({{.name = "a", .data = kHello, .local_extra = std::string(3, '\0')}}),
                 {},
                 1});
  std::string wrong64 = zipOf({{.name = "a", .data = kHello, .is_zip64 = true}}).bytes();
  wrong64[30 + 1 + 4] ^= 1;  // the size in the local header's field
  out.push_back({"zip/local zip64 size differs", {wrong64, {kHello}}, {"zip.header_mismatch"}, 1});
  Archive encrypted{.items = {{.name = "a", .data = kHello}}, .is_end64 = true};
  std::string hidden = encrypted.bytes();
  const std::size_t directory = hidden.find("PK\x01\x02"), end64 = hidden.find("PK\x06\x06");
  hidden.replace(directory, 4, "????");
  hidden.replace(end64 + 4, 8, u64(44 + 28));
  hidden.replace(end64 + 14, 2, u16(62));
  hidden.insert(end64 + 56, std::string(28, '?'));
  out.push_back({"zip/encrypted directory", {hidden, {kHello}}, {"zip.encrypted_directory"}, 0});
  std::string filler = "PK\x03\x04" + std::string(24, '\0') + u16(10) + std::string(10, '\0');
  out.push_back({"zip/filler before the first entry, as in a debug APK",
                 Archive{.items = {{.name = "a", .data = kHello}}, .prefix = filler, .is_prefix_counted = true},
                 {},
                 1});
  out.push_back(
      {"zip/MS-DOS folder without a slash",
       {Archive{.items = {{.name = "d", .attributes = 0x10}, {.name = "d/a", .data = kHello}}}.bytes(), {kHello}},
       {},
       1});
}

void addStructure(std::vector<MaliciousInput>& out) {
  out.push_back(
      {"zip/sound", zipOf({{.name = "a", .data = kHello}, {.name = "b", .data = kHello, .method = 8}}), {}, 2});
  out.push_back({"zip/empty", zipOf({}), {}, 0});
  out.push_back({"zip/empty entries", zipOf({{.name = "a"}, {.name = "b", .method = 8}, {.name = "c/"}}), {}, 2});
  out.push_back({"zip/zip64 sizes in the extra field",
                 zipOf({{.name = "a", .data = kHello, .is_zip64 = true},
                        {.name = "b", .data = kHello, .method = 8, .is_zip64 = true}}),
                 {},
                 2});
  out.push_back({"zip/zip64 end record", Archive{.items = {{.name = "a", .data = kHello}}, .is_end64 = true}, {}, 1});
  out.push_back(
      {"zip/zip64 behind prepended bytes",
       Archive{.items = {{.name = "a", .data = kHello, .is_zip64 = true}}, .prefix = "#!/bin/sh\n", .is_end64 = true},
       {"zip.prepended_bytes"},
       1});
  out.push_back({"zip/descriptor",
                 zipOf({{.name = "a", .data = kHello, .has_descriptor = true},
                        {.name = "b", .data = kHello, .method = 8, .has_descriptor = true}}),
                 {},
                 2});
  out.push_back(
      {"zip/descriptor without signature",
       zipOf({{.name = "a", .data = kHello, .method = 8, .has_descriptor = true, .is_descriptor_signed = false},
              {.name = "b", .data = "x"}}),
       {},
       2});
  std::string wrong_descriptor = zipOf({{.name = "a", .data = kHello, .has_descriptor = true}}).bytes();
  wrong_descriptor[31 + kHello.size() + 4] ^= 1;
  out.push_back({"zip/descriptor that disagrees", {wrong_descriptor, {kHello}}, {"zip.descriptor_mismatch"}, 1});
  out.push_back({"zip/prepended, offsets not corrected",
                 Archive{.items = {{.name = "a", .data = kHello}}, .prefix = std::string(5000, 'S')},
                 {"zip.prepended_bytes"},
                 1});
  out.push_back(
      {"zip/prepended, offsets corrected",
       Archive{.items = {{.name = "a", .data = kHello}}, .prefix = std::string(5000, 'S'), .is_prefix_counted = true},
       {"zip.prepended_bytes"},
       1});
  out.push_back({"zip/comment", Archive{.items = {{.name = "a", .data = kHello}}, .comment = "made by us"}, {}, 1});
  out.push_back({"zip/comment with an end record that points nowhere",
                 Archive{.items = {{.name = "a", .data = kHello}},
                         .comment = u32(0x06054b50) + u64(0x0001000100000000) + u32(46) + u32(3) + u16(0)},
                 {"zip.ambiguous_end"},
                 1});
  out.push_back({"zip/comment that is an empty archive",
                 Archive{.items = {{.name = "a", .data = kHello}}, .comment = zipOf({}).bytes()},
                 {"zip.ambiguous_end"},
                 1});
  std::string signed_directory = zipOf({{.name = "a", .data = kHello}}).bytes();
  signed_directory.insert(signed_directory.size() - 22, u32(0x05054b50) + u16(4) + "sign");
  out.push_back({"zip/signature behind the directory", signed_directory, {"zip.signature"}, 1});
  out.push_back({"zip/whole ZIP stored inside, near the end",
                 zipOf({{.name = "a", .data = kHello},
                        {.name = "b.zip", .data = zipOf({{.name = "c", .data = kHello}}).bytes()}}),
                 {},
                 2});
  out.push_back({"zip/comment cut off",
                 Archive{.items = {{.name = "a", .data = kHello}}, .comment = "ab", .comment_length = 200},
                 {"zip.trailing_bytes"},
                 1});
  out.push_back({"zip/70 KB of junk behind",
                 Archive{.items = {{.name = "a", .data = kHello}}, .suffix = std::string(70'000, '?')},
                 {"zip.trailing_bytes"},
                 1});
  out.push_back({"zip/count five too high",
                 Archive{.items = {{.name = "a", .data = kHello}, {.name = "b"}}, .count = 7},
                 {"zip.count_mismatch"},
                 2});
  out.push_back(
      {"zip/count zero", Archive{.items = {{.name = "a", .data = kHello}}, .count = 0}, {"zip.count_mismatch"}, 1});
  // Of the end record the entries of this file; of the directory's only record version, flags and disk.
  const std::string one = zipOf({{.name = "a", .data = kHello}}).bytes();
  const std::size_t end = one.size() - 22, record = end - 47;
  for (const auto& [name, at, value, code] : std::vector<std::tuple<std::string, std::size_t, unsigned, std::string>>{
           {"count of this file with the sign bit", end + 8, 0x9000, "zip.count_mismatch"},
           {"version of tomorrow", record + 6, 148, "zip.refused_elsewhere"},
           {"entry on another disk", record + 34, 5, "zip.refused_elsewhere"}}) {
    std::string bytes = one;
    bytes.replace(at, 2, u16(value));
    out.push_back({"zip/" + name, {bytes, {kHello}}, {code}, 1});
  }
  out.push_back({"zip/patch for other data",
                 zipOf({{.name = "a", .data = kHello, .flags = 1 << 5}}),
                 {"zip.refused_elsewhere"},
                 1});
  out.push_back({"zip/split", Archive{.items = {{.name = "a", .data = kHello}}, .disk = 2}, {"zip.split"}, 1});
  const std::string whole =
      zipOf({{.name = "a", .data = std::string(500, 'x')}, {.name = "b", .data = kHello}}).bytes();
  out.push_back(
      {"zip/truncated in the data", {whole.substr(0, 300), {std::string(500, 'x'), kHello}}, {"zip.no_end"}, 0});
  out.push_back({"zip/truncated in the directory",
                 {whole.substr(0, whole.size() - 60), {std::string(500, 'x'), kHello}},
                 {"zip.no_end"},
                 0});
  std::string long_name = zipOf({{.name = "a", .data = kHello}, {.name = "b"}}).bytes();
  long_name[long_name.size() - 22 - 47 + 29] = '\x7F';
  out.push_back({"zip/record that runs into the end record",
                 {long_name, {kHello, ""}},
                 {"zip.bad_directory", "zip.count_mismatch"},
                 1});
  addDirectorySizes(out);
  Archive many{.is_end64 = true};
  for (int i = 0; i < 70'000; ++i) many.items.push_back({.name = "e" + std::to_string(i), .data = "x"});
  out.push_back({"zip/70000 entries", many, {}, 70'000});
}

void addEntries(std::vector<MaliciousInput>& out) {
  out.push_back({"zip/duplicate names",
                 zipOf({{.name = "a", .data = "old"}, {.name = "a", .data = "new"}, {.name = "a", .data = "newest"}}),
                 {"zip.duplicate_name"},
                 3});
  out.push_back({"zip/local name differs",
                 zipOf({{.name = "a", .data = kHello, .local_name = "b"}}),
                 {"zip.header_mismatch"},
                 1});
  out.push_back({"zip/local name begins with NUL",
                 zipOf({{.name = "ab", .data = kHello, .local_name = std::string("\0b", 2)}}),
                 {"zip.header_mismatch"},
                 1});
  out.push_back({"zip/local method differs",
                 zipOf({{.name = "a", .data = kHello, .method = 8, .local_method = 0}}),
                 {"zip.header_mismatch"},
                 1});
  out.push_back(
      {"zip/local CRC zeroed", zipOf({{.name = "a", .data = kHello, .local_crc = 0}}), {"zip.header_mismatch"}, 1});
  out.push_back(
      {"zip/local size differs", zipOf({{.name = "a", .data = kHello, .local_size = 7}}), {"zip.header_mismatch"}, 1});
  out.push_back({"zip/bad CRC, stored", zipOf({{.name = "a", .data = kHello, .crc = 1}}), {"entry.damaged"}, 0});
  out.push_back(
      {"zip/bad CRC, deflated", zipOf({{.name = "a", .data = kHello, .method = 8, .crc = 1}}), {"entry.damaged"}, 0});
  out.push_back({"zip/size too small",
                 zipOf({{.name = "a", .data = std::string(5500, 'x'), .method = 8, .size = 10}}),
                 {"entry.damaged"},
                 0});
  out.push_back(
      {"zip/size too large", zipOf({{.name = "a", .data = kHello, .method = 8, .size = 100}}), {"entry.damaged"}, 0});
  out.push_back({"zip/size beyond what deflate can reach",
                 zipOf({{.name = "a", .data = "abc", .method = 8, .size = 0xFFFFFFF0}}),
                 {"entry.damaged", "zip.high_ratio", "zip.impossible_ratio"},
                 0});
  out.push_back({"zip/high ratio",
                 zipOf({{.name = "a", .data = std::string(3'000'000, '\0'), .method = 8}}),
                 {"zip.high_ratio"},
                 1});
  out.push_back({"zip/stored with two sizes",
                 zipOf({{.name = "a", .data = kHello, .size = 4}}),
                 {"entry.damaged", "zip.size_mismatch"},
                 0});
  out.push_back({"zip/data beyond the end",
                 zipOf({{.name = "a", .data = kHello, .size = 1000, .packed_size = 1000}}),
                 {"entry.damaged", "zip.out_of_range", "zip.overlap"},
                 0});
  out.push_back({"zip/no local header",
                 zipOf({{.name = "a", .data = kHello}, {.name = "b", .data = "x", .header_offset = 7}}),
                 {"entry.damaged", "zip.bad_local_header"},
                 1});
  Item wrapping{
      .name = "a", .data = kHello, .size = 0xFFFFFFFF, .packed_size = 0xFFFFFFFF, .header_offset = 0xFFFFFFFF};
  wrapping.extra = extraField(1, u64(~0ull) + u64(~0ull) + u64(~0ull));
  out.push_back({"zip/offset that wraps around",
                 zipOf({wrapping}),
                 {"entry.damaged", "zip.bad_local_header", "zip.prepended_bytes"},
                 0});
  out.push_back(
      {"zip/two entries of the same bytes",
       zipOf({{.name = "a", .data = kHello}, {.name = "b", .data = kHello, .local_name = "a", .header_offset = 0}}),
       {"zip.header_mismatch", "zip.overlap"},
       2});
  const std::string inner = zipOf({{.name = "b", .data = "inner"}}).bytes().substr(0, 36);
  out.push_back({"zip/entry quoted inside another",
                 zipOf({{.name = "a", .data = inner}, {.name = "b", .data = "inner", .header_offset = 31}}),
                 {"zip.overlap"},
                 2});
  out.push_back({"zip/data that runs into the directory",
                 zipOf({{.name = "a", .data = "hello", .size = 20, .packed_size = 20}}),
                 {"entry.damaged", "zip.overlap"},
                 0});
  out.push_back({"zip/symbolic link",
                 zipOf({{.name = "l", .data = "/etc", .made_by = 3 << 8, .attributes = 0120777u << 16}}),
                 {"zip.link"},
                 1});
  out.push_back({"zip/file behind a symbolic link",
                 zipOf({{.name = "l", .data = "/etc", .made_by = 3 << 8, .attributes = 0120777u << 16},
                        {.name = "l/passwd", .data = "x"}}),
                 {"name.file_and_folder", "zip.link"},
                 2});
  out.push_back({"zip/folder with data", zipOf({{.name = "d/", .data = "hidden"}}), {"zip.folder_with_data"}, 0});
  out.push_back({"zip/file and folder of one name",
                 zipOf({{.name = "a", .data = "x"}, {.name = "a/b", .data = "y"}}),
                 {"name.file_and_folder"},
                 2});
  out.push_back({"zip/names that differ in case",
                 zipOf({{.name = "Rock.obj", .data = "x"}, {.name = "rock.obj", .data = "y"}}),
                 {"name.case_clash"},
                 2});
  out.push_back({"zip/date of zeros", zipOf({{.name = "a", .time = 0, .date = 0}}), {}, 1});
}

void addNames(std::vector<MaliciousInput>& out) {
  for (const auto& [title, name] : std::vector<std::pair<std::string, std::string>>{{"step out", "../up"},
                                                                                    {"step out later", "a/../../up"},
                                                                                    {"absolute", "/etc/x"},
                                                                                    {"drive", "C:/x"},
                                                                                    {"backslashes", "..\\up"},
                                                                                    {"UNC", "\\\\server\\x"},
                                                                                    {"NUL", std::string("a\0b", 3)},
                                                                                    {"control", "a\x1b[2J"},
                                                                                    {"empty", ""}}) {
    out.push_back({"zip/name: " + title, zipOf({{.name = name, .data = "x"}}), {"zip.unsafe_path"}, 1});
  }
  out.back().codes = {"zip.unsafe_path"};
  out.push_back({"zip/name: device", zipOf({{.name = "con.txt", .data = "x"}}), {"name.unportable"}, 1});
  out.push_back({"zip/name: backslashes for slashes", zipOf({{.name = "a\\b", .data = "x"}}), {"zip.unsafe_path"}, 1});
  out.push_back(
      {"zip/name: control beyond ASCII", zipOf({{.name = "a\xC2\x9B", .data = "x"}}), {"zip.unsafe_path"}, 1});
  out.push_back({"zip/name: empty part", zipOf({{.name = "a//b", .data = "x"}}), {"zip.unsafe_path"}, 1});
  out.push_back({"zip/name: stream", zipOf({{.name = "ab:c", .data = "x"}}), {"name.unportable"}, 1});
  out.push_back(
      {"zip/name: device with a raised digit", zipOf({{.name = "com\xC2\xB9", .data = "x"}}), {"name.unportable"}, 1});
  out.push_back(
      {"zip/name: other direction", zipOf({{.name = "cod\xE2\x80\xAEgpj.exe", .data = "x"}}), {"name.direction"}, 1});
  out.push_back({"zip/name: case beyond ASCII",
                 zipOf({{.name = "\xC3\x84", .data = "x"}, {.name = "\xC3\xA4", .data = "y"}}),
                 {"name.case_clash"},
                 2});
  out.push_back({"zip/name: trailing dot", zipOf({{.name = "a./b", .data = "x"}}), {"name.unportable"}, 1});
  const std::string gbk = "\xC4\xA3\xD0\xCD/\xCA\xAF\xCD\xB7.obj", sjis = "\x83\x82\x83\x66\x83\x8B.obj",
                    korean = "\xB5\xB9\xB8\xED\xC0\xCC\xB5\xB9\xB8\xED\xC0\xCC.obj";
  out.push_back({"zip/name: GBK", zipOf({{.name = gbk, .data = "x"}}), {"zip.name_encoding"}, 1});
  out.push_back(
      {"zip/name: GBK marked as UTF-8", zipOf({{.name = gbk, .data = "x", .flags = 1 << 11}}), {"zip.not_utf8"}, 1});
  out.push_back({"zip/name: bad UTF-8 marked as UTF-8",
                 zipOf({{.name = "caf\xC3.txt", .data = "x", .flags = 1 << 11}}),
                 {"zip.not_utf8"},
                 1});
  out.push_back({"zip/name: Shift-JIS", zipOf({{.name = sjis, .data = "x"}}), {"zip.name_encoding"}, 1});
  out.push_back({"zip/name: EUC-KR", zipOf({{.name = korean, .data = "x"}}), {"zip.name_encoding"}, 1});
  out.push_back({"zip/name: code page 437", zipOf({{.name = "caf\x82.txt", .data = "x"}}), {"zip.name_encoding"}, 1});
  out.push_back({"zip/name: UTF-8 without the mark", zipOf({{.name = "石.txt", .data = "x"}}), {}, 1});
  out.push_back(
      {"zip/name: Unicode field",
       zipOf({{.name = gbk, .data = "x", .extra = extraField(0x7075, "\x01" + u32(crcOf(gbk)) + "模型/石头.obj")}}),
       {},
       1});
  out.push_back({"zip/name: Unicode field of another name",
                 zipOf({{.name = gbk, .data = "x", .extra = extraField(0x7075, "\x01" + u32(7) + "other.obj")}}),
                 {"zip.name_encoding"},
                 1});
}

void addMethods(std::vector<MaliciousInput>& out) {
  out.push_back({"zip/bzip2", zipOf({packedAs(12, bzipped(kHello))}), {}, 1});
  struct Foreign {
    std::uint16_t method;
    const char* name;
    std::string hex;  ///< kHello as 7-Zip and Python pack it
  };
  const std::string hello_hex = "68656c6c6f2068656c6c6f2068656c6c6f2068656c6c6f";
  for (const auto& [method, name, hex] :
       std::vector<Foreign>{{1, "shrunk", "00"},
                            {6, "imploded", "00"},
                            {9, "deflate64", "cb48cdc9c957c02001"},
                            {14, "lzma", "090405005d0000800000341949ee8de9560bd5c5a3ffff78a40000"},
                            {93, "zstd", "28b52ffd2017b90000" + hello_hex},
                            {95, "xz",
                             "fd377a585a0000016922de360200210116000000742fe5a3e00016000b5d00341949ee8de9560ab5e0000000e"
                             "3513d8d000123178d47fc1d9042990d010000"
                             "000001595a"},
                            {98, "ppmd", "0b1067fb8354d7359731cf706100"}}) {
    const bool isRead = method == 14 || method > 90;  // through libarchive
    out.push_back(
        {std::string("zip/method: ") + name, zipOf({packedAs(method, fromHex(hex))}),
         isRead ? std::vector<std::string>{} : std::vector<std::string>{"entry.not_checked", "zip.unsupported_method"},
         isRead ? 1u : 0u});
  }
  Item nothing = packedAs(14, fromHex("090405005d000080000083fffbffffc0000000"));
  nothing.size = nothing.crc = 0;
  nothing.content = "";
  out.push_back({"zip/lzma of nothing", zipOf({nothing}), {}, 1});
  for (const EncryptedZip& sample : encryptedZips()) {
    out.push_back({std::string("zip/encrypted, with its password: ") + encryptionName(sample.encryption),
                   {sample.bytes, {kEncryptedText}},
                   {"entry.not_checked", "zip.encrypted"},
                   0});
  }
  out.push_back({"zip/method that does not exist, stored",
                 zipOf({{.name = "a", .data = kHello, .method = 1234}}),
                 {"zip.fake_method", "zip.unsupported_method"},
                 1});
  out.push_back({"zip/method that does not exist, garbage",
                 zipOf({packedAs(1234, "packed")}),
                 {"entry.not_checked", "zip.unsupported_method"},
                 0});
  out.push_back({"zip/encryption claimed by the directory only",
                 zipOf({{.name = "a", .data = kHello, .method = 8, .flags = 1, .local_flags = 0}}),
                 {"zip.encrypted", "zip.fake_encryption", "zip.header_mismatch"},
                 1});
  out.push_back(
      {"zip/encryption claimed by both headers",
       zipOf({{.name = "a", .data = kHello, .method = 8, .flags = 1}, {.name = "b", .data = kHello, .flags = 1}}),
       {"zip.encrypted", "zip.fake_encryption"},
       2});
  out.push_back({"zip/encrypted",
                 zipOf({{.name = "a", .data = std::string(35, '?'), .flags = 1, .crc = 7, .size = 23}}),
                 {"entry.not_checked", "zip.encrypted"},
                 0});
  Item aes{.name = "a", .data = std::string(60, '?'), .method = 99, .flags = 1, .crc = 0, .size = 23};
  aes.extra = extraField(0x9901, u16(2) + "AE\x03" + u16(8));
  out.push_back({"zip/encrypted by AES", zipOf({aes}), {"entry.not_checked", "zip.encrypted"}, 0});
  aes.extra = extraField(0x9901, u16(9) + "AE\x07" + u16(8));
  out.push_back({"zip/AES with a senseless extra field",
                 zipOf({aes}),
                 {"entry.not_checked", "zip.encrypted", "zip.unsupported_method"},
                 0});
  out.push_back({"zip/strong encryption",
                 zipOf({{.name = "a", .data = "gibberish", .flags = 1 | 1 << 6, .crc = 7}}),
                 {"entry.not_checked", "zip.encrypted"},
                 0});
}

void addBundles(std::vector<MaliciousInput>& out) {
  const auto withFooter = [](const std::string& footer) {
    return Archive{.items = {{.name = "ab", .data = "x"}}, .suffix = footer};
  };
  const std::string name = "main.42.com.example.game.obb";
  out.push_back({"obb/zip with footer", withFooter(obbFooter("com.example.game", 42)), {}, 1, name});
  out.push_back(
      {"obb/wrong file name", withFooter(obbFooter("com.example.game", 42)), {"obb.name_rule"}, 1, "game.main.obb"});
  out.push_back({"obb/footer of another package and version",
                 withFooter(obbFooter("com.example.other", 41)),
                 {"obb.package_mismatch", "obb.version_mismatch"},
                 1,
                 name});
  out.push_back(
      {"obb/unknown flags", withFooter(obbFooter("com.example.game", 42, 8)), {"obb.unknown_flags"}, 1, name});
  out.push_back({"obb/broken footer",
                 std::string(100, 'p') + u32(2) + u32(1) + u32(0) + u64(0) + u32(3) + "a.b" + u32(27) + u32(0x01059983),
                 {"container.unknown", "obb.bad_footer", "obb.name_rule"},
                 0,
                 "x.obb"});
  out.push_back({"obb/encrypted",
                 std::string(4096, '?') + obbFooter("com.example.game", 42, 2),
                 {"obb.encrypted", "obb.salted"},
                 0,
                 name});
  out.push_back({"obb/salt without encryption",
                 withFooter([] {
                   const std::string body = u32(1) + u32(42) + u32(0) + u64(7) + u32(16) + "com.example.game";
                   return body + u32(body.size()) + u32(0x01059983);
                 }()),
                 {"obb.unused_salt"},
                 1,
                 name});
  Archive many;
  for (int i = 0; i < 32'768; ++i) many.items.push_back({.name = "e" + std::to_string(i)});
  out.push_back({"obb/more entries than a signed 16-bit count", many, {"android.too_many_entries"}, 32'768, name});
  out.push_back(
      {"obb/zip64", Archive{.items = {{.name = "ab", .data = "x"}}, .is_end64 = true}, {"android.zip64"}, 1, name});
  out.push_back({"obb/descriptor",
                 zipOf({{.name = "ab", .data = "x", .has_descriptor = true}}),
                 {"android.descriptor"},
                 1,
                 name});
  out.push_back({"obb/unaligned", zipOf({{.name = "a", .data = "x"}}), {"android.unaligned"}, 1, name});
  out.push_back(
      {"obb/unmarked UTF-8", zipOf({{.name = "石", .data = "x", .method = 8}}), {"android.name_flag"}, 1, name});
  out.push_back({"obb/encrypted entry",
                 zipOf({{.name = "ab", .data = std::string(35, '?'), .flags = 1, .crc = 7, .size = 23}}),
                 {"android.encrypted", "entry.not_checked", "zip.encrypted"},
                 0,
                 name});
  out.push_back({"obb/what Android refuses",
                 zipOf({{.name = "ab", .data = "1", .method = 8},
                        {.name = "ab", .data = "2", .method = 8},
                        {.name = "\xE9t\xE9", .data = "3", .method = 8}}),
                 {"android.name_flag", "android.refused", "zip.duplicate_name", "zip.name_encoding"},
                 3,
                 name});
  out.push_back({"obb/no entries", zipOf({}), {"android.empty"}, 0, name});
  out.push_back({"obb/version that was never set",
                 withFooter(obbFooter("com.example.game", -1)),
                 {"obb.unset_version", "obb.version_mismatch"},
                 1,
                 name});
  out.push_back({"obb/bzip2", zipOf({packedAs(12, bzipped(kHello))}), {"android.method"}, 1, name});
}

void addImages(std::vector<MaliciousInput>& out) {
  const std::vector<FatFile> files = {{.name = u"a", .data = "hello"},
                                      {.name = u"long", .data = std::string(3000, 'x')},
                                      {.name = u"dir", .children = {{.name = u"b", .data = "x"}}, .is_folder = true}};
  const auto damaged = [&](auto damage) {
    FatImage image(12, files);
    damage(image);
    return image.bytes;
  };
  out.push_back({"fat/12", FatImage(12, files).bytes, {}, 3});
  out.push_back({"fat/16", FatImage(16, files).bytes, {}, 3});
  out.push_back({"fat/32", FatImage(32, files).bytes, {}, 3});
  out.push_back({"fat/chain that loops",
                 damaged([](FatImage& image) { image.link(5, 4); }),
                 {"entry.damaged", "fat.bad_chain", "fat.lost_clusters", "fat.tables_differ"},
                 2});
  out.push_back({"fat/chain into another file",
                 damaged([](FatImage& image) { image.link(3, 2); }),
                 {"entry.damaged", "fat.bad_chain", "fat.lost_clusters", "fat.tables_differ"},
                 2});
  out.push_back({"fat/chain too short",
                 damaged([](FatImage& image) { image.link(4, 0xFFF); }),
                 {"entry.damaged", "fat.bad_chain", "fat.lost_clusters", "fat.tables_differ"},
                 2});
  out.push_back({"fat/chain out of the volume",
                 damaged([](FatImage& image) { image.link(4, 0xFE0); }),
                 {"entry.damaged", "fat.bad_chain", "fat.lost_clusters", "fat.tables_differ"},
                 2});
  out.push_back({"fat/lost clusters",
                 damaged([](FatImage& image) { image.link(500, 0xFFF); }),
                 {"fat.lost_clusters", "fat.tables_differ"},
                 3});
  out.push_back({"fat/long name with a wrong checksum",
                 damaged([](FatImage& image) { image.bytes[image.rootOffset() + 13] ^= 1; }),
                 {"fat.bad_long_name", "fat.unsafe_name"},
                 3});
  out.push_back({"fat/label of another type",
                 damaged([](FatImage& image) { image.bytes.replace(54, 5, "FAT16"); }),
                 {"fat.type_label"},
                 3});
  out.push_back({"fat/table that does not begin with the medium",
                 damaged([](FatImage& image) { image.link(0, 0xFF0); }),
                 {"fat.media", "fat.tables_differ"},
                 3});
  out.push_back({"fat/chain that ends in a free cluster",
                 damaged([](FatImage& image) { image.link(2, 500); }),
                 {"fat.bad_chain", "fat.tables_differ"},
                 3});
  out.push_back({"fat/one name twice",
                 FatImage(12, {{.name = u"a", .data = "hello"}, {.name = u"a", .data = "other"}}).bytes,
                 {"name.twice"},
                 2});
  const auto marked = [&](int bits, auto damage) {
    FatImage image(bits, files);
    damage(image);
    return image.bytes;
  };
  out.push_back({"fat/not unmounted, by the boot sector",
                 marked(16, [](FatImage& image) { image.bytes[37] = 1; }),
                 {"fat.not_clean"},
                 3});
  out.push_back({"fat/not unmounted, by the table",
                 marked(16, [](FatImage& image) { image.link(1, 0x7FFF); }),
                 {"fat.not_clean", "fat.tables_differ"},
                 3});
  out.push_back({"fat/medium that failed, by the table",
                 marked(32, [](FatImage& image) { image.link(1, 0x0BFFFFFF); }),
                 {"fat.not_clean", "fat.tables_differ"},
                 3});
  out.push_back({"fat/chain longer than its file",
                 damaged([](FatImage& image) {
                   image.link(2, 500);
                   image.link(500, 0xFFF);
                 }),
                 {"fat.long_chain", "fat.tables_differ"},
                 3});
  out.push_back({"fat/folder without its dots", FatImage(12, files, false).bytes, {"fat.no_dots"}, 3});
  out.push_back(
      {"fat/bytes behind the volume", FatImage(12, files).bytes + std::string(700, 'x'), {"fat.trailing_bytes"}, 3});
  const std::string whole = FatImage(12, files).bytes;
  out.push_back({"fat/truncated", whole.substr(0, whole.size() - 512), {"fat.truncated"}, 3});
  out.push_back({"fat/with footer", whole + obbFooter("com.example.game", 42), {}, 3, "main.42.com.example.game.obb"});
  FatFile deep{.name = u"d", .children = {{.name = u"deepest", .data = "x"}}, .is_folder = true};
  for (int i = 0; i < 70; ++i) deep = FatFile{.name = u"d", .children = {deep}, .is_folder = true};
  out.push_back({"fat/folders too deep", FatImage(16, {deep}).bytes, {"fat.lost_clusters", "fat.too_deep"}, 0});
  FatImage free_count(32, files);
  free_count.bytes.replace(48, 2, u16(1));  // the information sector
  free_count.bytes.replace(512, 4, u32(0x41615252));
  free_count.bytes.replace(512 + 488, 4, u32(0x7FFFFFFF));
  out.push_back({"fat/count of free clusters that cannot be", free_count.bytes, {"fat.free_count"}, 3});
}

void addOthers(std::vector<MaliciousInput>& out) {
  using namespace std::string_literals;
  const auto pckOf = [](const std::string& path, unsigned version, unsigned flags) {
    const std::string head = "GDPC" + u32(version) + u32(3) + u32(5) + u32(0);
    const std::string base = version == 1 ? "" : u32(0) + u64(0);
    const std::string file = u32(path.size()) + path;
    const std::size_t data = head.size() + base.size() + 64 + 4 + file.size() + 32 + (version == 1 ? 0 : 4);
    return head + base + std::string(64, '\0') + u32(1) + file + u64(data) + u64(5) + std::string(16, '\0') +
           (version == 1 ? "" : u32(flags)) + "hello";
  };
  const std::string pck = pckOf("res://ab", 1, 0);
  out.push_back({"pck/sound", pck, {}, 1, "main.1.com.example.game.obb"});
  out.push_back({"pck/cut off", pck.substr(0, 100), {"pck.bad_directory"}, 0, "t.pck"});
  out.push_back(
      {"pck/data beyond the end", pck.substr(0, pck.size() - 1), {"entry.damaged", "pck.out_of_range"}, 0, "t.pck"});
  out.push_back({"pck/encrypted file", pckOf("res://ab", 2, 1), {"entry.not_checked", "pck.encrypted"}, 0, "t.pck"});
  out.push_back({"pck/removed file", pckOf("res://ab", 2, 2), {"pck.removed"}, 1, "t.pck"});
  out.push_back({"pck/name that steps out", pckOf("res://../up.", 1, 0), {"pck.unsafe_path"}, 1, "t.pck"});
  out.push_back({"other/UnityFS", "UnityFS\0\0\0\0\6"s + "5.x.x\0"s, {"container.unsupported"}, 0});
  out.push_back({"other/7-Zip", "7z\xBC\xAF\x27\x1C\0\4"s, {"container.unsupported"}, 0});
  out.push_back({"other/RAR", "Rar!\x1A\x07\1\0"s, {"container.unsupported"}, 0});
  out.push_back({"other/tar",
                 std::string(257, 'n') +
                     "ustar\0"
                     "00"s +
                     std::string(247, '\0'),
                 {"container.unsupported"},
                 0});
  out.push_back({"other/SQLite", "SQLite format 3\0"s, {"container.unsupported"}, 0});
  out.push_back({"other/Capcom", ".OBB\1\0\0\0"s, {"container.unsupported"}, 0});
  out.push_back({"other/Unreal pak", "data\xE1\x12\x6F\x5A" + std::string(40, '\0'), {"container.unsupported"}, 0});
  out.push_back({"other/IoStore", "-==--==--==--==-"s + std::string(128, '\0'), {"container.unsupported"}, 0});
  out.push_back({"other/text", "just some text"s, {"container.unknown"}, 0});
  out.push_back({"other/nothing", ""s, {"container.unknown"}, 0});
}

}  // namespace

std::vector<MaliciousInput> maliciousCorpus() {
  std::vector<MaliciousInput> out;
  addStructure(out);
  addEntries(out);
  addNames(out);
  addMethods(out);
  addBundles(out);
  addImages(out);
  addOthers(out);
  return out;
}

}  // namespace sepax::test
