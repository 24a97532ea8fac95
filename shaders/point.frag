uniform float least_alpha;

flat in vec4 point_colour;
flat in float radius;
in vec2 from_centre;

out vec4 colour;

void main() {
  float covered = clamp(radius - length(from_centre) + 0.5, 0.0, 1.0);
  colour = vec4(point_colour.rgb, point_colour.a * covered);
  if (colour.a < least_alpha) discard;
}
