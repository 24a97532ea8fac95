#pragma once

#include "bundle/tree.h"
#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/palette.h"
#include "format/case_file.h"
#include "geom/aabb.h"
#include "geom/bounding_volumes.h"
#include "media/audio_facts.h"
#include "media/mesh_import.h"
#include "media/model.h"
#include "media/picture_import.h"
#include "media/sound_import.h"
#include "media/text_structure.h"
#include "media/texture_file.h"
#include "session/bundle/colliders.h"
#include "session/jobs.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sepax {

struct Workspace;

/// Breaks bytes into rows; at most `max_rows`.
[[nodiscard]] Result<TextRows> textRows(const ByteSource& source, std::size_t max_rows, const JobControl& control);

/// True when the first bytes are text: UTF-8 without control characters.
[[nodiscard]] bool looksLikeText(const ByteSource& source);

enum class PreviewKind { kFolder, kPicture, kMesh, kCase, kAudio, kText, kBytes };

struct MeshPreview {
  ImportedMesh mesh;
  MinMaxBox bounds;
};

/// A texture file and its levels as pictures; null ones that cannot be shown.
struct TexturePreview {
  TextureFile file;
  std::vector<std::shared_ptr<const Picture>> levels;
};

/// Facts about a bundle's entry that looking into it gives. Made in the background, never changed afterwards.
struct EntryPreview {
  PreviewKind kind = PreviewKind::kBytes;
  std::shared_ptr<const ByteSource> bytes;  ///< null when they cannot be read
  bool only_head = false;  ///< `bytes` are only the first ones: the entry is large and would have to be unpacked whole
  std::string error;       ///< why there is no picture, mesh, case or text, or no bytes
  std::shared_ptr<const Picture> picture;
  std::shared_ptr<const TexturePreview> texture;  ///< of a DDS or KTX file, whose largest level `picture` is
  std::shared_ptr<const MeshPreview> mesh;
  std::shared_ptr<const LoadedCase> document;
  std::optional<AudioFacts> audio;
  std::optional<TextRows> text;
  std::shared_ptr<const ByteSource> text_bytes;  ///< that the rows are of: `bytes`, or what a binary text became
  TextStructure structure;                       ///< of the text, where its language is known
};

/// Compressed entries larger than this show their first bytes only, until the whole is asked for.
inline constexpr std::uint64_t kUnpackedUnasked = 64u << 20;

/// Looks into an entry. Never an error: what went wrong is in `error`.
[[nodiscard]] EntryPreview previewEntry(const std::shared_ptr<const Tree>& tree, std::size_t index, bool whole,
                                        const JobControl& control);

/// A case's scene with the answer to its first pair, small: without labels, rail and support points; the minimum
/// translation vector as asked.
enum class CaseMtv { kShown, kHidden };
[[nodiscard]] DrawList casePicture(const Document& document, Theme theme, CaseMtv mtv, const Camera& camera,
                                   const ViewSize& size);

/// Says that the lengths of a mesh look like another unit than metres; empty where they do not.
[[nodiscard]] std::string unitHint(const MinMaxBox& bounds);

using FittedVolumes = std::vector<FittedVolume>;

/// The preview that the window shows, or is waiting for.
struct PreviewState {
  std::shared_ptr<const Tree> tree;
  std::size_t index = 0;
  bool whole = false;                            ///< asked for
  std::shared_ptr<const EntryPreview> entry;     ///< null: still at work
  std::shared_ptr<const FittedVolumes> volumes;  ///< of a mesh; null: still at work
  std::string volumes_error = {};
  bool is_fit_stopped = false;  ///< the fit was cancelled; volumes are missing, and without the hull their tightness
  MeshPieces pieces = {};       ///< of a mesh, when the user asked
  std::shared_ptr<const Model> model = nullptr;  ///< how a mesh looks; null: still at work, or an error
  std::string model_error = {};
  std::shared_ptr<const Sound> sound = nullptr;  ///< of a sound file; null: still at work, or an error
  std::vector<WaveColumn> waveform = {};
  std::string sound_error = {};
};

/// Starts to look into what is selected when that has changed; volumes and materials of a mesh and the samples of a
/// sound follow in jobs of their own.
void followPreview(Workspace& workspace);

/// The job that fits a previewed mesh's volumes; it comes after the mesh, since it takes longer.
inline constexpr const char* kPreviewFitSlot = "preview volumes";
void fitPreviewed(Workspace& workspace);

}  // namespace sepax
