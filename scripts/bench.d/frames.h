// SPDX-License-Identifier: GPL-3.0-or-later
// Counts the frames that the X server sees a window present, and when.
#pragma once
#include <X11/Xlib.h>

struct frame_count {
    double per_second;
    // Milliseconds between two frames.
    double median_gap, late_gap, longest_gap;
};

// The window of the program, inside the frame that a window manager puts round it; 0 when there is none.
Window program_window(Display *display);
// Begins to watch; returns 0 when the server cannot tell.
int frames_begin(Display *display, Window window);
// Lets `seconds` pass and counts what is presented meanwhile. `late_gap` is the 99th percentile.
struct frame_count frames_during(Display *display, double seconds);
