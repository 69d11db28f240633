// SPDX-License-Identifier: GPL-3.0-or-later
// One instance is one ring, sector or bar: spans a strip that covers its body and its glow.
layout(location = 0) in vec4 span;   // from and to in turns clockwise from the top, inner and outer radius in px
layout(location = 1) in vec4 light;  // red, green, blue, reach of the glow in px
layout(location = 2) in vec4 form;   // strength of the body, strength of the glow, half width of a bar

out vec2 place;         // device px: from the centre, or in a bar's own frame
flat out vec3 hue;
flat out vec4 strength; // body, glow, 1 / reach, 1 for a bar
flat out vec4 extent;   // half thickness, middle radius, half length, radius of the corners
flat out vec4 ends;     // inward normals of a sector's two ends; zero for a ring

const int SEGMENTS = 16;

vec2 direction(float turns) { return vec2(sin(turns * TURN), -cos(turns * TURN)); }

flat out float seed; // where this record's dither starts

void main() {
    float k = viewport.w;
    float feather = max(light.w * k, 1.0);
    float reach = form.y > 0.0 ? feather : 1.0;
    float inner = span.z * k, outer = span.w * k;
    bool bar = form.z > 0.0;
    float side = float(gl_VertexID & 1);
    float along = float(gl_VertexID >> 1) / float(SEGMENTS);

    hue = light.rgb;
    strength = vec4(form.x, form.y, 1.0 / feather, bar ? 1.0 : 0.0);
    float middle = (inner + outer) * 0.5;
    ends = vec4(0.0);
    vec2 offset;
    if (bar) {
        vec2 axis = direction(span.x);
        float half_length = (outer - inner) * 0.5;
        extent = vec4(form.z * k, middle, half_length, min(form.z * k, half_length));
        float far = along > 0.0 ? 1.0 : -1.0;
        place = vec2((side * 2.0 - 1.0) * (extent.x + reach + 1.0), far * (extent.z + reach + 1.0));
        offset = axis * (middle + place.y) + vec2(-axis.y, axis.x) * place.x;
    } else {
        float half_width = (outer - inner) * 0.5;
        extent = vec4(half_width, middle, 0.0, min(half_width, 1.5));
        float from = span.x, to = span.y;
        float low = max(inner - reach - 1.0, 0.0);
        if (to - from < 0.9999) {
            ends = vec4(cos(from * TURN), sin(from * TURN), -cos(to * TURN), -sin(to * TURN));
            float padding = asin(min((reach + 1.0) / max(low, 1.0), 0.7)) / TURN;
            from -= padding;
            to += padding;
        }
        float bulge = cos((to - from) * 0.5 * TURN / float(SEGMENTS));
        offset = direction(mix(from, to, along)) * mix(low, (outer + reach + 1.0) / bulge, side);
        place = offset;
    }
    seed = dither_seed(gl_InstanceID);
    gl_Position = clipped(centre.xy + offset);
}
