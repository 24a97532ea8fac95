// Lit triangles. `eye` is the eye's position (w = 1) or the direction towards it (w = 0), in the list's local space.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 colour;
layout(location = 3) in vec2 uv;

uniform mat4 clip_from_local;
uniform vec4 eye;

out vec3 surface_normal;
out vec3 to_eye;
out vec4 surface_colour;
out vec2 surface_uv;

void main() {
  surface_normal = normal;
  to_eye = eye.xyz - position * eye.w;
  surface_colour = colour;
  surface_uv = uv;
  gl_Position = clip_from_local * vec4(position, 1.0);
}
