// SPDX-License-Identifier: GPL-3.0-or-later
// Frosted glass: a small blurred copy of a picture, and panes cut from it. The copy is a grid of cells, four floats each
// (blue, green, red, unused; 0…255), far coarser than the screen, so that a blur of the whole scene takes microseconds.
#pragma once
#include <stddef.h>
#include <stdint.h>

// The cells of a picture, rows of `columns` cells without gaps.
typedef struct {
    float *cells;
    int columns, rows;
} crasterizer_grid;

// What glass does to the light behind it. Encoded values are multiplied by `gain`, and their distance from grey by
// `saturation`; then what is brighter than text can stand is dimmed: the relative luminance L becomes L · limit / (limit + L).
// On a light ground (not all 0) the same is done to the light that is missing from it.
typedef struct {
    float gain, saturation, limit;
    float ground_blue, ground_green, ground_red; // 0…255
} crasterizer_grade;

// Reads BGRx pixels, one per cell, blurs them by a Gaussian of `sigma` cells (three passes of a box whose edges have a
// fractional weight: the same variance; Gwosdek et al. 2011), then grades every cell. The scratch grid is as large as the
// first.
void crasterizer_soften(const uint8_t *pixels, ptrdiff_t stride, float sigma, crasterizer_grade grade,
                        crasterizer_grid *grid, crasterizer_grid *scratch);

// A colour with its strength, 0…1 each, not premultiplied.
typedef struct {
    float red, green, blue, alpha;
} crasterizer_tint;

// A rounded pane; lengths in device pixels.
typedef struct {
    uint8_t *pixels; // rows of `stride` bytes, premultiplied BGRA
    ptrdiff_t stride;
    int width, height;
    float x, y, step; // the cell at the first pixel's centre, and cells per pixel
    float radius, border_width;
    crasterizer_tint fill, border;
} crasterizer_pane;

// Fills the pane with what lies behind it, tinted, dithered, bordered, and transparent outside its corners.
void crasterizer_cut_pane(const crasterizer_grid *grid, const crasterizer_pane *pane);

// The greatest difference of a channel between two grids of the same size within a rectangle of cells.
float crasterizer_grid_change(const crasterizer_grid *a, const crasterizer_grid *b, int x0, int y0, int x1, int y1);
