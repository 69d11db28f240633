// SPDX-License-Identifier: GPL-3.0-or-later
// The part of libsndfile's C interface that JARVIS uses: reading recordings piece by piece. The library is opened at run
// time, because only who transcribes a recording that isn't plain WAV needs it. Its ABI has been the same since version
// 1.0.
// https://libsndfile.github.io/libsndfile, LGPL-2.1-or-later
#pragma once
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>

// SNDFILE, which is opaque.
struct sndfile_file;

// SF_INFO.
typedef struct {
    // Samples per channel; the largest number for "unknown".
    int64_t frames;
    int sample_rate;
    int channels;
    int format;
    int sections;
    int seekable;
} sndfile_info;

// SFM_READ.
enum { sndfile_read = 0x10 };

// The functions, by the names that they have in the library without "sf_".
typedef struct {
    // NULL on failure, which `strerror` of NULL explains.
    struct sndfile_file *(*open)(const char *path, int mode, sndfile_info *);
    int (*close)(struct sndfile_file *);
    // How many samples per channel were read, interleaved, in −1…1; fewer only at the end or where the file is damaged.
    int64_t (*readf_float)(struct sndfile_file *, float *, int64_t frames);
    // 0 if nothing has failed.
    int (*error)(struct sndfile_file *);
    const char *(*strerror)(struct sndfile_file *);
    // "libsndfile-1.2.0"
    const char *(*version_string)(void);
} sndfile_functions;

// Opens the library for the rest of the process's life.
// - Returns: NULL, or the linker's words.
static inline const char *sndfile_load(sndfile_functions *functions) {
    void *library = dlopen("libsndfile.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define SNDFILE_LOOK_UP(name) \
    if (!(*(void **)&functions->name = dlsym(library, "sf_" #name))) return "it has no sf_" #name;
    SNDFILE_LOOK_UP(open)
    SNDFILE_LOOK_UP(close)
    SNDFILE_LOOK_UP(readf_float)
    SNDFILE_LOOK_UP(error)
    SNDFILE_LOOK_UP(strerror)
    SNDFILE_LOOK_UP(version_string)
#undef SNDFILE_LOOK_UP
    return NULL;
}
