#pragma once

#include "core/error.h"
#include "render/gl.h"

#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>

#include <string>

namespace sepax {

/// Whether the current context is one of OpenGL ES.
[[nodiscard]] bool isEmbeddedGl();

/// A linked pair of shaders. The files say nothing about GLSL versions: the loader puts "#version 330 core" or
/// "#version 300 es" with precisions in front, whichever the current context speaks.
class Program {
 public:
  Program() = default;
  Program(Program&& other) noexcept;
  Program& operator=(Program&& other) noexcept;
  ~Program();

  /// Loads `folder`/`name`.vert and .frag. Errors name the file and carry the driver's log with the file's own line
  /// numbers.
  [[nodiscard]] static Result<Program> load(const std::string& folder, const std::string& name) {
    return load(folder, name, name);
  }
  [[nodiscard]] static Result<Program> load(const std::string& folder, const std::string& vertex_name,
                                            const std::string& fragment_name);

  void use() const;
  /// Set a uniform of the program in use. A name that the linker dropped or that does not exist is ignored, as OpenGL
  /// does.
  void set(const char* uniform, float value) const;
  void set(const char* uniform, const glm::vec2& value) const;
  void set(const char* uniform, const glm::vec3& value) const;
  void set(const char* uniform, const glm::vec4& value) const;
  void set(const char* uniform, const glm::mat4& value) const;

 private:
  GLuint name_ = 0;
};

}  // namespace sepax
