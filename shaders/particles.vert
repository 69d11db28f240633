// SPDX-License-Identifier: GPL-3.0-or-later
// One instance is one particle: finds its place on its orbit and spans a square around it.
layout(location = 0) in vec4 orbit;  // radius as share of the field, phase in turns, laps per period, half size in px
layout(location = 1) in vec4 light;  // red, green, blue, gain
layout(location = 2) in vec4 plane;  // cosine and sine of the node, cosine and sine of the inclination

out vec2 place;      // −1…1 in the square
flat out vec3 halo;  // the wide dim part
flat out vec3 heart; // the small bright part

flat out float seed; // where this record's dither starts

void main() {
    bool still = orbit.z == 0.0;
    float turns = fract(orbit.y + orbit.z * motion.x);
    float a = cos(turns * TURN), b = sin(turns * TURN);
    float radius = orbit.x * (1.0 + motion.y * sin(fract(turns * 2.0 + orbit.y * 7.0) * TURN));
    vec2 offset = radius * vec2(plane.x * a - plane.y * b * plane.z, plane.y * a + plane.x * b * plane.z);
    float depth = still ? 0.0 : b * plane.w;
    float field = min(centre.z, centre.w) / 320.0;
    float half_size = orbit.w * (still ? field : viewport.z * motion.w * (1.0 + 0.3 * depth));
    float gain = light.w * (still ? 1.0 : motion.z * (1.0 + 0.45 * depth));
    vec2 middle = still ? floor(viewport.xy * 0.5) : centre.xy;

    float luma = (light.r + light.g + light.b) * 0.5 * tint.a;
    vec3 color = still ? light.rgb : light.rgb * (1.0 - tint.a) + tint.rgb * luma;
    halo = color * gain * (still ? 1.0 : 0.4);
    heart = still ? vec3(0.0) : (color + 0.25) * gain;

    place = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) * 2.0 - 1.0;
    seed = dither_seed(gl_InstanceID);
    gl_Position = clipped(middle + offset * centre.zw + place * half_size);
}
