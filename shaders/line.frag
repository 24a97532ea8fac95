// Coverage of a pixel by a line from its distance to the line's edge.
uniform float core_only;  // 1 = only what hides all behind it

flat in vec4 line_colour;
flat in float half_width;
flat in float line_length;
flat in float dash;
flat in float phase;
flat in float round_ends;
in vec2 at;

out vec4 colour;

float coverage(float inside_px) { return clamp(inside_px + 0.5, 0.0, 1.0); }

void main() {
  float beyond = max(-at.x, at.x - line_length);
  float covered;
  if (round_ends > 0.0) {
    covered = coverage(half_width - length(vec2(max(beyond, 0.0), at.y)));
  } else {
    covered = coverage(half_width - abs(at.y)) * coverage(-beyond);
  }
  if (dash > 0.0) {
    covered *= coverage(0.5 * dash - abs(mod(at.x + phase + 0.5 * dash, 2.0 * dash) - dash));
  }
  colour = vec4(line_colour.rgb, line_colour.a * covered);
  if (core_only > 0.5 ? line_colour.a < 1.0 || covered < 0.5 : colour.a == 0.0) discard;
}
