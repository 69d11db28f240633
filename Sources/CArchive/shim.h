// SPDX-License-Identifier: GPL-3.0-or-later
// The part of libarchive's C interface that JARVIS uses: reading archives entry by entry. The library is opened at run
// time, because only who installs a speech model from an archive needs it. Its ABI has been the same since version 3.0.
// https://libarchive.org, BSD-2-Clause
#pragma once
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct archive;
struct archive_entry;

// Results of the functions that return an int.
enum { archive_ok = 0, archive_end = 1, archive_warning = -20 };

// The functions, by the names that they have in the library without "archive_".
typedef struct {
    struct archive *(*read_new)(void);
    int (*read_free)(struct archive *);
    int (*read_support_filter_bzip2)(struct archive *);
    int (*read_support_filter_gzip)(struct archive *);
    int (*read_support_filter_xz)(struct archive *);
    int (*read_support_filter_zstd)(struct archive *);
    int (*read_support_format_tar)(struct archive *);
    int (*read_support_format_zip)(struct archive *);
    int (*read_open_filename)(struct archive *, const char *path, size_t block_size);
    int (*read_next_header)(struct archive *, struct archive_entry **);
    // How many bytes were read; 0 at the entry's end; negative for damage.
    ssize_t (*read_data)(struct archive *, void *, size_t);
    const char *(*error_string)(struct archive *);
    // Bytes of the archive that have been read, before decompression.
    int64_t (*filter_bytes)(struct archive *, int filter);
    // NULL for a name that is not UTF-8.
    const char *(*entry_pathname_utf8)(struct archive_entry *);
    // S_IFREG and so on.
    mode_t (*entry_filetype)(struct archive_entry *);
    // NULL unless the entry is another name of an earlier one.
    const char *(*entry_hardlink)(struct archive_entry *);
} archive_functions;

// Opens the library for the rest of the process's life.
// - Returns: NULL, or the linker's words.
static inline const char *archive_load(archive_functions *functions) {
    void *library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define ARCHIVE_LOOK_UP(name) \
    if (!(*(void **)&functions->name = dlsym(library, "archive_" #name))) return "it has no archive_" #name;
    ARCHIVE_LOOK_UP(read_new)
    ARCHIVE_LOOK_UP(read_free)
    ARCHIVE_LOOK_UP(read_support_filter_bzip2)
    ARCHIVE_LOOK_UP(read_support_filter_gzip)
    ARCHIVE_LOOK_UP(read_support_filter_xz)
    ARCHIVE_LOOK_UP(read_support_filter_zstd)
    ARCHIVE_LOOK_UP(read_support_format_tar)
    ARCHIVE_LOOK_UP(read_support_format_zip)
    ARCHIVE_LOOK_UP(read_open_filename)
    ARCHIVE_LOOK_UP(read_next_header)
    ARCHIVE_LOOK_UP(read_data)
    ARCHIVE_LOOK_UP(error_string)
    ARCHIVE_LOOK_UP(filter_bytes)
    ARCHIVE_LOOK_UP(entry_pathname_utf8)
    ARCHIVE_LOOK_UP(entry_filetype)
    ARCHIVE_LOOK_UP(entry_hardlink)
#undef ARCHIVE_LOOK_UP
    return NULL;
}
