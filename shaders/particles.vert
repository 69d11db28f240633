// SPDX-License-Identifier: GPL-3.0-or-later
// One instance is one particle: finds its place on its orbit and spans a square around it.
layout(location = 0) in vec4 orbit;  // radius as share of the field, phase in turns, laps per period, half size
layout(location = 1) in vec4 light;  // red, green, blue, gain
layout(location = 2) in vec4 plane;  // cosine and sine of the node, cosine and sine of the inclination

flat out vec4 spot;  // middle in device px from the top left, 1 / half sizes
flat out float grain; // where the dither starts
flat out vec3 halo;  // levels of the wide dim part
flat out vec3 heart; // levels of the small bright part

// Also in the software renderer.
const float STREAM_SPREAD = 7.0;
const float STREAM_FADING = 24.0;

void main() {
    bool still = orbit.z == 0.0;
    float turns = fract(orbit.y + orbit.z * motion.x);
    float a = cosine(turns), b = sine(turns);
    // In the stream each runs its way over and over, unseen where it ends and begins again.
    float way = fract(orbit.y * STREAM_SPREAD + aside.w), ends = 2.0 * way - 1.0;
    ends *= ends;
    ends *= ends;
    float seen = 1.0 - min(abs(aside.z) * STREAM_FADING, 1.0) * ends * ends;
    float radius = orbit.x * (1.0 + motion.y * sine(turns * 2.0 + orbit.y * 7.0));
    radius *= still ? 1.0 : 1.0 + aside.z * way;
    vec2 offset = radius * vec2(plane.x * a - plane.y * b * plane.z, plane.y * a + plane.x * b * plane.z);
    float depth = still ? 0.0 : b * plane.w;
    // The backdrop's lights grow with the field; the others are logical px.
    vec2 half_size = orbit.w * (still ? centre.zw : vec2(viewport.z * motion.w * (1.0 + 0.3 * depth)));
    float gain = light.w * (still ? 1.0 : motion.z * (1.0 + 0.45 * depth) * seen);
    float nearness = still ? 0.0 : (orbit.w - 8.0) * 0.05;
    vec2 middle = floor(viewport.xy * 0.5) + offset * centre.zw + aside.xy * nearness;

    float luma = (light.r + light.g + light.b) * 0.5 * tint.a;
    vec3 color = still ? light.rgb : light.rgb * (1.0 - tint.a) + tint.rgb * luma;
    halo = color * gain * (still ? 255.0 : 102.0);
    heart = still ? vec3(0.0) : min((color + 0.25) * gain, 3.9) * 255.0;
    spot = vec4(middle, 1.0 / half_size);
    grain = dither_start(float(gl_InstanceID));

    // The square ends where the halo is a sixty-fourth of a level.
    float peak = 64.0 * max(max(halo.r, halo.g), halo.b);
    float reach = sqrt(1.0 - sqrt(inversesqrt(max(peak, 1.0))));
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
    gl_Position = clipped(middle + corner * half_size * reach);
}
