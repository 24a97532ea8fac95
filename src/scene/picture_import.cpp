#include "scene/picture_import.h"

#include "core/import_child.h"
#include "core/language.h"
#include "core/text.h"
#include "scene/import_protocol.h"

#include <algorithm>
#include <cstring>
#include <string_view>

namespace sepax {

namespace protocol = import_protocol;

bool isPictureName(const std::string& path) {
  return hasExtension(path, {".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif", ".tga", ".pcx", ".tif", ".tiff", ".qoi"});
}

Result<Picture> importPicture(std::span<const std::byte> bytes, const std::string& name) {
  const auto refuse = [&](ErrorCode code, const char* why) { return fail(code, toValidUtf8(name), why); };
  if (bytes.empty()) return refuse(ErrorCode::kSyntax, tr("the file is empty, expected a picture"));
  auto reply = runImport("sepax-import-picture", bytes, name);
  SEPAX_TRY(reply);

  protocol::PictureHeader header;
  if (reply->size() < sizeof header) return refuse(ErrorCode::kInternal, tr("the importer's reply is cut off"));
  std::memcpy(&header, reply->data(), sizeof header);
  const bool isSized =
      header.width > 0 && header.height > 0 && header.width <= protocol::kMaxPictureSide && header.height <= protocol::kMaxPictureSide;
  if (header.magic != protocol::kPictureMagic || !isSized ||
      reply->size() != sizeof header + std::uint64_t{header.width} * header.height * 4) {
    return refuse(ErrorCode::kInternal, tr("the importer's reply contradicts itself"));
  }
  Picture picture{static_cast<int>(header.width), static_cast<int>(header.height), {}};
  picture.rgba.resize(reply->size() - sizeof header);
  std::memcpy(picture.rgba.data(), reply->data() + sizeof header, picture.rgba.size());
  return picture;
}

}  // namespace sepax
