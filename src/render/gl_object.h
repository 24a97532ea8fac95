#pragma once

#include "render/gl.h"

#include <utility>

namespace sepax {

/// Owner of one OpenGL name; `Kind` says how it is made and unmade.
template <class Kind>
class GlObject {
 public:
  GlObject() = default;
  GlObject(GlObject&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlObject& operator=(GlObject&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  ~GlObject() {
    if (name_ != 0) Kind::destroy(name_);
  }

  [[nodiscard]] static GlObject make() {
    GlObject object;
    Kind::create(object.name_);
    return object;
  }
  [[nodiscard]] GLuint name() const { return name_; }

 private:
  GLuint name_ = 0;
};

struct GlBufferKind {
  static void create(GLuint& name) { glGenBuffers(1, &name); }
  static void destroy(GLuint name) { glDeleteBuffers(1, &name); }
};
struct GlVertexArrayKind {
  static void create(GLuint& name) { glGenVertexArrays(1, &name); }
  static void destroy(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct GlTextureKind {
  static void create(GLuint& name) { glGenTextures(1, &name); }
  static void destroy(GLuint name) { glDeleteTextures(1, &name); }
};
struct GlRenderbufferKind {
  static void create(GLuint& name) { glGenRenderbuffers(1, &name); }
  static void destroy(GLuint name) { glDeleteRenderbuffers(1, &name); }
};
struct GlFramebufferKind {
  static void create(GLuint& name) { glGenFramebuffers(1, &name); }
  static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};

using GlBuffer = GlObject<GlBufferKind>;
using GlVertexArray = GlObject<GlVertexArrayKind>;
using GlTexture = GlObject<GlTextureKind>;
using GlRenderbuffer = GlObject<GlRenderbufferKind>;
using GlFramebuffer = GlObject<GlFramebufferKind>;

}  // namespace sepax
