// SPDX-License-Identifier: GPL-3.0-or-later
// The scene of the floors: the same things, in the same number and size, that JARVIS shows while it speaks. The two
// ways to draw it (floor_raster.c, floor_area.c) share it.
#pragma once
#include <gtk/gtk.h>
#include <stdint.h>

enum { field_side = 640, bar_count = 64, most_particles = 500 };

// A soft round spot, in pixels from the middle of the field.
struct spot {
    float x, y, half, gain;
    int hue; // 0…2
};

// Fills `spots` with where the particles are after `seconds`.
void scene_spots(struct spot *spots, int count, double seconds);
// Fills `lengths` with how long the bars are, 20…120 pixels, clockwise from the top.
void scene_bars(float *lengths, double seconds);
// The colours, 0…1: of a hue of the spots, of a bar, of the orb.
void scene_hue(int hue, float *rgb);
void scene_bar_color(int bar, float *rgb);
// Radius of the orb at this moment.
float scene_orb(double seconds);

// Widgets that draw the whole scene at every tick.
GtkWidget *raster_floor(int particles);
GtkWidget *area_floor(int particles);
