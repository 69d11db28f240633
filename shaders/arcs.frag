// SPDX-License-Identifier: GPL-3.0-or-later
// A crisp body with rounded corners and a soft glow, both from the distance to the body's edge.
in vec2 place;
flat in vec3 hue;
flat in vec4 strength;
flat in vec4 extent;
flat in vec4 ends;
flat in float seed;
out vec4 color;

void main() {
    vec2 excess;
    if (strength.w > 0.5) {
        excess = abs(place) - extent.xz;
    } else {
        excess.x = abs(length(place) - extent.y) - extent.x;
        excess.y = ends == vec4(0.0) ? -1000.0 : -min(dot(place, ends.xy), dot(place, ends.zw));
    }
    excess += extent.w;
    float d = length(max(excess, 0.0)) + min(max(excess.x, excess.y), 0.0) - extent.w;
    float body = clamp(0.5 - d, 0.0, 1.0);
    float far = max(d, 0.0) * strength.z;
    float soft = max(1.0 - far * far, 0.0);
    soft *= soft;
    vec3 light = hue * (body * strength.x + soft * soft * strength.y);
    color = vec4(min(light, 1.0) + dithered(gl_FragCoord.xy, seed), 0.0);
}
