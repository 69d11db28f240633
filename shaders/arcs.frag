// SPDX-License-Identifier: GPL-3.0-or-later
// A crisp body with rounded corners and a soft glow, both from the distance to the body's edge.
flat in vec4 extent;
flat in vec4 ends;
flat in vec4 hue;
flat in vec4 strength; // body, glow, where the dither starts, kind
out vec4 color;

void main() {
    vec2 place = vec2(gl_FragCoord.x, viewport.y - gl_FragCoord.y) - centre.xy;
    bool bar = strength.w > 0.5;
    float along = dot(place, ends.xy);
    float radius = length(place);
    // The software renderer reads rings from a table of thirty-second parts of a pixel.
    if (strength.w < -0.5) radius = (floor(radius * 32.0) + 0.5) / 32.0;
    float x = abs(bar ? place.x * ends.y - place.y * ends.x : radius - extent.y);
    float y = bar ? abs(along - extent.y) : -min(along, dot(place, ends.zw));
    vec2 excess = vec2(x, y) - extent.xz;
    float d = length(max(excess, 0.0)) + min(max(excess.x, excess.y), 0.0) - extent.w;
    float far = max(d, 0.0) * hue.w;
    float soft = max(1.0 - far * far, 0.0);
    soft *= soft;
    vec3 shine = hue.rgb * (clamp(0.5 - d, 0.0, 1.0) * strength.x + soft * soft * strength.y);
    // Half a level less, because OpenGL rounds to the nearest.
    float noise = fract(dot(gl_FragCoord.xy, DITHER_STEP) + strength.z) - 0.5;
    color = vec4(shine + noise / 255.0, 0.0);
}
