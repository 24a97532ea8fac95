// A round point of constant size on the screen: one instance a point, four corners by gl_VertexID.
layout(location = 0) in vec3 position;
layout(location = 1) in vec4 colour;
layout(location = 2) in float size_px;

uniform mat4 clip_from_local;
uniform vec2 view_px;
uniform float pixel_scale;
uniform float fade;

flat out vec4 point_colour;
flat out float radius;
out vec2 from_centre;  // pixels

const float kTowardsEye = 8e-6;  // clip units: points win against lines and surfaces that they lie on

void main() {
  point_colour = vec4(colour.rgb, colour.a * fade);
  radius = 0.5 * max(size_px * pixel_scale, 1.0);
  from_centre = vec2((gl_VertexID & 1) == 0 ? -1.0 : 1.0, gl_VertexID < 2 ? -1.0 : 1.0) * (radius + 1.0);
  vec4 clip = clip_from_local * vec4(position, 1.0);
  if (clip.z + clip.w < 0.0) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec3 ndc = clip.xyz / clip.w;
  gl_Position = vec4(ndc.xy + from_centre * 2.0 / view_px, max(ndc.z - kTowardsEye, -1.0), 1.0);
}
