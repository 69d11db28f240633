// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of Linux and glibc for child processes and memory that Swift's view of the C library leaves out.
#pragma once

#include <fcntl.h>
#include <malloc.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// glibc declares these only for C code that asks for GNU extensions before its first header.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *folder);
extern int pipe2(int ends[2], int flags);
extern int memfd_create(const char *name, unsigned int flags);
extern long syscall(long number, ...);

/// POSIX_SPAWN_SETSID: the child leads a session, and so a process group, of its own.
static const short jarvis_spawn_setsid = 0x80;

/// A descriptor that becomes readable when the process ends; −1 and errno where there is none.
static inline int jarvis_pidfd_open(pid_t process) {
    return (int)syscall(SYS_pidfd_open, process, 0);
}

/// A pipe that children do not inherit, on descriptors above the standard ones: spawning copies onto those.
static inline int jarvis_pipe(int ends[2]) {
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    for (int index = 0; index < 2; index++) {
        if (ends[index] > 2) continue;
        int moved = fcntl(ends[index], F_DUPFD_CLOEXEC, 3);
        if (moved < 0) {
            close(ends[0]);
            close(ends[1]);
            return -1;
        }
        close(ends[index]);
        ends[index] = moved;
    }
    return 0;
}

/// A descriptor that becomes readable whenever the clock is set; −1 and errno where there is none.
static inline int jarvis_clock_watch(void) {
    // By the kernel's own names: <time.h> here would take its types from Swift's view of the C library.
    enum { real_time = 0, absolute = 1, cancel_on_set = 2 };
    int timer = (int)syscall(SYS_timerfd_create, real_time, O_CLOEXEC | O_NONBLOCK);
    if (timer < 0) return -1;
    // It never rings; but what waits for a time is told when the clock jumps. Interval and value, seconds and nanoseconds.
    const long long never[4] = {0, 0, 1LL << 33, 0};
#ifdef SYS_timerfd_settime64
    long number = SYS_timerfd_settime64;
#else
    long number = SYS_timerfd_settime;
#endif
    if (syscall(number, timer, absolute | cancel_on_set, never, (void *)0) == 0) return timer;
    close(timer);
    return -1;
}

/// Renames at once in both directions; flags as the next constant.
extern int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags);
static const unsigned int jarvis_rename_exchange = 2; // RENAME_EXCHANGE
