// SPDX-License-Identifier: GPL-3.0-or-later
// Blurs small pictures and cuts frosted panes from them. One cell or pixel is one vector of four channels, which every
// compiler maps to the processor's registers by itself.
#include "crasterizer_glass.h"
#include <math.h>
#include <string.h>

typedef float cell __attribute__((vector_size(16), aligned(16)));
typedef int cell_int __attribute__((vector_size(16)));

static cell load(const float *from) {
    cell value;
    memcpy(&value, from, sizeof value);
    return value;
}

static void store(float *to, cell value) { memcpy(to, &value, sizeof value); }

static cell all(float value) { return (cell){value, value, value, value}; }

static int within(int value, int low, int high) { return value < low ? low : value > high ? high : value; }

// One pass of a box over `count` cells that lie `pitch` floats apart; beyond the ends the outermost cell goes on.
static void box_pass(const float *from, float *to, int count, ptrdiff_t pitch, int radius, float edge) {
    cell sum = all(0);
    for (int i = -radius; i <= radius; i++) sum += load(from + within(i, 0, count - 1) * pitch);
    cell weight = all(1 / (2 * (float)radius + 1 + 2 * edge)), edges = all(edge);
    for (int i = 0; i < count; i++) {
        cell before = load(from + within(i - radius - 1, 0, count - 1) * pitch);
        cell after = load(from + within(i + radius + 1, 0, count - 1) * pitch);
        store(to + i * pitch, (sum + edges * (before + after)) * weight);
        sum += after - load(from + within(i - radius, 0, count - 1) * pitch);
    }
}

static void blur(crasterizer_grid *grid, crasterizer_grid *scratch, float sigma) {
    float variance = sigma * sigma / 3;
    int radius = (int)(0.5f * sqrtf(12 * variance + 1) - 0.5f);
    float r = (float)radius;
    float edge = (2 * r + 1) * (r * (r + 1) - 3 * variance) / (6 * (variance - (r + 1) * (r + 1)));
    ptrdiff_t row = grid->columns * 4;
    // Six passes, so that the result ends where it began.
    float *from = grid->cells, *to = scratch->cells;
    for (int pass = 0; pass < 6; pass++) {
        if (pass < 3)
            for (int y = 0; y < grid->rows; y++)
                box_pass(from + y * row, to + y * row, grid->columns, 4, radius, edge);
        else
            for (int x = 0; x < grid->columns; x++)
                box_pass(from + x * 4, to + x * 4, grid->rows, row, radius, edge);
        float *swap = from;
        from = to;
        to = swap;
    }
}

static void regrade(crasterizer_grid *grid, crasterizer_grade grade) {
    cell ground = {grade.ground_blue, grade.ground_green, grade.ground_red, 0};
    int is_light = ground[0] > 0 || ground[1] > 0 || ground[2] > 0;
    for (int i = 0; i < grid->columns * grid->rows; i++) {
        float *c = grid->cells + i * 4;
        cell seen = is_light ? ground - load(c) : load(c);
        cell grey = all(0.0722f * seen[0] + 0.7152f * seen[1] + 0.2126f * seen[2]);
        cell value = (grey + (seen - grey) * all(grade.saturation)) * all(grade.gain);
        for (int channel = 0; channel < 4; channel++) value[channel] = value[channel] < 0 ? 0 : value[channel];
        // Encoded values are close to square roots of light: exact enough for a limit.
        cell light = value * value / all(255 * 255);
        float luminance = 0.0722f * light[0] + 0.7152f * light[1] + 0.2126f * light[2];
        value *= all(sqrtf(grade.limit / (grade.limit + luminance)));
        if (is_light)
            for (int channel = 0; channel < 3; channel++)
                value[channel] = value[channel] < ground[channel] ? ground[channel] - value[channel] : 0;
        store(c, value);
    }
}

void crasterizer_soften(const uint8_t *pixels, ptrdiff_t stride, float sigma, crasterizer_grade grade,
                        crasterizer_grid *grid, crasterizer_grid *scratch) {
    for (int y = 0; y < grid->rows; y++) {
        const uint8_t *from = pixels + y * stride;
        float *to = grid->cells + (ptrdiff_t)y * grid->columns * 4;
        for (int x = 0; x < grid->columns; x++, from += 4, to += 4)
            store(to, (cell){from[0], from[1], from[2], 0});
    }
    blur(grid, scratch, sigma);
    regrade(grid, grade);
}

static cell tinted(cell value, crasterizer_tint tint, float share) {
    cell color = {tint.blue * 255, tint.green * 255, tint.red * 255, 255};
    return value + (color - value) * all(tint.alpha * share);
}

