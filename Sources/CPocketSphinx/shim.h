// SPDX-License-Identifier: GPL-3.0-or-later
// The one door to pocketsphinx.h, with thin inline wrappers where Swift cannot call the library directly.
#pragma once
#include <stddef.h>
#include <pocketsphinx.h>
#include <sphinxbase/err.h>

// glibc shows the first only under _GNU_SOURCE, which a module cannot set for itself, and Swift lacks the second.
int memfd_create(const char *name, unsigned int flags);
int malloc_trim(size_t pad);

// The set of arguments has a type whose members differ between versions; only its address is wanted.
static inline cmd_ln_t *jarvis_ps_config(int count, char *arguments[]) {
    return cmd_ln_parse_r(NULL, ps_args(), count, arguments, FALSE);
}
