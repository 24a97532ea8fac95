// Lit triangles. `eye` is the eye's position (w = 1) or the direction towards it (w = 0), in the list's local space.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec4 colour;

uniform mat4 clip_from_local;
uniform vec4 eye;

out vec3 surface_normal;
out vec3 to_eye;
out vec4 surface_colour;

void main() {
  surface_normal = normal;
  to_eye = eye.xyz - position * eye.w;
  surface_colour = colour;
  gl_Position = clip_from_local * vec4(position, 1.0);
}
