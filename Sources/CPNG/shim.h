// SPDX-License-Identifier: GPL-3.0-or-later
// libpng in one call. Its errors leave by longjmp, which must not pass through frames of Swift.

#ifndef JARVIS_CPNG_SHIM_H
#define JARVIS_CPNG_SHIM_H

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

// A file that grows in memory.
typedef struct {
    unsigned char *bytes;
    size_t count;
    size_t room;
} jarvis_png_file;

static inline void jarvis_png_append(png_structp png, png_bytep data, size_t length) {
    jarvis_png_file *file = (jarvis_png_file *)png_get_io_ptr(png);
    if (file->count + length > file->room) {
        size_t room = 2 * (file->count + length);
        unsigned char *bytes = (unsigned char *)realloc(file->bytes, room);
        if (bytes == NULL) png_error(png, "no memory");
        file->bytes = bytes;
        file->room = room;
    }
    memcpy(file->bytes + file->count, data, length);
    file->count += length;
}

static inline void jarvis_png_flush(png_structp png) { (void)png; }

// Writes a picture of four bytes per pixel as 8-bit RGB. Level, strategy and filters are fixed, so that a machine writes
// the same bytes for the same picture. Returns false when memory or libpng's limits of size do not suffice; the caller
// frees `file->bytes` in either case.
static inline _Bool jarvis_png_write(
    const unsigned char *rgba, unsigned int width, unsigned int height, jarvis_png_file *file) {
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    if (png == NULL) return 0;
    png_infop info = png_create_info_struct(png);
    if (info == NULL || setjmp(png_jmpbuf(png)) != 0) {
        png_destroy_write_struct(&png, &info);
        return 0;
    }
    png_set_write_fn(png, file, jarvis_png_append, jarvis_png_flush);
    png_set_IHDR(
        png, info, width, height, 8, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
        PNG_FILTER_TYPE_DEFAULT);
    png_set_compression_level(png, 6);
    png_set_compression_mem_level(png, 8);
    png_set_compression_window_bits(png, 15);
    png_set_compression_strategy(png, Z_FILTERED);
    png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_ALL_FILTERS);
    png_write_info(png, info);
    png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (unsigned int row = 0; row < height; row++) png_write_row(png, rgba + (size_t)row * width * 4);
    png_write_end(png, NULL);
    png_destroy_write_struct(&png, &info);
    return 1;
}

#endif
