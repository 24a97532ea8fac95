#pragma once

#include "bundle/tree.h"
#include "draw/camera.h"
#include "draw/draw_list.h"
#include "draw/palette.h"
#include "geom/aabb.h"
#include "media/text_structure.h"
#include "session/bundle/bundle_state.h"
#include "session/host/host.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace sepax {

/// Breaks bytes into rows; at most `max_rows`.
[[nodiscard]] Result<TextRows> textRows(const ByteSource& source, std::size_t max_rows, const JobControl& control);

/// An application's table of resources, by which its XML refers to them; empty where the bundle has none.
[[nodiscard]] std::vector<std::byte> androidResources(const Tree& tree);

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
/// A first look that holds all of that.
[[nodiscard]] Camera caseCamera(const Document& document, CaseMtv mtv, const ViewSize& size);

/// "1.2 × 0.4 × 2 m", "3.5 × 2 × 1 mm": the sizes of a box in the unit that fits the longest.
[[nodiscard]] std::string sizeText(const MinMaxBox& box);

/// Says that the lengths of a mesh look like another unit than metres; empty where they do not.
[[nodiscard]] std::string unitHint(const MinMaxBox& bounds);

/// Starts to look into what is selected when that has changed; volumes and materials of a mesh and the samples of a
/// sound follow in jobs of their own.
void followPreview(BundleState& state, Host& host);

inline constexpr std::size_t kMaxComparedRows = 200'000;

/// Pairs the rows of two texts; line ends do not count.
[[nodiscard]] Result<ComparedText> compareTexts(const EntryPreview& below, const EntryPreview& above,
                                                const JobControl& control);

/// Whether entries of the shown bundle can have two sides: it is laid over another, or compared with it.
[[nodiscard]] bool hasSides(const BundleState& state);

/// Starts to look into the other side of the previewed entry, while both sides are shown.
void followSides(BundleState& state, Host& host);

}  // namespace sepax
