#pragma once

#include "app/window/gl_window.h"
#include "core/error.h"
#include "render/list_renderer.h"
#include "render/textures.h"
#include "session/film.h"
#include "session/viewport_picture.h"
#include "session/workspace.h"
#include "ui/shell.h"
#include "ui/viewport/figure.h"

#include <imgui.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace sepax {

/// The window's content, wherever it is shown: workspace, ImGui context, and the renderer that fills the viewport.
/// A frame is `layOut` (input, commands, reports, the viewport's picture, ImGui's draw lists) followed by `draw`
/// (OpenGL).
class UiSession {
 public:
  UiSession();
  ~UiSession();
  UiSession(const UiSession&) = delete;
  UiSession& operator=(const UiSession&) = delete;

  Workspace workspace;
  ShellState shell;

  /// Takes layout and settings from an imgui.ini; false when there is no such file.
  bool loadSettings(const std::string& path);

  /// Begins to use the window's OpenGL context, which must outlive this. Size, time, mouse and keys come from the
  /// window, or else from `setFixedSize` and `setMouse`, and every frame lasts a sixtieth of a second.
  enum class Input { kWindow, kFixed };
  [[nodiscard]] Result<void> attach(const GlWindow& window, Input input);
  /// When the driver has lost all: lets go of what lies in the old context, and makes it again in the window's next
  /// one.
  void forgetGraphics();
  [[nodiscard]] Result<void> makeGraphics();
  void setFixedSize(int width, int height);
  /// Where the mouse is, window coordinates; the next frames go by it instead of what the backend asks the system.
  void setMouse(float x, float y);
  /// Sets which of ImGui's buttons are down: the system already knows of presses that wait for a later frame.
  void setMouseButton(int button, bool is_down);

  enum class Content { kWholeWindow, kViewportOnly };
  void layOut(Content content = Content::kWholeWindow);
  /// Draws the frame laid out last into `into`, a framebuffer of `width` × `height` pixels.
  void draw(int width, int height, const Framebuffer& into);
  /// Draws it into the window's. False, with nothing drawn, when it looks as the window does already.
  [[nodiscard]] bool drawIfOther(int width, int height);
  /// The window's picture is gone or covered: the next frame is drawn, whatever it looks like.
  void forgetDrawn() { drawn_digest_.reset(); }
  /// How many frames had to draw the viewport's scene: the others show the picture that is there.
  [[nodiscard]] int scenesDrawn() const { return scenes_drawn_; }
  /// The viewport as it was laid out last, as pictures of a file.
  [[nodiscard]] Result<std::vector<FigureFrame>> figure(FigureFormat format, FigureBackground background,
                                                        std::optional<Film> film) {
    return figureFrames(workspace, {shell.viewport.width, shell.viewport.height}, format, background, film);
  }

 private:
  void drawViewportOnly();

  /// The picture that lies in a framebuffer and need not be drawn again. A list without a number is drawn in every
  /// frame.
  struct Drawn {
    std::optional<std::uint64_t> list;
    Camera camera = {};
    Theme theme = Theme::kDark;
    int width = 0, height = 0;
    float scale = 1;
    friend bool operator==(const Drawn&, const Drawn&) = default;
  };
  struct Target {
    Framebuffer framebuffer = {};
    Drawn drawn = {};
  };
  /// Draws `list`, unless it lies there already; true when it was drawn.
  bool render(const DrawList& list, const Drawn& wanted, Target& target);

  /// A texture that a panel's picture, mesh or case is shown by, and what it shows.
  struct PictureSlot {
    PictureView* view = nullptr;
    PictureTexture texture = {};
    std::shared_ptr<const Picture> uploaded = nullptr;
    Channels channels = Channels::kColour;
  };
  struct RenderedSlot {
    RenderedView* view = nullptr;
    Target target = {};
  };
  /// True when the texture is another one now.
  static bool upload(PictureSlot& slot);
  /// Draws and uploads what ImGui's lists refer to; true when any of it is new.
  bool drawTextures();
  static void drawLists(int width, int height);

  Outbox outbox_;
  ViewportPicture picture_;
  std::optional<ListRenderer> renderer_;
  Target viewport_;
  int scenes_drawn_ = 0;
  std::optional<std::uint64_t> drawn_digest_;  ///< of ImGui's lists that the window shows
  std::array<PictureSlot, 5> pictures_;   ///< of the preview, of two entries side by side, of samples and recent files
  std::array<RenderedSlot, 5> rendered_;  ///< of the preview, of two entries side by side, beside the viewport, and of
                                          ///< a pasted text
  SDL_Window* window_ = nullptr;          ///< null without input
  std::optional<ImVec2> mouse_;
  std::array<bool, 3> buttons_{};
  bool is_attached_ = false, has_fonts_ = false, told_of_samples_ = false;
};

}  // namespace sepax
