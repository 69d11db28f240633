// SPDX-License-Identifier: GPL-3.0-or-later
// The one import of pocketsphinx.h, with thin inline wrappers where Swift cannot call the library directly.
#pragma once
#include <stddef.h>
#include <pocketsphinx.h>
#include <sphinxbase/cmn.h>
#include <sphinxbase/err.h>
#include <sphinxbase/fe.h>
#include <sphinxbase/feat.h>
#include <sphinxbase/fsg_model.h>
#include <sphinxbase/jsgf.h>
#include <sphinxbase/ngram_model.h>

// The set of arguments has a type whose members differ between versions; only its address is wanted.
static inline cmd_ln_t *jarvis_ps_config(int count, char *arguments[]) {
    return cmd_ln_parse_r(NULL, ps_args(), count, arguments, FALSE);
}

// The public rule of a JSGF grammar with all that it refers to, as states and transitions; NULL when it cannot be read. The
// decoder's language weight counts for silence and noises between words. The caller frees it.
static inline fsg_model_t *jarvis_ps_read_jsgf(ps_decoder_t *decoder, const char *text) {
    jsgf_t *grammar = jsgf_parse_string(text, NULL);
    if (!grammar) return NULL;
    jsgf_rule_t *rule = jsgf_get_public_rule(grammar);
    float32 weight = (float32)cmd_ln_float_r(ps_get_config(decoder), "-lw");
    fsg_model_t *model = rule ? jsgf_build_fsg(grammar, rule, ps_get_logmath(decoder), weight) : NULL;
    jsgf_grammar_free(grammar);
    return model;
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

// Moves the channel's mean to that of these samples; the past counts as `past` frames, and both together as `frames`
// in what comes. Only between utterances. Returns how many frames of sound there were.
static inline int jarvis_ps_take_mean(ps_decoder_t *decoder, const int16 *samples, size_t count, int past,
                                      int frames) {
    enum { LENGTH = 13, CHUNK = 64 };
    fe_t *front = ps_get_fe(decoder);
    feat_t *features = ps_get_feat(decoder);
    cmn_t *mean = features ? features->cmn_struct : NULL;
    if (!front || !mean || mean->veclen != LENGTH || fe_get_output_size(front) != LENGTH) return 0;
    mfcc_t values[CHUNK][LENGTH], *rows[CHUNK];
    for (int row = 0; row < CHUNK; row++) rows[row] = values[row];
    double sum[LENGTH] = {0};
    int total = 0;
    fe_start_utt(front);
    while (count > 0) {
        int32 found = CHUNK;
        size_t before = count;
        if (fe_process_frames(front, &samples, &count, rows, &found, NULL) < 0) break;
        for (int row = 0; row < found; row++, total++)
            for (int i = 0; i < LENGTH; i++) sum[i] += MFCC2FLOAT(values[row][i]);
        if (found == 0 && count == before) break;
    }
    int32 last = 0;
    fe_end_utt(front, rows[0], &last);
    if (total == 0) return 0;
    for (int i = 0; i < LENGTH; i++) {
        double value = (MFCC2FLOAT(mean->cmn_mean[i]) * past + sum[i]) / (past + total);
        mean->cmn_mean[i] = FLOAT2MFCC(value);
        mean->sum[i] = FLOAT2MFCC(value * frames);
    }
    mean->nframe = frames;
    return total;
}

// The language model of a file, with the weights of `configuration`; NULL when it cannot be read.
static inline ngram_model_t *jarvis_ps_language_model(cmd_ln_t *configuration, const char *path) {
    return ngram_model_read(configuration, path, NGRAM_AUTO, logmath_init(1.0001, 0, 1));
}
