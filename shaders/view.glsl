// SPDX-License-Identifier: GPL-3.0-or-later
// What all shaders share: one frame's values and the dither. Prepended to every shader after the version line.
layout(std140) uniform View {
    vec4 viewport;  // width, height in device px; device px per logical px; the same for the visualizer
    vec4 centre;    // x, y in device px from the top left; half axes of the particle field
    vec4 motion;    // position on the orbits 0…1; wobble; particle gain; particle size
    vec4 tint;      // red, green, blue, amount
};

const float TURN = 6.283185307179586;

// Device px from the top left to clip space.
vec4 clipped(vec2 pixel) {
    return vec4(pixel.x * 2.0 / viewport.x - 1.0, 1.0 - pixel.y * 2.0 / viewport.y, 0.0, 1.0);
}

// An ordered dither of half a level up or down: dim wide gradients show no bands. Each record starts elsewhere, so that
// the rounding of overlapping ones does not add up. The software renderer adds the same.
float dither_seed(int record) { return fract(float(record * 1127) / 64.0); }
float dithered(vec2 fragment, float seed) {
    vec2 pixel = floor(vec2(fragment.x, viewport.y - fragment.y));
    return (fract(dot(pixel, vec2(49.0, 37.0)) / 64.0 + seed) - 0.5) / 255.0;
}
