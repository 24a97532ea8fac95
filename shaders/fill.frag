// A key light from above and a fill light from the side, in the space of the list. Of a translucent surface the side turned away is a dark
// and fainter one; an opaque surface has two equal sides. A zero normal means the colour as it is.
uniform vec3 key_light;
uniform vec3 fill_light;
uniform float lit_only;  // 1 = unlit surfaces leave no trace
uniform sampler2D picture;
uniform float has_picture;  // 1 = multiplied with the colour
uniform float cut_below;    // of the picture's alpha: no surface there

in vec3 surface_normal;
in vec3 to_eye;
in vec4 surface_colour;
in vec2 surface_uv;

out vec4 colour;

const float kAmbient = 0.46;
const float kKey = 0.62;
const float kFill = 0.12;
const float kShine = 0.10;
const float kBack = 0.35;
const float kBackAlpha = 0.55;

void main() {
  colour = surface_colour;
  if (has_picture > 0.5) {
    vec4 texel = texture(picture, surface_uv);
    if (texel.a < cut_below) discard;
    colour.rgb *= texel.rgb;
  }
  if (dot(surface_normal, surface_normal) < 0.25) {
    if (lit_only > 0.5) discard;
    return;
  }
  vec3 normal = normalize(surface_normal);
  if (dot(normal, to_eye) < 0.0) {
    if (colour.a < 0.999) {
      colour = vec4(colour.rgb * kBack, colour.a * kBackAlpha);
      return;
    }
    normal = -normal;
  }
  float key = max(0.0, dot(normal, key_light));
  colour.rgb = min(vec3(1.0), colour.rgb * (kAmbient + kKey * key + kFill * max(0.0, dot(normal, fill_light))) + kShine * key);
}