// Converts channels that lie within 0…255.
static void put(uint8_t *pixel, cell value) {
    cell_int rounded = __builtin_convertvector(value, cell_int);
    pixel[0] = (uint8_t)rounded[0];
    pixel[1] = (uint8_t)rounded[1];
    pixel[2] = (uint8_t)rounded[2];
    pixel[3] = (uint8_t)rounded[3];
}

// Without it, the wide gradients of a blur show steps.
static const float dither[4][4] = {
    {0.03f, 0.53f, 0.16f, 0.66f}, {0.78f, 0.28f, 0.91f, 0.41f}, {0.22f, 0.72f, 0.09f, 0.59f}, {0.97f, 0.47f, 0.84f, 0.34f}};

static float clamp_unit(float value) { return value < 0 ? 0 : value > 1 ? 1 : value; }

// Corners and border: how far the pixel lies inside the outline decides.
static void finish(const crasterizer_pane *p, uint8_t *pixel, int x, int y) {
    float px = (float)x + 0.5f, py = (float)y + 0.5f;
    float dx = px < p->radius ? p->radius - px : px - ((float)p->width - p->radius);
    float dy = py < p->radius ? p->radius - py : py - ((float)p->height - p->radius);
    float depth = dx > 0 && dy > 0 ? p->radius - sqrtf(dx * dx + dy * dy)
                                   : p->radius - (dx > dy ? dx : dy);
    float cover = clamp_unit(depth + 0.5f), border = clamp_unit(p->border_width - depth + 0.5f);
    if (cover == 1 && border == 0) return;
    cell value = tinted((cell){pixel[0], pixel[1], pixel[2], pixel[3]}, p->border, border);
    put(pixel, value * all(cover) + all(0.5f));
}

void crasterizer_cut_pane(const crasterizer_grid *grid, const crasterizer_pane *p) {
    float longest = (float)(p->width < p->height ? p->width : p->height) / 2;
    crasterizer_pane pane = *p;
    if (pane.radius > longest) pane.radius = longest;
    int last_column = grid->columns - 1, last_row = grid->rows - 1;
    for (int y = 0; y < pane.height; y++) {
        float gy = pane.y + (float)y * pane.step;
        int row = (int)floorf(gy);
        cell ty = all(gy - (float)row);
        const float *upper = grid->cells + (ptrdiff_t)within(row, 0, last_row) * grid->columns * 4;
        const float *lower = grid->cells + (ptrdiff_t)within(row + 1, 0, last_row) * grid->columns * 4;
        uint8_t *pixel = pane.pixels + y * pane.stride;
        int x = 0;
        while (x < pane.width) {
            // All pixels between the centres of two cells: a straight line from one to the other.
            float gx = pane.x + (float)x * pane.step;
            int column = (int)floorf(gx);
            int left = within(column, 0, last_column) * 4, right = within(column + 1, 0, last_column) * 4;
            cell a = load(upper + left) + (load(lower + left) - load(upper + left)) * ty;
            cell b = load(upper + right) + (load(lower + right) - load(upper + right)) * ty;
            a[3] = b[3] = 255;
            a = tinted(a, pane.fill, 1);
            b = tinted(b, pane.fill, 1);
            int end = (int)ceilf(((float)column + 1 - pane.x) / pane.step);
            if (end <= x) end = x + 1;
            if (end > pane.width) end = pane.width;
            cell change = (b - a) * all(pane.step), value = a + (b - a) * all(gx - (float)column);
            for (; x < end; x++, value += change) put(pixel + x * 4, value + all(dither[y & 3][x & 3]));
        }
        float edge = pane.border_width + 1;
        int is_end = (float)y < edge || (float)y >= (float)pane.height - edge;
        int is_round = (float)y < pane.radius || (float)y >= (float)pane.height - pane.radius;
        int depth = is_end ? pane.width : (int)ceilf(is_round && pane.radius > edge ? pane.radius : edge);
        for (int i = 0; i < depth && i < pane.width; i++) finish(&pane, pixel + i * 4, i, y);
        for (int i = pane.width - depth < depth ? depth : pane.width - depth; i < pane.width; i++)
            finish(&pane, pixel + i * 4, i, y);
    }
}

float crasterizer_grid_change(const crasterizer_grid *a, const crasterizer_grid *b, int x0, int y0, int x1, int y1) {
    float greatest = 0;
    for (int y = within(y0, 0, a->rows); y < within(y1, 0, a->rows); y++)
        for (int x = within(x0, 0, a->columns); x < within(x1, 0, a->columns); x++)
            for (int channel = 0; channel < 3; channel++) {
                ptrdiff_t i = ((ptrdiff_t)y * a->columns + x) * 4 + channel;
                float change = fabsf(a->cells[i] - b->cells[i]);
                if (change > greatest) greatest = change;
            }
    return greatest;
}
