// Soft light without shadows: a bright sky, a darker ground and a lamp at the eye. Both sides of a surface are lit. A zero normal means
// the colour as it is.
uniform float lit_only;  // 1 = unlit surfaces leave no trace
uniform sampler2D picture;
uniform float has_picture;  // 1 = multiplied with the colour
uniform float cut_below;    // of the picture's alpha: no surface there

in vec3 surface_normal;
in vec3 to_eye;
in vec4 surface_colour;
in vec2 surface_uv;

out vec4 colour;

const float kGamma = 2.2;
const float kGround = 0.22;
const float kSky = 0.62;
const float kLamp = 0.42;

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
  float facing = dot(normal, normalize(to_eye));
  if (facing < 0.0) normal = -normal;
  float light = mix(kGround, kSky, 0.5 + 0.5 * normal.y) + kLamp * abs(facing);
  colour.rgb = pow(pow(colour.rgb, vec3(kGamma)) * light, vec3(1.0 / kGamma));
}
