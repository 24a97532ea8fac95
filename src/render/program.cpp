#include "render/program.h"

#include "core/platform.h"

#include <glm/gtc/type_ptr.hpp>

#include <string_view>
#include <utility>

namespace sepax {
namespace {

constexpr std::uint64_t kMaxShader = 1u << 20;

// "#line 1" makes the driver count the file's own lines.
const char* preamble() {
  return isEmbeddedGl() ? "#version 300 es\nprecision highp float;\nprecision highp int;\n#line 1\n"
                        : "#version 330 core\n#line 1\n";
}

std::string logOf(GLuint name, decltype(glGetShaderiv) length_of, decltype(glGetShaderInfoLog) text_of) {
  GLint length = 0;
  length_of(name, GL_INFO_LOG_LENGTH, &length);
  std::string text(static_cast<std::size_t>(length > 0 ? length : 1), '\0');
  text_of(name, static_cast<GLsizei>(text.size()), nullptr, text.data());
  text.resize(text.find_last_not_of(std::string_view("\0\n ", 3)) + 1);
  return text.empty() ? "the driver gave no reason" : text;
}

// The shader's name, or 0 with `error` set.
Result<GLuint> compile(GLenum stage, const std::string& path) {
  auto source = readFile(path, kMaxShader);
  SEPAX_TRY(source);
  const char* parts[] = {preamble(), source->c_str()};
  const GLuint shader = glCreateShader(stage);
  glShaderSource(shader, 2, parts, nullptr);
  glCompileShader(shader);
  GLint ok = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
  if (ok == GL_TRUE) return shader;
  auto error = fail(ErrorCode::kInternal, path,
                    "the OpenGL driver refused the shader: " + logOf(shader, glGetShaderiv, glGetShaderInfoLog));
  glDeleteShader(shader);
  return error;
}

}  // namespace

bool isEmbeddedGl() {
  const auto* version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
  return version != nullptr && std::string_view(version).starts_with("OpenGL ES");
}

Program::Program(Program&& other) noexcept : name_(std::exchange(other.name_, 0)) {}

Program& Program::operator=(Program&& other) noexcept {
  std::swap(name_, other.name_);
  return *this;
}

Program::~Program() {
  if (name_ != 0) glDeleteProgram(name_);
}

Result<Program> Program::load(const std::string& folder, const std::string& vertex_name,
                              const std::string& fragment_name) {
  const std::string vertex_path = folder + "/" + vertex_name + ".vert",
                    fragment_path = folder + "/" + fragment_name + ".frag";
  const auto vertex = compile(GL_VERTEX_SHADER, vertex_path);
  SEPAX_TRY(vertex);
  const auto fragment = compile(GL_FRAGMENT_SHADER, fragment_path);
  if (!fragment) {
    glDeleteShader(*vertex);
    return tl::unexpected(fragment.error());
  }
  Program program;
  program.name_ = glCreateProgram();
  glAttachShader(program.name_, *vertex);
  glAttachShader(program.name_, *fragment);
  glLinkProgram(program.name_);
  // Attached shaders live as long as the program.
  glDeleteShader(*vertex);
  glDeleteShader(*fragment);
  GLint ok = GL_FALSE;
  glGetProgramiv(program.name_, GL_LINK_STATUS, &ok);
  if (ok == GL_TRUE) return program;
  return fail(
      ErrorCode::kInternal, vertex_path + ", " + fragment_path,
      "the OpenGL driver could not link the shaders: " + logOf(program.name_, glGetProgramiv, glGetProgramInfoLog));
}

void Program::use() const { glUseProgram(name_); }

void Program::set(const char* uniform, float value) const { glUniform1f(glGetUniformLocation(name_, uniform), value); }
void Program::set(const char* uniform, const glm::vec2& value) const {
  glUniform2fv(glGetUniformLocation(name_, uniform), 1, glm::value_ptr(value));
}
void Program::set(const char* uniform, const glm::vec3& value) const {
  glUniform3fv(glGetUniformLocation(name_, uniform), 1, glm::value_ptr(value));
}
void Program::set(const char* uniform, const glm::vec4& value) const {
  glUniform4fv(glGetUniformLocation(name_, uniform), 1, glm::value_ptr(value));
}
void Program::set(const char* uniform, const glm::mat4& value) const {
  glUniformMatrix4fv(glGetUniformLocation(name_, uniform), 1, GL_FALSE, glm::value_ptr(value));
}

}  // namespace sepax
