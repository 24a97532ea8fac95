// A vertical gradient, dithered by less than one step of 8 bits so that dark tones show no bands
// (interleaved gradient noise, Jimenez 2014).
uniform vec4 top;
uniform vec4 bottom;

in float height;
out vec4 colour;

void main() {
  float noise = fract(52.9829189 * fract(dot(floor(gl_FragCoord.xy), vec2(0.06711056, 0.00583715))));
  colour = vec4(mix(bottom.rgb, top.rgb, height) + (noise - 0.5) / 255.0, 1.0);
}
