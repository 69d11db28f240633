// SPDX-License-Identifier: GPL-3.0-or-later
// What all shaders share: one frame's values, angles and the dither. Put before every shader, after the version line.
layout(std140) uniform View {
    vec4 viewport;  // width, height in device px; device px per logical px; the same for the visualizer
    vec4 centre;    // x, y in device px from the top left; half axes of the particle field
    vec4 motion;    // position on the orbits 0…1; wobble; particle gain; particle size
    vec4 tint;      // red, green, blue, amount
    vec4 aside;     // x, y in device px by which a large, near particle stands aside; flow and place of the stream
};

// Device px from the top left to clip space.
vec4 clipped(vec2 pixel) {
    return vec4(pixel.x * 2.0 / viewport.x - 1.0, 1.0 - pixel.y * 2.0 / viewport.y, 0.0, 1.0);
}

// Sine of an angle in turns. A graphics processor's own may be off by a thousandth: half a pixel on a wide orbit.
float sine(float turns) {
    float t = fract(turns);
    float side = t < 0.5 ? 1.0 : -1.0;
    t = t < 0.5 ? t : t - 0.5;
    float x = min(t, 0.5 - t) * 6.283185307179586, y = x * x;
    return side * x * (1.0 - y / 6.0 * (1.0 - y / 20.0 * (1.0 - y / 42.0 * (1.0 - y / 72.0 * (1.0 - y / 110.0)))));
}
float cosine(float turns) { return sine(turns + 0.25); }

// An ordered dither, 0…1 levels before rounding down: dim wide gradients show no bands. Each record starts elsewhere,
// so that the rounding of overlapping ones does not add up. The software renderer adds the same, pixel by pixel:
// ((49 x + 53 y + 1127 record) mod 64) / 64, x and y from the top left.
const vec2 DITHER_STEP = vec2(49.0, -53.0) / 64.0;
float dither_start(float record) { return (1127.0 * record + 53.0 * viewport.y - 51.0) / 64.0; }
