// SPDX-License-Identifier: GPL-3.0-or-later
// One instance is one ring, sector or bar: spans a strip that covers its body and its glow. Lengths in device px.
layout(location = 0) in vec4 form;  // half thickness, middle radius, half length; radius of the corners, taken off both
layout(location = 1) in vec4 axes;  // direction of a bar, or the inward normals of a sector's ends
layout(location = 2) in vec4 light; // red, green, blue, 1 / reach of the glow
layout(location = 3) in vec4 power; // strength of the body, of the glow; how far they shine; number of the record
layout(location = 4) in vec4 sweep; // from and to in turns clockwise from the top; kind: -1 ring, 0 sector, 1 bar

flat out vec4 extent;
flat out vec4 ends;
flat out vec4 hue;
flat out vec4 strength; // body, glow, where the dither starts, kind

// Also in GLSceneRenderer. Fewer cut larger corners round rings, more are more vertices: 6 to 12 cost the least.
const float SEGMENTS = 8.0;

vec2 direction(float turns) { return vec2(sine(turns), -cosine(turns)); }

void main() {
    float side = float(gl_VertexID & 1);
    float along = float(gl_VertexID >> 1) / SEGMENTS;
    extent = form;
    ends = axes;
    hue = light;
    strength = vec4(power.xy, dither_start(power.w), sweep.z);
    float across = form.x + form.w + power.z;
    vec2 offset;
    if (sweep.z > 0.5) {
        float far = (form.z + form.w + power.z) * (along > 0.0 ? 1.0 : -1.0);
        offset = axes.xy * (form.y + far) + vec2(-axes.y, axes.x) * across * (side * 2.0 - 1.0);
    } else {
        // Chords lie inside their circle: the outer side is pushed out until they touch it.
        float bulge = cosine((sweep.y - sweep.x) * 0.5 / SEGMENTS);
        float radius = side > 0.0 ? (form.y + across) / bulge : max(form.y - across, 0.0);
        offset = direction(mix(sweep.x, sweep.y, along)) * radius;
    }
    gl_Position = clipped(centre.xy + offset);
}
