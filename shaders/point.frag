uniform float core_only;  // 1 = only what hides all behind it

flat in vec4 point_colour;
flat in float radius;
in vec2 from_centre;

out vec4 colour;

void main() {
  float covered = clamp(radius - length(from_centre) + 0.5, 0.0, 1.0);
  colour = vec4(point_colour.rgb, point_colour.a * covered);
  if (core_only > 0.5 ? point_colour.a < 1.0 || covered < 0.5 : colour.a == 0.0) discard;
}
