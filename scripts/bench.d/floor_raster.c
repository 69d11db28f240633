// SPDX-License-Identifier: GPL-3.0-or-later
// The scene drawn by plain C on the processor and painted as a cairo node: the floor of the software tier. It takes
// every short cut that its own scene allows: ready-made sprites on whole pixels, bars whose pixels are listed once.

#include "floor.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { sizes = 16, reach = 11, orb_reach = 130, bar_box = 215, most_bar_pixels = 6000 };

struct bar_pixel {
    int32_t offset;
    int16_t along, across; // quarters of a pixel: from the bar's foot, beyond its side
};

static uint32_t *sprites[sizes][3], *backdrop, *buffers[3];
static int sprite_side[sizes];
static struct bar_pixel *bars[bar_count];
static int bar_pixels[bar_count];
static uint32_t bar_ramp[bar_count][256];
static uint8_t falloff[64 * 64];
static uint16_t *radii;
static cairo_surface_t *surfaces[3];
static int particles, next_buffer;

static uint32_t packed(float red, float green, float blue) {
    return (uint32_t)fminf(red * 255, 255) << 16 | (uint32_t)fminf(green * 255, 255) << 8 |
           (uint32_t)fminf(blue * 255, 255);
}

static inline void add_pixel(uint32_t *pixel, uint32_t light) {
#if defined(__SSE2__)
    *pixel = (uint32_t)_mm_cvtsi128_si32(_mm_adds_epu8(_mm_cvtsi32_si128((int)*pixel), _mm_cvtsi32_si128((int)light)));
#else
    uint8_t *to = (uint8_t *)pixel, *from = (uint8_t *)&light;
    for (int i = 0; i < 4; i++) to[i] = to[i] + from[i] > 255 ? 255 : to[i] + from[i];
#endif
}

static void add_row(uint32_t *pixels, const uint32_t *light, int count) {
    int i = 0;
#if defined(__SSE2__)
    for (; i + 4 <= count; i += 4) {
        __m128i sum = _mm_adds_epu8(_mm_loadu_si128((__m128i *)(pixels + i)), _mm_loadu_si128((__m128i *)(light + i)));
        _mm_storeu_si128((__m128i *)(pixels + i), sum);
    }
#endif
    for (; i < count; i++) add_pixel(pixels + i, light[i]);
}

static float soft(float distance) {
    float f = fmaxf(1 - distance * distance, 0);
    return f * f * f * f;
}

static void make_sprites(void) {
    for (int size = 0; size < sizes; size++) {
        int half = 10 + 2 * size, side = sprite_side[size] = 2 * half;
        for (int hue = 0; hue < 3; hue++) {
            float rgb[3];
            scene_hue(hue, rgb);
            uint32_t *sprite = sprites[size][hue] = malloc((size_t)(side * side) * 4);
            for (int y = 0; y < side; y++)
                for (int x = 0; x < side; x++) {
                    float r = hypotf((float)x + 0.5f - (float)half, (float)y + 0.5f - (float)half) / (float)half;
                    float halo = soft(r) * 0.2f, heart = soft(r * 4) * 0.5f;
                    float light[3];
                    for (int i = 0; i < 3; i++) light[i] = rgb[i] * halo + (rgb[i] + 0.25f) * heart;
                    sprite[y * side + x] = packed(light[0], light[1], light[2]);
                }
        }
    }
}

static void make_backdrop(void) {
    backdrop = malloc(field_side * field_side * 4);
    for (int y = 0; y < field_side; y++)
        for (int x = 0; x < field_side; x++) {
            float dx = (float)(x - field_side / 2), dy = (float)(y - field_side / 2);
            float wide = soft(hypotf(dx, dy) / 340) * 0.1f, near = soft(hypotf(dx + 107, dy + 89) / 190) * 0.05f;
            backdrop[y * field_side + x] =
                packed(0.2f * wide + 0.48f * near, 0.65f * wide + 0.4f * near, 0.95f * (wide + near));
        }
}

static int nearer(const void *a, const void *b) {
    return ((const struct bar_pixel *)a)->along - ((const struct bar_pixel *)b)->along;
}

static void make_bars(void) {
    for (int i = 0; i < 64 * 64; i++) {
        float distance = sqrtf((float)i) / 4, glow = soft(fmaxf(distance - 0.5f, 0) / reach) * 0.3f;
        falloff[i] = (uint8_t)(255 * fminf(fmaxf(1 - distance, 0) * 0.8f + glow, 1));
    }
    for (int bar = 0; bar < bar_count; bar++) {
        float angle = ((float)bar + 0.5f) / bar_count * 6.2831853f, dx = sinf(angle), dy = -cosf(angle), rgb[3];
        scene_bar_color(bar, rgb);
        for (int level = 0; level < 256; level++) {
            float f = (float)level / 255;
            bar_ramp[bar][level] = packed(rgb[0] * f, rgb[1] * f, rgb[2] * f);
        }
        bars[bar] = malloc(most_bar_pixels * sizeof **bars);
        for (int y = -bar_box; y < bar_box; y++)
            for (int x = -bar_box; x < bar_box; x++) {
                float px = (float)x + 0.5f, py = (float)y + 0.5f;
                float along = px * dx + py * dy - 80, across = fabsf(px * dy - py * dx) - 2;
                if (along < -reach || along > 120 + reach || across > reach) continue;
                if (bar_pixels[bar] == most_bar_pixels) continue;
                bars[bar][bar_pixels[bar]++] =
                    (struct bar_pixel){(y + field_side / 2) * field_side + x + field_side / 2, (int16_t)(along * 4),
                                       (int16_t)(fmaxf(across, 0) * 4)};
            }
        // In the order of their distance from the foot, so that a short bar ends early.
        qsort(bars[bar], (size_t)bar_pixels[bar], sizeof **bars, nearer);
    }
}

