// SPDX-License-Identifier: GPL-3.0-or-later
// Starts a program that opens an X11 window and measures it from outside, without its help.
//
// usage: watch [-s SECONDS] [-w SECONDS] [-a ACTION] [-g SIZE] [-t TRIGGER] [-x PID] -- PROGRAM [ARGUMENT…]
//
//   -s  how long each CPU figure is measured (4); 0: nothing but the first frame
//   -w  how long the program is left alone after its first frame, so that what it loads then is loaded (5)
//   -a  what is done to the window before that: "unfocus" or "minimise"
//   -g  the size that the window gets before that, like 1920x1080
//   -t  a shell command that makes the program busy; when it has ended with 0, the second CPU figure is taken
//   -x  the X server, whose CPU time is given as well
//
// Prints one line of "name value" pairs:
//   first_frame_ms   from just before exec until the screen shows a pixel of the program
//   pss_mib rss_mib  memory after the rest was measured, from smaps_rollup
//   threads          of the program, then
//   rest_cpu         CPU seconds per second of all threads at rest; rest_x_cpu is the X server's share
//   wakeups          voluntary context switches of all threads per second at rest
//   fps gap gap99 gapmax   frames per second at rest as the X server sees them; milliseconds between two of them:
//                    median, 99th percentile, most
//   growth_mib       anonymous memory gained while the rest was measured
//   busy_cpu busy_x_cpu   the CPU figures after the trigger; -1 without one
//   busy_pss_mib busy_fps busy_gap99 busy_gapmax   memory and frames then
// The screen is filled with one colour first, so whatever is not that colour belongs to the program or to the frame
// that a window manager puts round it; a frame's border is narrow, so only a wide piece of a row counts.

#define _GNU_SOURCE
#include "frames.h"
#include <X11/Xutil.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const unsigned long backdrop = 0xff00ff;
static const double give_up_after = 30;
static const int border_width = 200;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static void pause_for(double seconds) {
    struct timespec t = {(time_t)seconds, (long)((seconds - (time_t)seconds) * 1e9)};
    nanosleep(&t, NULL);
}

// CPU seconds of all threads of a process so far.
static double cpu_time(pid_t process) {
    clockid_t clock;
    struct timespec t;
    if (process <= 0 || clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &t) != 0) return 0;
    return t.tv_sec + t.tv_nsec * 1e-9;
}

// The first number behind `key` in a file below /proc/PROCESS; 0 when there is none.
static double proc_number(pid_t process, const char *name, const char *key) {
    char path[320], line[256];
    double value = 0;
    snprintf(path, sizeof path, "/proc/%d/%s", process, name);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    while (fgets(line, sizeof line, file))
        if (strncmp(line, key, strlen(key)) == 0) {
            value = atof(line + strlen(key));
            break;
        }
    fclose(file);
    return value;
}

// Voluntary context switches of all threads so far.
static double wakeups(pid_t process) {
    char path[64], name[300];
    double sum = 0;
    snprintf(path, sizeof path, "/proc/%d/task", process);
    DIR *tasks = opendir(path);
    if (!tasks) return 0;
    for (struct dirent *task; (task = readdir(tasks));) {
        if (task->d_name[0] == '.') continue;
        snprintf(name, sizeof name, "task/%s/status", task->d_name);
        sum += proc_number(process, name, "voluntary_ctxt_switches:");
    }
    closedir(tasks);
    return sum;
}

static void fill_screen(Display *display) {
    Window root = DefaultRootWindow(display);
    XSetWindowBackground(display, root, backdrop);
    XClearWindow(display, root);
    XSync(display, False);
}

// True once a row of pixels through the middle of the screen shows more than a border beside the backdrop.
static int shows_something(Display *display) {
    int width = DisplayWidth(display, 0), middle = DisplayHeight(display, 0) / 2, found = 0;
    XImage *row = XGetImage(display, DefaultRootWindow(display), 0, middle, width, 1, AllPlanes, ZPixmap);
    if (!row) return 0;
    for (int x = 0; x < width; x++) found += (XGetPixel(row, x, 0) & 0xffffff) != backdrop;
    XDestroyImage(row);
    return found > border_width;
}

static int has_ended(pid_t process) { return waitpid(process, NULL, WNOHANG) == process; }

static void end(pid_t process) {
    kill(process, SIGTERM);
    for (int i = 0; i < 60; i++) {
        if (has_ended(process)) return;
        pause_for(0.05);
    }
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
}

// CPU seconds per second of the program and the X server over a while, and the frames of that while.
static struct frame_count measure(Display *display, pid_t process, pid_t server, double seconds, double *program_share,
                                  double *server_share) {
    double begin = now(), program = cpu_time(process), x = cpu_time(server);
    struct frame_count frames = frames_during(display, seconds);
    double elapsed = now() - begin;
    *program_share = (cpu_time(process) - program) / elapsed;
    *server_share = (cpu_time(server) - x) / elapsed;
    return frames;
}

