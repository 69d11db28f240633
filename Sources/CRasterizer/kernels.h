// SPDX-License-Identifier: GPL-3.0-or-later
// The inner loops, written once in portable vectors. Included with LANES (4 or 8) and KERNEL(name) defined; the
// including file chooses the instruction set. Rows may be written up to LANES - 1 pixels past their end (padding).

typedef float KERNEL(floats) __attribute__((vector_size(LANES * 4)));
typedef int32_t KERNEL(ints) __attribute__((vector_size(LANES * 4)));
typedef uint32_t KERNEL(units) __attribute__((vector_size(LANES * 4)));
typedef uint8_t KERNEL(bytes) __attribute__((vector_size(LANES * 4)));
typedef uint16_t KERNEL(shorts) __attribute__((vector_size(LANES * 8)));
typedef int16_t KERNEL(levels) __attribute__((vector_size(LANES * 8)));
typedef uint32_t KERNEL(words) __attribute__((vector_size(LANES * 16)));
#define FLOATS KERNEL(floats)
#define INTS KERNEL(ints)
#define UNITS KERNEL(units)
#define LEVELS KERNEL(levels)
#define BYTES KERNEL(bytes)
#define SHORTS KERNEL(shorts)
#define WORDS KERNEL(words)

static inline FLOATS KERNEL(splat)(float value) { return (FLOATS){0} + value; }
static inline FLOATS KERNEL(least)(FLOATS a, FLOATS b) {
    INTS mask = a < b;
    return (FLOATS)(((INTS)a & mask) | ((INTS)b & ~mask));
}
static inline FLOATS KERNEL(most)(FLOATS a, FLOATS b) {
    INTS mask = a > b;
    return (FLOATS)(((INTS)a & mask) | ((INTS)b & ~mask));
}
static inline FLOATS KERNEL(size)(FLOATS a) { return __builtin_elementwise_abs(a); }

// `flip` is 0 to add light, and 255 to take it away: what is left of a ground is what light adds to its negative.
static inline void KERNEL(add)(uint8_t *pixels, BYTES light, BYTES flip) {
    BYTES old;
    memcpy(&old, pixels, sizeof old);
    old = __builtin_elementwise_add_sat(old ^ flip, light) ^ flip;
    memcpy(pixels, &old, sizeof old);
}

// One shape of the arcs table on its spans. What the shape holds is copied first: the compiler has to assume that pixels
// may lie over it, and would read it again for every vector.
static inline __attribute__((always_inline)) void KERNEL(shape_spans_of)(
    uint8_t *pixels, ptrdiff_t stride, const struct span *spans, int count, const struct shape *shape,
    const float *noise_row, uint8_t flip, int is_bar) {
    const struct shape s = *shape;
    const BYTES flips = (BYTES){0} + flip;
    FLOATS zero = KERNEL(splat)(0), one = KERNEL(splat)(1), full = KERNEL(splat)(255), lane;
    for (int i = 0; i < LANES; i++) lane[i] = (float)i;
    for (int n = 0; n < count; n++) {
        const int x0 = spans[n].x0, x1 = spans[n].x1;
        const float py = spans[n].py;
        const float *dither = noise_row + spans[n].dither;
        uint8_t *row = pixels + spans[n].y * stride;
        // A bar's sums over the row are the same for all of its pixels.
        const float across = py * s.ax, along = py * s.ay;
        for (int x = x0; x < x1; x += LANES) {
            // Whole numbers first: their sum is exact, so the grouping into vectors leaves no trace.
            FLOATS px = (lane + (float)x) - s.centre_x, ex, ey, noise;
            memcpy(&noise, dither + (x - x0), sizeof noise);
            if (is_bar) {
                ex = KERNEL(size)(across - px * s.ay) - s.half;
                ey = KERNEL(size)(px * s.ax + along - s.middle) - s.half_length;
            } else {
                ex = KERNEL(size)(__builtin_elementwise_sqrt(px * px + py * py) - s.middle) - s.half;
                ey = zero - KERNEL(least)(px * s.ax + py * s.ay, px * s.bx + py * s.by);
            }
            ex += s.corner;
            ey += s.corner;
            FLOATS ox = KERNEL(most)(ex, zero), oy = KERNEL(most)(ey, zero);
            FLOATS d = __builtin_elementwise_sqrt(ox * ox + oy * oy)
                + KERNEL(least)(KERNEL(most)(ex, ey), zero) - s.corner;
            FLOATS cover = KERNEL(least)(KERNEL(most)(0.5f - d, zero), one);
            FLOATS far = KERNEL(most)(d, zero) * s.inverse_feather;
            FLOATS t = KERNEL(most)(1.0f - far * far, zero);
            t = t * t;
            FLOATS v = cover * s.gain + t * t * s.glow;
            INTS blue = __builtin_convertvector(KERNEL(least)(v * s.blue + noise, full), INTS);
            INTS green = __builtin_convertvector(KERNEL(least)(v * s.green + noise, full), INTS);
            INTS red = __builtin_convertvector(KERNEL(least)(v * s.red + noise, full), INTS);
            KERNEL(add)(row + x * 4, (BYTES)(blue | (green << 8) | (red << 16)), flips);
        }
    }
}

