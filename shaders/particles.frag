// SPDX-License-Identifier: GPL-3.0-or-later
// A soft spot of light: its falloff is the glow, so no frame buffer is ever blurred.
flat in vec4 spot;
flat in float grain;
flat in vec3 halo;
flat in vec3 heart;
out vec4 color;

void main() {
    vec2 place = (vec2(gl_FragCoord.x, viewport.y - gl_FragCoord.y) - spot.xy) * spot.zw;
    vec2 square = place * place;
    vec2 wide = max(1.0 - square, 0.0);
    wide *= wide;
    wide *= wide;
    vec2 narrow = max(1.0 - square * 16.0, 0.0);
    narrow *= narrow;
    narrow *= narrow;
    // The software renderer draws the two one after the other, each rounded down. OpenGL rounds to the nearest at the
    // end: half a level comes off, a little less so that whole levels stay what they are.
    float noise = fract(dot(gl_FragCoord.xy, DITHER_STEP) + grain);
    vec3 levels = floor(halo * (wide.x * wide.y) + noise) + heart * (narrow.x * narrow.y) + (noise - 0.49);
    color = vec4(levels / 255.0, 0.0);
}
