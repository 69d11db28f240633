// SPDX-License-Identifier: GPL-3.0-or-later
// The one door to pocketsphinx.h, with thin inline wrappers where Swift cannot call the library directly.
#pragma once
#include <stddef.h>
#include <pocketsphinx.h>
#include <sphinxbase/err.h>
#include <sphinxbase/feat.h>
#include <sphinxbase/ngram_model.h>

// glibc shows the first only under _GNU_SOURCE, which a module cannot set for itself, and Swift lacks the second.
int memfd_create(const char *name, unsigned int flags);
int malloc_trim(size_t pad);

// The set of arguments has a type whose members differ between versions; only its address is wanted.
static inline cmd_ln_t *jarvis_ps_config(int count, char *arguments[]) {
    return cmd_ln_parse_r(NULL, ps_args(), count, arguments, FALSE);
}

// Lets what was heard before count as no more than `frames` frames in the channel's mean, so that the next update is
// mostly of what is heard now.
static inline void jarvis_ps_fade_mean(ps_decoder_t *decoder, int frames) {
    feat_t *features = ps_get_feat(decoder);
    cmn_t *mean = features ? features->cmn_struct : NULL;
    if (!mean || mean->nframe <= frames) return;
    for (int i = 0; i < mean->veclen; i++)
        mean->sum[i] = (mfcc_t)(mean->sum[i] * frames / mean->nframe);
    mean->nframe = frames;
}

// The language model of a file, with the weights of `configuration`; NULL when it cannot be read.
static inline ngram_model_t *jarvis_ps_language_model(cmd_ln_t *configuration, const char *path) {
    return ngram_model_read(configuration, path, NGRAM_AUTO, logmath_init(1.0001, 0, 1));
}
