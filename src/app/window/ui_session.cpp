#include "app/window/ui_session.h"

#include "app/window/gl_context.h"
#include "app/window/imgui_backends.h"
#include "core/language.h"
#include "core/log.h"
#include "core/platform.h"
#include "draw/drawn_digest.h"
#include "ui/bundle/panel_preview.h"
#include "ui/bundle/panel_sides.h"
#include "ui/kit/imgui_compat.h"
#include "ui/settings.h"

#include <SDL.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <span>
#include <utility>

namespace sepax {
namespace {

ImTextureID textureId(const Framebuffer& framebuffer) {
  return reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(framebuffer.texture()));
}

/// All that decides what the lists look like, but for what their textures hold.
std::uint64_t digestOf(const ImDrawData& data, int width, int height) {
  DrawnDigest digest;
  digest.addWord(static_cast<std::uint64_t>(width));
  digest.addWord(static_cast<std::uint64_t>(height));
  for (const ImDrawList* const list : std::span(data.CmdLists, static_cast<std::size_t>(data.CmdListsCount))) {
    digest.addAll(list->VtxBuffer);
    digest.addAll(list->IdxBuffer);
    for (const ImDrawCmd& command : list->CmdBuffer) {
      digest.add(std::as_bytes(std::span(&command.ClipRect, 1)));
      digest.addWord(reinterpret_cast<std::uintptr_t>(command.GetTexID()));
      digest.addWord(command.ElemCount);
    }
  }
  return digest.value();
}

}  // namespace

UiSession::UiSession() {
  ImGui::CreateContext();
  // Settings are read and written by the app, atomically and never to the shipped file.
  ImGui::GetIO().IniFilename = nullptr;
  workspace.history = History(defaultDocument());
  workspace.wants_new_view = true;
  registerSettings(workspace, shell);
}

UiSession::~UiSession() {
  if (is_attached_) ImGui_ImplOpenGL3_Shutdown();
  if (window_ != nullptr) ImGui_ImplSDL2_Shutdown();
  ImGui::DestroyContext();
}

bool UiSession::loadSettings(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error)) return false;
  const auto text = readFile(path, 1u << 20);
  if (!text) {
    log(LogLevel::kWarning, describe(text.error()));
    return false;
  }
  ImGui::LoadIniSettingsFromMemory(text->data(), text->size());
  return true;
}

Result<void> UiSession::attach(const GlWindow& window, Input input) {
  SEPAX_TRY(makeGraphics());
  if (input == Input::kWindow) {
    window_ = window.window();
    ImGui_ImplSDL2_InitForOpenGL(window_, window.context());
  }
  return {};
}

void UiSession::forgetGraphics() {
  if (is_attached_) ImGui_ImplOpenGL3_Shutdown();
  is_attached_ = has_fonts_ = false;
  renderer_.reset();
  forgetDrawn();
  viewport_ = {};
  for (PictureSlot& slot : pictures_) slot = {};
  for (RenderedSlot& slot : rendered_) slot = {};
}

Result<void> UiSession::makeGraphics() {
  const auto shaders = dataPath("shaders");
  SEPAX_TRY(shaders);
  auto renderer = ListRenderer::create(*shaders);
  SEPAX_TRY(renderer);
  renderer_.emplace(std::move(*renderer));
  SEPAX_TRY(viewport_.framebuffer.resize(1, 1));
  SidesPanel& sides = shell.of<SidesPanel>();
  const std::array pictures{&shell.of<PreviewPanel>().picture.view, &sides.pictures[0].view, &sides.pictures[1].view,
                            &shell.samples.pictures, &shell.start.pictures};
  const std::array rendered{&shell.of<PreviewPanel>().mesh.view, &sides.meshes[0].view, &sides.meshes[1].view,
                            &shell.viewport.pane.view, &shell.paste.picture};
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    pictures_[i].view = pictures[i];
    pictures_[i].view->texture =
        reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(pictures_[i].texture.name()));
  }
  for (std::size_t i = 0; i < rendered.size(); ++i) {
    rendered_[i].view = rendered[i];
    SEPAX_TRY(rendered_[i].target.framebuffer.resize(1, 1));
    rendered_[i].view->texture = textureId(rendered_[i].target.framebuffer);
  }
  ImGui_ImplOpenGL3_Init(kGlslVersion);
  is_attached_ = true;
  return {};
}

void UiSession::setFixedSize(int width, int height) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(width), static_cast<float>(height)};
  io.DisplayFramebufferScale = {1, 1};
  io.DeltaTime = 1.0f / 60;
}

void UiSession::setMouse(float x, float y) { mouse_ = ImVec2(x, y); }

void UiSession::setMouseButton(int button, bool is_down) { buttons_[static_cast<std::size_t>(button)] = is_down; }

void UiSession::drawViewportOnly() {
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
  ImGui::Begin("##viewport only", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoMove);
  ImGui::PopStyleVar(3);
  drawViewport(workspace, shell.viewport, outbox_);
  followTabs(workspace, shell);
  ImGui::End();
}

