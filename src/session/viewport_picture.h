#pragma once

#include "draw/camera.h"
#include "draw/draw_list.h"

#include <cstdint>
#include <optional>

namespace sepax {

struct ViewState;
struct Workspace;

/// The viewport's content: the list that is rendered and its labels, and the camera that it was made for.
struct ViewportPicture {
  DrawList list;
  Camera camera;
};

/// The picture of the workspace's present state: to be made when a frame's commands are executed and the reports are up
/// to date. Finds the first look or frames the bodies when that waits for the view's size.
[[nodiscard]] ViewportPicture viewportPicture(Workspace& workspace, const ViewSize& view);

/// Lets the scene's camera fly there, at once where nothing moves by itself.
void flyTo(ViewState& look, const Camera& camera);

/// Whether the camera or the rail still moves by itself: pictures go on.
[[nodiscard]] bool isInMotion(const ViewState& look);

/// True while the viewport shows A ⊖ B instead of the bodies.
[[nodiscard]] bool showsDifference(const Workspace& workspace);

/// Content that has a pane of its own beside the bodies.
enum class Beside : std::uint8_t {
  kNothing,
  kDifference,  ///< A ⊖ B: with its own target and distance, and the scene's direction
  kReference,   ///< the same bodies as the reference explains them, through the same camera
};
[[nodiscard]] Beside shownBeside(const Workspace& workspace);

/// Its picture, as viewportPicture() and after it. Null of nothing.
[[nodiscard]] std::optional<ViewportPicture> pictureBeside(Workspace& workspace, const ViewSize& view);

/// The camera of A ⊖ B, which looks the scene's way, so that directions are the same in both. Null until it was framed.
[[nodiscard]] Camera* cameraOfDifference(Workspace& workspace);

/// The camera through which the viewport looks and that its mouse moves: the scene's, or that of A ⊖ B.
[[nodiscard]] Camera& shownCamera(Workspace& workspace);

/// World point on the free axis beyond the shapes, where a hand rotates it; nullopt when that is not shown.
[[nodiscard]] std::optional<Vec3> freeAxisTip(const Workspace& workspace, const ViewSize& view);

}  // namespace sepax
