#pragma once

#include "draw/picture_input.h"

namespace sepax {

/// The viewport's content for a camera and view size (line offsets and the rail's position depend on them).
[[nodiscard]] DrawList scenePicture(const PictureInput& input, const Camera& camera, const ViewSize& view);

/// World bounds of what a picture shows (visible bodies; a metre around the origin when there are none), for framing.
void pictureBounds(const Document& document, Vec3& min, Vec3& max);

/// Moves a camera, without rotating it, so that the visible bodies and the shown pair's rail fill the view. Uses
/// document, report, axis and options of the input.
void frameScene(Camera& camera, const PictureInput& input, const ViewSize& view);

/// The point of the axis beyond both shapes on the side of `direction`, world, where a hand rotates a free axis;
/// nullopt when no rail is shown.
[[nodiscard]] std::optional<Vec3> railTip(const PictureInput& input, const Camera& camera, const ViewSize& view,
                                          const Vec3& direction);

/// A first look at a document: planar for 2D; in 3D a three-quarter view rotated so that the deciding axis of a report
/// of its pair lies across it and the separating plane is not seen edge-on. Without a report the bodies alone are
/// framed.
[[nodiscard]] Camera framingCamera(const Document& document, const ViewSize& view, UpAxis up, const PairReport* report,
                                   const PictureOptions& options = {});
/// The look at the first pair, which is tested.
[[nodiscard]] Camera framingCamera(const Document& document, const ViewSize& view, UpAxis up = UpAxis::kY);

}  // namespace sepax