static void KERNEL(shape_spans)(uint8_t *pixels, ptrdiff_t stride, const struct span *spans, int count,
                                const struct shape *shape, const float *noise_row, uint8_t flip) {
    if (shape->is_bar)
        KERNEL(shape_spans_of)(pixels, stride, spans, count, shape, noise_row, flip, 1);
    else
        KERNEL(shape_spans_of)(pixels, stride, spans, count, shape, noise_row, flip, 0);
}

// All full rings and discs at once: their sum depends on the radius alone, so it is read from a table with
// `radial_steps` entries per pixel, each blue, green, red, 0 in 8.6 fixed point. The row as far on the other side of the
// centre has the same radii; `mirror` is NULL where there is none.
static void KERNEL(radial_row)(uint8_t *row, uint8_t *mirror, int x0, int x1, float centre_x, float py,
                               const uint64_t *table, int entries, const uint64_t *dither,
                               const uint64_t *mirror_dither, uint8_t flip) {
    FLOATS lane;
    const BYTES flips = (BYTES){0} + flip;
    for (int i = 0; i < LANES; i++) lane[i] = (float)i;
    for (int x = x0; x < x1; x += LANES) {
        FLOATS px = (lane + (float)x) - centre_x;
        FLOATS r = __builtin_elementwise_sqrt(px * px + py * py) * (float)radial_steps;
        INTS index = __builtin_convertvector(KERNEL(least)(r, KERNEL(splat)((float)(entries - 1))), INTS);
        uint64_t packed[LANES];
        for (int i = 0; i < LANES; i++) packed[i] = table[index[i]];
        SHORTS light, noise;
        memcpy(&light, packed, sizeof light);
        memcpy(&noise, dither + (x - x0), sizeof noise);
        KERNEL(add)(row + x * 4, __builtin_convertvector((light + noise) >> 6, BYTES), flips);
        if (!mirror) continue;
        memcpy(&noise, mirror_dither + (x - x0), sizeof noise);
        KERNEL(add)(mirror + x * 4, __builtin_convertvector((light + noise) >> 6, BYTES), flips);
    }
}

// The coloured profile of a sprite's columns, `count` rounded up to whole vectors; blue, green, red in 8.6 fixed point.
static void KERNEL(sprite_profile)(uint64_t *profile, int count, float from, float inverse_half, float blue, float green,
                                   float red) {
    FLOATS zero = KERNEL(splat)(0), lane;
    for (int i = 0; i < LANES; i++) lane[i] = (float)i;
    for (int x = 0; x < count; x += LANES) {
        FLOATS u = ((lane + (float)x) + from) * inverse_half;
        FLOATS f = KERNEL(most)(1.0f - u * u, zero);
        f = f * f;
        f = f * f;
        UNITS low = (UNITS)__builtin_convertvector(f * blue, INTS)
            | (UNITS)__builtin_convertvector(f * green, INTS) << 16;
        UNITS high = (UNITS)__builtin_convertvector(f * red, INTS);
        uint32_t halves[2][LANES];
        memcpy(halves[0], &low, sizeof low);
        memcpy(halves[1], &high, sizeof high);
        for (int i = 0; i < LANES; i++)
            profile[x + i] = (uint64_t)halves[1][i] << 32 | halves[0][i];
    }
}

// One particle's glow: the light falls off as a product of a column and a row profile, so a row is one multiplication
// of the coloured column profile (8.6 fixed point) by that row's weight (0.16), plus dither. Weight 0 skips the row.
static void KERNEL(sprite)(uint8_t *pixels, ptrdiff_t stride, int width, int rows, const uint64_t *profile,
                           const uint16_t *weights, const uint64_t *dither, int dither_start, uint8_t flip) {
    const BYTES flips = (BYTES){0} + flip;
    for (int y = 0; y < rows; y++, pixels += stride) {
        if (weights[y] == 0) continue;
        uint16_t weight = weights[y];
        const uint64_t *pattern = dither + ((dither_start + dither_slope * y) & (dither_period - 1));
        for (int x = 0; x < width; x += LANES) {
            SHORTS light, noise;
            memcpy(&light, profile + x, sizeof light);
            memcpy(&noise, pattern + x, sizeof noise);
#ifdef HALVES
            // The portable form below makes wide products and narrows them again.
            HALVES parts[sizeof light / sizeof(HALVES)];
            memcpy(parts, &light, sizeof light);
            for (size_t i = 0; i < sizeof light / sizeof(HALVES); i++) parts[i] = UPPER_HALVES(parts[i], weight);
            memcpy(&light, parts, sizeof light);
#else
            WORDS product = __builtin_convertvector(light, WORDS) * (uint32_t)weight >> 16;
            light = __builtin_convertvector(product, SHORTS);
#endif
            LEVELS level = (LEVELS)((light + noise) >> 6);
            level = __builtin_elementwise_min(level, (LEVELS){0} + 255);
            KERNEL(add)(pixels + x * 4, __builtin_convertvector(level, BYTES), flips);
        }
    }
}

#undef FLOATS
#undef INTS
#undef UNITS
#undef LEVELS
#undef BYTES
#undef SHORTS
#undef WORDS