void UiSession::layOut(Content content) {
  const bool fonts_changed = prepareFrame(workspace, shell);
  if (fonts_changed && has_fonts_) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
    forgetDrawn();
  }
  ImGui_ImplOpenGL3_NewFrame();  // uploads the fonts the first time
  has_fonts_ = true;
  if (fonts_changed) dropFontPixels(*ImGui::GetIO().Fonts);
  if (window_ != nullptr) ImGui_ImplSDL2_NewFrame();
  if (kBackendPollsInput && mouse_) {
    ImGui::GetIO().MousePos = *mouse_;  // where the click was, which may be far from where the mouse is now
    std::ranges::copy(buttons_, ImGui::GetIO().MouseDown);
  }
  pressByEnter(shell);
  ImGui::NewFrame();
  const bool moves = window_ != nullptr && !workspace.view.less_motion;
  workspace.view.motion.clock = moves ? std::optional(ImGui::GetTime()) : std::nullopt;
  if (content == Content::kWholeWindow) {
    drawShell(workspace, shell, outbox_);
  } else {
    drawViewportOnly();
  }
  finishFrame(workspace, shell, textureId(viewport_.framebuffer), picture_, outbox_);
  ImGui::Render();
}

bool UiSession::upload(PictureSlot& slot) {
  const PictureView& view = *slot.view;
  static constexpr std::array<std::array<int, 4>, 5> kShown{
      {{0, 1, 2, 3}, {0, 0, 0, 4}, {1, 1, 1, 4}, {2, 2, 2, 4}, {3, 3, 3, 4}}};
  if (view.picture == nullptr || (view.picture == slot.uploaded && view.channels == slot.channels)) return false;
  slot.texture.upload(view.picture->width, view.picture->height, view.picture->rgba,
                      kShown[static_cast<std::size_t>(view.channels)]);
  slot.uploaded = view.picture;
  slot.channels = view.channels;
  return true;
}

bool UiSession::render(const DrawList& list, const Drawn& wanted, Target& target) {
  if (wanted.width <= 0 || wanted.height <= 0 || (wanted.list && wanted == target.drawn)) return false;
  target.drawn = {};
  const int samples = renderer_->isHurried(list) ? 0 : Framebuffer::kUsualSamples;
  if (const auto sized = target.framebuffer.resize(wanted.width, wanted.height, samples); !sized) {
    log(LogLevel::kError, describe(sized.error()));
    return false;
  }
  const Palette& palette = paletteOf(wanted.theme);
  renderer_->draw(list, wanted.camera, {palette.background_top, palette.background_bottom}, target.framebuffer,
                  wanted.scale);
  target.drawn = wanted;
  return true;
}

bool UiSession::drawTextures() {
  bool is_new = false;
  // ImGui's lists refer to the texture by name, so they show what is drawn into it now.
  const float pixels = ImGui::GetIO().DisplayFramebufferScale.y > 0 ? ImGui::GetIO().DisplayFramebufferScale.y : 1;
  const auto drawnAt = [&](std::optional<std::uint64_t> list, const Camera& camera, float view_width,
                           float view_height) {
    return Drawn{list,
                 camera,
                 workspace.view.theme,
                 static_cast<int>(std::lround(view_width * pixels)),
                 static_cast<int>(std::lround(view_height * pixels)),
                 pixels * shownScale(workspace.view)};
  };
  if (shell.viewport.list != nullptr) {
    const Drawn wanted =
        drawnAt(drawnDigest(picture_.list), picture_.camera, shell.viewport.width, shell.viewport.height);
    if (render(picture_.list, wanted, viewport_)) {
      is_new = true;
      ++scenes_drawn_;
      const bool has_none = viewport_.framebuffer.samples() == 0 && !renderer_->isHurried(picture_.list);
      if (has_none && !std::exchange(told_of_samples_, true))
        log(LogLevel::kInfo, tr("The graphics driver offers no multisampling: edges of faces show steps."));
    }
  }
  for (PictureSlot& slot : pictures_) is_new |= upload(slot);
  for (RenderedSlot& slot : rendered_) {
    const RenderedView& view = *slot.view;
    is_new |= render(view.list, drawnAt(view.list_revision, view.camera, view.width, view.height), slot.target);
  }
  return is_new;
}

void UiSession::drawLists(int width, int height) {
  glViewport(0, 0, width, height);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(0, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void UiSession::draw(int width, int height, const Framebuffer& into) {
  drawTextures();
  into.bind();
  drawLists(width, height);
}

bool UiSession::drawIfOther(int width, int height) {
  const std::uint64_t digest = digestOf(*ImGui::GetDrawData(), width, height);
  if (!drawTextures() && digest == drawn_digest_) return false;
  drawn_digest_ = digest;
  drawLists(width, height);
  return true;
}

}  // namespace sepax