static double memory(pid_t process, const char *key) { return proc_number(process, "smaps_rollup", key) / 1024; }

// Opens a small window, which the window manager gives the focus.
static void take_focus(Display *display) {
    Window root = DefaultRootWindow(display);
    Window own = XCreateSimpleWindow(display, root, 0, 0, 120, 40, 0, 0, backdrop);
    XMapRaised(display, own);
    XSync(display, False);
    pause_for(0.5);
    XSetInputFocus(display, own, RevertToNone, CurrentTime);
}

// Takes the window's focus away, or the window off the screen.
static void act(Display *display, Window window, const char *action) {
    if (strcmp(action, "unfocus") == 0) take_focus(display);
    if (strcmp(action, "minimise") == 0) XIconifyWindow(display, window, DefaultScreen(display));
    XSync(display, False);
}

int main(int count, char **arguments) {
    double seconds = 4, settle = 5;
    const char *trigger = NULL, *action = "";
    unsigned width = 0, height = 0;
    pid_t server = 0;
    for (int option; (option = getopt(count, arguments, "+s:w:a:g:t:x:")) != -1;) switch (option) {
        case 'a': action = optarg; break;
        case 'g':
            if (sscanf(optarg, "%ux%u", &width, &height) != 2) return 2;
            break;
        case 's': seconds = atof(optarg); break;
        case 'w': settle = atof(optarg); break;
        case 't': trigger = optarg; break;
        case 'x': server = atoi(optarg); break;
        default: return 2;
        }
    if (optind >= count) return 2;
    Display *display = XOpenDisplay(NULL);
    if (!display) {
        fprintf(stderr, "watch: no display\n");
        return 1;
    }
    fill_screen(display);

    double begin = now();
    pid_t process = fork();
    if (process == 0) {
        execvp(arguments[optind], arguments + optind);
        perror(arguments[optind]);
        _exit(127);
    }
    while (!shows_something(display)) {
        if (has_ended(process)) {
            fprintf(stderr, "watch: the program ended before it showed anything\n");
            return 1;
        }
        if (now() - begin > give_up_after) {
            fprintf(stderr, "watch: nothing to be seen after %.0f s\n", give_up_after);
            end(process);
            return 1;
        }
        pause_for(0.001);
    }
    double first_frame = now() - begin;

    if (seconds == 0) {
        end(process);
        printf("first_frame_ms %.1f\n", first_frame * 1e3);
        return 0;
    }
    Window window = program_window(display);
    if (!frames_begin(display, window)) fprintf(stderr, "watch: frames cannot be counted\n");
    if (width > 0) XMoveResizeWindow(display, window, 0, 0, width, height);
    act(display, window, action);
    pause_for(settle);
    double rest, rest_x, busy = -1, busy_x = -1, switches = wakeups(process), since = now();
    double anonymous = memory(process, "Anonymous:");
    struct frame_count frames = measure(display, process, server, seconds, &rest, &rest_x);
    struct frame_count busy_frames = {-1, -1, -1, -1};
    switches = (wakeups(process) - switches) / (now() - since);
    // A thread that has ended took its own with it.
    if (switches < 0) switches = 0;
    double growth = memory(process, "Anonymous:") - anonymous;
    double pss = memory(process, "Pss:"), rss = memory(process, "Rss:"), busy_pss = -1;
    double threads = proc_number(process, "status", "Threads:");
    int status = 0;
    if (trigger && (status = system(trigger)) == 0) {
        pause_for(0.3);
        busy_frames = measure(display, process, server, seconds, &busy, &busy_x);
        busy_pss = memory(process, "Pss:");
    }
    if (has_ended(process)) {
        fprintf(stderr, "watch: the program ended while it was measured\n");
        return 1;
    }
    end(process);
    if (status != 0) fprintf(stderr, "watch: the trigger failed\n");
    printf("first_frame_ms %.1f pss_mib %.1f rss_mib %.1f threads %.0f rest_cpu %.4f rest_x_cpu %.4f wakeups %.1f "
           "fps %.1f gap %.0f gap99 %.0f gapmax %.0f growth_mib %.2f ",
           first_frame * 1e3, pss, rss, threads, rest, rest_x, switches, frames.per_second, frames.median_gap,
           frames.late_gap, frames.longest_gap, growth);
    printf("busy_cpu %.4f busy_x_cpu %.4f busy_pss_mib %.1f busy_fps %.1f busy_gap99 %.0f busy_gapmax %.0f\n", busy,
           busy_x, busy_pss, busy_frames.per_second, busy_frames.late_gap, busy_frames.longest_gap);
    return status != 0;
}