static void make_radii(void) {
    radii = malloc(4 * orb_reach * orb_reach * sizeof *radii);
    for (int y = 0; y < 2 * orb_reach; y++)
        for (int x = 0; x < 2 * orb_reach; x++)
            radii[y * 2 * orb_reach + x] =
                (uint16_t)(4 * hypotf((float)(x - orb_reach) + 0.5f, (float)(y - orb_reach) + 0.5f));
}

static void draw_orb(uint32_t *pixels, double seconds) {
    static uint32_t profile[8 * orb_reach];
    float radius = scene_orb(seconds);
    for (int i = 0; i < 4 * orb_reach; i++) {
        float r = (float)i / 4, disc = soft(r / radius) * 0.6f, heart = soft(r / 30) * 0.8f;
        float rim = soft((r - radius) / 30) * 0.4f;
        float ring = soft((r - 74) / 14) * 0.3f + fmaxf(1 - fabsf(r - 74), 0) * 0.5f, sum = disc + rim + ring;
        profile[i] = packed(0.2f * sum + heart, 0.5f * sum + heart, sum + heart);
    }
    for (int y = 0; y < 2 * orb_reach; y++) {
        uint32_t *row = pixels + (field_side / 2 - orb_reach + y) * field_side + field_side / 2 - orb_reach;
        for (int x = 0; x < 2 * orb_reach; x++) add_pixel(row + x, profile[radii[y * 2 * orb_reach + x]]);
    }
}

static void draw_bars(uint32_t *pixels, double seconds) {
    float lengths[bar_count];
    scene_bars(lengths, seconds);
    for (int bar = 0; bar < bar_count; bar++) {
        int length = (int)(lengths[bar] * 4);
        for (int i = 0; i < bar_pixels[bar] && bars[bar][i].along < length + 4 * reach; i++) {
            struct bar_pixel p = bars[bar][i];
            int beyond = p.along < 0 ? -p.along : p.along > length ? p.along - length : 0;
            int square = beyond * beyond + p.across * p.across;
            if (square < 64 * 64) add_pixel(pixels + p.offset, bar_ramp[bar][falloff[square]]);
        }
    }
}

static void draw_spots(uint32_t *pixels, double seconds) {
    static struct spot spots[most_particles];
    scene_spots(spots, particles, seconds);
    for (int i = 0; i < particles; i++) {
        int size = (int)((spots[i].half - 10) / 2);
        size = size < 0 ? 0 : size >= sizes ? sizes - 1 : size;
        int side = sprite_side[size], middle = (field_side - side) / 2;
        int x = middle + (int)spots[i].x, y = middle + (int)spots[i].y;
        int from = x < 0 ? 0 : x, to = x + side > field_side ? field_side : x + side;
        for (int row = y < 0 ? 0 : y; row < y + side && row < field_side && from < to; row++)
            add_row(pixels + row * field_side + from, sprites[size][spots[i].hue] + (row - y) * side + from - x,
                    to - from);
    }
}

static void draw(GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data) {
    (void)area, (void)data, (void)width, (void)height;
    double seconds = (double)g_get_monotonic_time() * 1e-6;
    next_buffer = (next_buffer + 1) % 3;
    uint32_t *pixels = buffers[next_buffer];
    memcpy(pixels, backdrop, field_side * field_side * 4);
    draw_spots(pixels, seconds);
    draw_orb(pixels, seconds);
    draw_bars(pixels, seconds);
    // A new surface each time: GTK records the one that it paints, and cairo lets no recorded one change.
    if (surfaces[next_buffer]) cairo_surface_destroy(surfaces[next_buffer]);
    surfaces[next_buffer] = cairo_image_surface_create_for_data((uint8_t *)pixels, CAIRO_FORMAT_RGB24, field_side,
                                                                field_side, field_side * 4);
    cairo_set_source_surface(cairo, surfaces[next_buffer], 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_FAST);
    cairo_set_operator(cairo, CAIRO_OPERATOR_SOURCE);
    cairo_paint(cairo);
}

static gboolean queue_frame(GtkWidget *area, GdkFrameClock *clock, gpointer data) {
    (void)clock, (void)data;
    gtk_widget_queue_draw(area);
    return G_SOURCE_CONTINUE;
}

GtkWidget *raster_floor(int count) {
    particles = count;
    make_sprites();
    make_backdrop();
    make_bars();
    make_radii();
    for (int i = 0; i < 3; i++) buffers[i] = malloc(field_side * field_side * 4);
    GtkWidget *area = gtk_drawing_area_new();
    gtk_drawing_area_set_draw_func(GTK_DRAWING_AREA(area), draw, NULL, NULL);
    gtk_widget_add_tick_callback(area, queue_frame, NULL, NULL);
    return area;
}
