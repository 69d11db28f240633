// SPDX-License-Identifier: GPL-3.0-or-later
// Frames as the X server sees them: it reports every rectangle that a program draws, with the time; rectangles that
// come within a few milliseconds of each other are one frame.

#include "frames.h"
#include <X11/Xutil.h>
#include <X11/extensions/Xdamage.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>

enum { most_frames = 200000, within_frame = 5 };

static int damage_event = -1;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

Window program_window(Display *display) {
    Atom state = XInternAtom(display, "WM_STATE", False), type;
    Window root = DefaultRootWindow(display), parent, *frames = NULL, *inner = NULL, found = 0;
    unsigned int count = 0, inner_count = 0;
    if (!XQueryTree(display, root, &root, &parent, &frames, &count)) return 0;
    for (unsigned int i = 0; i < count && !found; i++) {
        if (!XQueryTree(display, frames[i], &root, &parent, &inner, &inner_count)) continue;
        // Without a window manager the program's window stands for itself.
        for (unsigned int j = 0; j <= inner_count && !found; j++) {
            Window window = j < inner_count ? inner[j] : frames[i];
            XWindowAttributes look;
            int format;
            unsigned long items = 0, rest;
            unsigned char *value = NULL;
            if (!XGetWindowAttributes(display, window, &look)) continue;
            if (look.map_state != IsViewable || look.width < 200) continue;
            XGetWindowProperty(display, window, state, 0, 1, False, AnyPropertyType, &type, &format, &items, &rest,
                               &value);
            if (items > 0) found = window;
            if (value) XFree(value);
        }
        if (inner) XFree(inner);
        inner = NULL;
    }
    if (frames) XFree(frames);
    return found;
}

int frames_begin(Display *display, Window window) {
    int error;
    if (!window || !XDamageQueryExtension(display, &damage_event, &error)) return 0;
    XDamageCreate(display, window, XDamageReportRawRectangles);
    XSync(display, False);
    return 1;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static struct frame_count summary(double *times, int count, double seconds) {
    struct frame_count result = {count / seconds, 0, 0, 0};
    if (count < 2) return result;
    int gaps = count - 1;
    for (int i = 0; i < gaps; i++) times[i] = times[i + 1] - times[i];
    qsort(times, (size_t)gaps, sizeof *times, by_size);
    result.median_gap = times[gaps / 2];
    result.late_gap = times[(int)(gaps * 0.99)];
    result.longest_gap = times[gaps - 1];
    return result;
}

struct frame_count frames_during(Display *display, double seconds) {
    static double times[most_frames];
    int count = 0;
    double begin = now(), last = -1e9;
    // What has been waiting belongs to the past.
    XSync(display, True);
    for (double rest; (rest = begin + seconds - now()) > 0;) {
        struct pollfd server = {ConnectionNumber(display), POLLIN, 0};
        if (!XPending(display)) poll(&server, 1, (int)(rest * 1000) + 1);
        while (XPending(display)) {
            XEvent event;
            XNextEvent(display, &event);
            if (event.type != damage_event + XDamageNotify) continue;
            double time = (double)((XDamageNotifyEvent *)&event)->timestamp;
            if (time - last >= within_frame && count < most_frames) times[count++] = time;
            last = time;
        }
    }
    return summary(times, count, now() - begin);
}
