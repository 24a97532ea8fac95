// A line as a quad of constant width on the screen: one instance a line, four corners by gl_VertexID. Everything is divided by w here,
// so that varyings run linearly over the screen.
layout(location = 0) in vec3 from;
layout(location = 1) in vec3 to;
layout(location = 2) in vec4 colour;
layout(location = 3) in float width_px;
layout(location = 4) in float dash_px;

uniform mat4 clip_from_local;
uniform vec2 view_px;
uniform float pixel_scale;      // pixels of the picture per pixel of the list
uniform float default_dash_px;  // for lines that are not dashed themselves; 0 = solid
uniform float fade;             // multiplies alpha

flat out vec4 line_colour;
flat out float half_width;
flat out float line_length;
flat out float dash;
flat out float phase;  // pixels of the line before its clipped start, for dashes that stay put
flat out float round_ends;
out vec2 at;  // pixels along the line from its start, and across it

const float kBarWidth = 4.0;     // from here on lines are bars with square ends, below they are strokes that join roundly
const float kTowardsEye = 4e-6;  // clip units: lines on a surface win against it

// Signed distances of a clip-space point to the near plane and to the view's sides, moved out so that no end cap shows.
float distanceTo(int plane, vec4 p, vec2 beyond) {
  if (plane == 0) return p.z + p.w;
  if (plane == 1) return p.w * beyond.x + p.x;
  if (plane == 2) return p.w * beyond.x - p.x;
  if (plane == 3) return p.w * beyond.y + p.y;
  return p.w * beyond.y - p.y;
}

void main() {
  vec4 a = clip_from_local * vec4(from, 1.0);
  vec4 b = clip_from_local * vec4(to, 1.0);
  vec2 beyond = 1.0 + 128.0 / view_px;
  float first = 0.0, last = 1.0;
  for (int plane = 0; plane < 5; ++plane) {
    float da = distanceTo(plane, a, beyond), db = distanceTo(plane, b, beyond);
    if (da < 0.0 && db < 0.0) last = -1.0;
    if (da < 0.0 && db >= 0.0) first = max(first, da / (da - db));
    if (db < 0.0 && da >= 0.0) last = min(last, da / (da - db));
  }
  line_colour = vec4(colour.rgb, colour.a * fade);
  dash = (dash_px > 0.0 ? dash_px : default_dash_px) * pixel_scale;
  // Where neither end is inside, nothing is drawn: all four corners fall on one point outside.
  if (first > last) {
    half_width = line_length = phase = round_ends = 0.0;
    at = vec2(0.0);
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec4 start = mix(a, b, first), end = mix(a, b, last);
  vec3 start_ndc = start.xyz / start.w, end_ndc = end.xyz / end.w;
  vec2 start_px = start_ndc.xy * 0.5 * view_px, end_px = end_ndc.xy * 0.5 * view_px;
  line_length = length(end_px - start_px);
  vec2 along = line_length > 1e-6 ? (end_px - start_px) / line_length : vec2(1.0, 0.0);
  phase = first > 0.0 && a.z + a.w > 0.0 ? length(start_px - a.xy / a.w * 0.5 * view_px) : 0.0;

  // Below one pixel a line gets fainter, not thinner.
  float width = width_px * pixel_scale;
  line_colour.a *= min(width, 1.0);
  half_width = 0.5 * max(width, 1.0);
  round_ends = width_px < kBarWidth && colour.a == 1.0 && dash == 0.0 ? 1.0 : 0.0;

  bool at_end = gl_VertexID >= 2;
  float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
  float cap = 1.0 + round_ends * half_width;
  at = vec2(at_end ? line_length + cap : -cap, side * (half_width + 1.0));
  vec2 corner_px = start_px + along * at.x + vec2(-along.y, along.x) * at.y;
  float depth = max((at_end ? end_ndc.z : start_ndc.z) - kTowardsEye, -1.0);
  gl_Position = vec4(corner_px * 2.0 / view_px, depth, 1.0);
}
