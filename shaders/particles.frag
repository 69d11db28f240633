// SPDX-License-Identifier: GPL-3.0-or-later
// A soft spot of light: its falloff is the glow, so no frame buffer is ever blurred.
in vec2 place;
flat in vec3 halo;
flat in vec3 heart;
flat in float seed;
out vec4 color;

void main() {
    vec2 square = place * place;
    vec2 wide = max(1.0 - square, 0.0);
    wide *= wide;
    wide *= wide;
    vec2 narrow = max(1.0 - square * 16.0, 0.0);
    narrow *= narrow;
    narrow *= narrow;
    vec3 light = min(halo * (wide.x * wide.y) + heart * (narrow.x * narrow.y), 1.0);
    color = vec4(light + dithered(gl_FragCoord.xy, seed), 0.0);
}
