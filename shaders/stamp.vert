// One of many bodies: a mesh of its kind, placed and painted by instance. `eye` as in fill.vert, in the stamps' own space.
layout(location = 0) in vec4 mesh_position;  // w: which half of a long shape the point moves with
layout(location = 1) in vec3 mesh_normal;
layout(location = 2) in vec3 centre;
layout(location = 3) in vec3 axis_x;
layout(location = 4) in vec3 axis_y;
layout(location = 5) in vec3 axis_z;
layout(location = 6) in float shift;
layout(location = 7) in vec4 fill;
layout(location = 8) in vec4 edge;

uniform mat4 clip_from_local;
uniform vec4 eye;
uniform float is_edge;       // 1 = the kind's edges, unlit
uniform float shifts_along;  // 0 = axis_x, 1 = axis_y
uniform float towards_eye;   // clip units: edges win against their own faces
uniform float unit_px;       // pixels of a unit at the distance 1, for a body that is drawn as a point

out vec3 surface_normal;
out vec3 to_eye;
out vec4 surface_colour;
out vec2 surface_uv;

vec3 scaledBack(vec3 axis, float amount) {
  float squared = dot(axis, axis);
  return squared > 0.0 ? axis * (amount / squared) : vec3(0.0);
}

void main() {
  vec3 along = shifts_along > 0.5 ? axis_y : axis_x;
  vec3 moved = shift > 0.0 ? normalize(along) * (shift * mesh_position.w) : vec3(0.0);
  vec3 position = centre + axis_x * mesh_position.x + axis_y * mesh_position.y + axis_z * mesh_position.z + moved;
  surface_normal = scaledBack(axis_x, mesh_normal.x) + scaledBack(axis_y, mesh_normal.y) + scaledBack(axis_z, mesh_normal.z);
  if (dot(surface_normal, surface_normal) > 0.0) surface_normal = normalize(surface_normal);
  if (is_edge > 0.5) surface_normal = vec3(0.0);
  to_eye = eye.xyz - position * eye.w;
  surface_uv = vec2(0.0);
  surface_colour = is_edge > 0.5 ? edge : fill;
  gl_Position = clip_from_local * vec4(position, 1.0);
  gl_Position.z -= towards_eye * gl_Position.w;
  float smallest = min(dot(axis_x, axis_x), dot(axis_y, axis_y));
  if (dot(axis_z, axis_z) > 0.0) smallest = min(smallest, dot(axis_z, axis_z));  // zero in the plane
  gl_PointSize = clamp(unit_px * sqrt(smallest) / gl_Position.w, 2.0, 16.0);
}
