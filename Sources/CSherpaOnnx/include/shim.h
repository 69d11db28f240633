// SPDX-License-Identifier: GPL-3.0-or-later
// The part of sherpa-onnx's C interface that JARVIS uses, as of version 2.0.1: layouts and functions. The library is opened
// at run time, so that the program starts where it is absent. Every field of a configuration that is zero has a default.
// https://github.com/k2-fsa/sherpa-onnx, Apache-2.0
#pragma once
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

// The layouts below are of this version and of no other.
#define SHERPA_VERSION "2.0.1"

typedef struct { const char *encoder, *decoder, *joiner; } sherpa_transducer;
typedef struct { const char *model; } sherpa_single_model;
typedef struct { const char *encoder, *decoder; } sherpa_model_pair;
typedef struct {
    const char *encoder, *decoder, *language, *task;
    int32_t tail_paddings, enable_token_timestamps, enable_segment_timestamps;
} sherpa_whisper;
typedef struct {
    const char *model, *language;
    int32_t use_itn;
} sherpa_sense_voice;
// Either all of the first four, or `encoder` and `merged_decoder`.
typedef struct { const char *preprocessor, *encoder, *uncached_decoder, *cached_decoder, *merged_decoder; } sherpa_moonshine;
typedef struct {
    const char *encoder, *decoder, *source_language, *target_language;
    int32_t use_punctuation;
} sherpa_canary;
typedef struct {
    const char *encoder, *decoder, *language;
    int32_t use_punctuation, use_itn;
} sherpa_cohere;
typedef struct {
    const char *encoder_adaptor, *llm, *embedding, *tokenizer, *system_prompt, *user_prompt;
    int32_t max_new_tokens;
    float temperature, top_p;
    int32_t seed;
    const char *language;
    int32_t itn;
    const char *hotwords;
} sherpa_funasr_nano;
typedef struct {
    const char *conv_frontend, *encoder, *decoder, *tokenizer;
    int32_t max_total_len, max_new_tokens;
    float temperature, top_p;
    int32_t seed;
    const char *hotwords;
} sherpa_qwen3;

typedef struct {
    sherpa_transducer transducer;
    sherpa_single_model paraformer, nemo_ctc;
    sherpa_whisper whisper;
    sherpa_single_model tdnn;
    const char *tokens;
    int32_t num_threads, debug;
    const char *provider, *model_type, *modeling_unit, *bpe_vocab, *telespeech_ctc;
    sherpa_sense_voice sense_voice;
    sherpa_moonshine moonshine;
    sherpa_model_pair fire_red;
    sherpa_single_model dolphin, zipformer_ctc;
    sherpa_canary canary;
    sherpa_single_model wenet_ctc, omnilingual, medasr;
    sherpa_funasr_nano funasr_nano;
    sherpa_single_model fire_red_ctc;
    sherpa_qwen3 qwen3;
    sherpa_cohere cohere;
} sherpa_offline_model_config;

typedef struct {
    int32_t sample_rate; // Hz
    int32_t feature_dim; // mel bands
    sherpa_offline_model_config model;
    const char *lm_model;
    float lm_scale;
    const char *decoding_method;
    int32_t max_active_paths;
    const char *hotwords_file;
    float hotwords_score;
    const char *rule_fsts, *rule_fars;
    float blank_penalty;
    const char *homophone_dict_dir, *homophone_lexicon, *homophone_rule_fsts;
    const char *ctc_graph;
    int32_t ctc_max_active;
} sherpa_offline_recognizer_config;

// The first field of a longer structure.
typedef struct { const char *text; } sherpa_offline_result;

typedef struct sherpa_offline_recognizer sherpa_offline_recognizer;
typedef struct sherpa_offline_stream sherpa_offline_stream;

// Voices. `data_dir` and `dict_dir` are no longer read: phonemes come from the caller.
typedef struct {
    const char *model, *lexicon, *tokens, *data_dir;
    float noise_scale, noise_scale_w, length_scale;
    const char *dict_dir;
} sherpa_vits;
typedef struct {
    const char *acoustic_model, *vocoder, *lexicon, *tokens, *data_dir;
    float noise_scale, length_scale;
    const char *dict_dir;
} sherpa_matcha;
typedef struct {
    const char *model, *voices, *tokens, *data_dir;
    float length_scale;
    const char *dict_dir, *lexicon, *lang;
} sherpa_kokoro;
typedef struct {
    const char *model, *voices, *tokens, *data_dir;
    float length_scale;
    const char *lexicon;
} sherpa_kitten;
typedef struct {
    const char *tokens, *encoder, *decoder, *vocoder, *data_dir, *lexicon;
    float feat_scale, t_shift, target_rms, guidance_scale;
} sherpa_zipvoice;
typedef struct {
    const char *lm_flow, *lm_main, *encoder, *decoder, *text_conditioner, *vocab_json, *token_scores_json;
    int32_t voice_embedding_cache_capacity;
} sherpa_pocket;
typedef struct {
    const char *duration_predictor, *text_encoder, *vector_estimator, *vocoder, *tts_json, *unicode_indexer, *voice_style;
} sherpa_supertonic;

typedef struct {
    sherpa_vits vits;
    int32_t num_threads, debug;
    const char *provider;
    sherpa_matcha matcha;
    sherpa_kokoro kokoro;
    sherpa_kitten kitten;
    sherpa_zipvoice zipvoice;
    sherpa_pocket pocket;
    sherpa_supertonic supertonic;
} sherpa_tts_model_config;

typedef struct {
    sherpa_tts_model_config model;
    const char *rule_fsts;
    int32_t max_num_sentences;
    const char *rule_fars;
    float silence_scale;
} sherpa_tts_config;

typedef struct {
    float silence_scale, speed;
    int32_t sid; // speaker
    const float *reference_audio;
    int32_t reference_audio_len, reference_sample_rate;
    const char *reference_text;
    int32_t num_steps;
    const char *extra;
    // Unicode code points of phonemes, `phoneme_codepoints_lens[i]` for the sentence i, none of them empty.
    const int32_t *phoneme_codepoints, *phoneme_codepoints_lens;
    int32_t phoneme_codepoints_num_sentences;
    const char *const *tokens;
    const int32_t *tokens_lens;
    int32_t tokens_num_sentences;
} sherpa_generation_config;

typedef struct {
    const float *samples; // mono, -1…1
    int32_t n;
    int32_t sample_rate; // Hz
} sherpa_generated_audio;

typedef struct sherpa_tts sherpa_tts;
typedef int32_t (*sherpa_generation_progress)(const float *samples, int32_t n, float progress, void *arg);

#if defined(__LP64__) && !defined(__cplusplus)
// As the compiler lays out the library's own header.
_Static_assert(sizeof(sherpa_offline_recognizer_config) == 624, "layout of the recognizer's configuration");
_Static_assert(sizeof(sherpa_tts_config) == 456, "layout of a voice's configuration");
_Static_assert(offsetof(sherpa_tts_config, model.kokoro) == 128, "layout of a voice's configuration");
_Static_assert(sizeof(sherpa_generation_config) == 104, "layout of a request for speech");
_Static_assert(offsetof(sherpa_generation_config, phoneme_codepoints) == 56, "layout of a request for speech");
#endif

// The functions, by the names that they have in the library without "SherpaOnnx". Neither a recognizer nor a voice is to be
// used by two threads at once.
typedef struct {
    const char *(*GetVersionStr)(void);
    // NULL when a file cannot be used; the reason goes to standard error.
    const sherpa_offline_recognizer *(*CreateOfflineRecognizer)(const sherpa_offline_recognizer_config *);
    void (*DestroyOfflineRecognizer)(const sherpa_offline_recognizer *);
    const sherpa_offline_stream *(*CreateOfflineStream)(const sherpa_offline_recognizer *);
    void (*DestroyOfflineStream)(const sherpa_offline_stream *);
    // Mono samples of -1…1; once for each stream.
    void (*AcceptWaveformOffline)(const sherpa_offline_stream *, int32_t sample_rate, const float *samples, int32_t count);
    void (*DecodeOfflineStream)(const sherpa_offline_recognizer *, const sherpa_offline_stream *);
    const sherpa_offline_result *(*GetOfflineStreamResult)(const sherpa_offline_stream *);
    void (*DestroyOfflineRecognizerResult)(const sherpa_offline_result *);
    // NULL when a file cannot be used. Ends the whole process when the metadata or the tokens lack something.
    const sherpa_tts *(*CreateOfflineTts)(const sherpa_tts_config *);
    void (*DestroyOfflineTts)(const sherpa_tts *);
    int32_t (*OfflineTtsSampleRate)(const sherpa_tts *);
    int32_t (*OfflineTtsNumSpeakers)(const sherpa_tts *);
    // NULL when nothing could be made of it.
    const sherpa_generated_audio *(*OfflineTtsGenerateWithConfig)(
        const sherpa_tts *, const char *text, const sherpa_generation_config *, sherpa_generation_progress, void *arg);
    void (*DestroyOfflineTtsGeneratedAudio)(const sherpa_generated_audio *);
    // The library's handle as a number, which may go from thread to thread; 0 for functions of a test.
    uintptr_t library;
} sherpa_functions;

enum sherpa_load_status { sherpa_loaded, sherpa_not_opened, sherpa_symbol_missing, sherpa_other_version };

// Closes the library. It stays in memory for as long as a thread lives that has used it.
static inline void sherpa_close(const sherpa_functions *functions) {
    if (functions->library) dlclose((void *)functions->library);
}

// Opens the library, which is to be closed where the status is `sherpa_loaded`, and only then.
// `detail`: the linker's words, the symbol that is missing, or the library's version.
static inline enum sherpa_load_status sherpa_load(
    const char *path, sherpa_functions *functions, char *detail, size_t size) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(detail, size, "%s", dlerror());
        return sherpa_not_opened;
    }
#define SHERPA_LOOK_UP(name) \
    if (!(*(void **)&functions->name = dlsym(library, "SherpaOnnx" #name))) { \
        snprintf(detail, size, "SherpaOnnx" #name); \
        dlclose(library); \
        return sherpa_symbol_missing; \
    }
    SHERPA_LOOK_UP(GetVersionStr)
    SHERPA_LOOK_UP(CreateOfflineRecognizer)
    SHERPA_LOOK_UP(DestroyOfflineRecognizer)
    SHERPA_LOOK_UP(CreateOfflineStream)
    SHERPA_LOOK_UP(DestroyOfflineStream)
    SHERPA_LOOK_UP(AcceptWaveformOffline)
    SHERPA_LOOK_UP(DecodeOfflineStream)
    SHERPA_LOOK_UP(GetOfflineStreamResult)
    SHERPA_LOOK_UP(DestroyOfflineRecognizerResult)
    SHERPA_LOOK_UP(CreateOfflineTts)
    SHERPA_LOOK_UP(DestroyOfflineTts)
    SHERPA_LOOK_UP(OfflineTtsSampleRate)
    SHERPA_LOOK_UP(OfflineTtsNumSpeakers)
    SHERPA_LOOK_UP(OfflineTtsGenerateWithConfig)
    SHERPA_LOOK_UP(DestroyOfflineTtsGeneratedAudio)
#undef SHERPA_LOOK_UP
    snprintf(detail, size, "%s", functions->GetVersionStr());
    if (strcmp(detail, SHERPA_VERSION) != 0) {
        dlclose(library);
        return sherpa_other_version;
    }
    functions->library = (uintptr_t)library;
    return sherpa_loaded;
}

// As the library's functions of these names, but no exception leaves them: NULL then, and `detail` says what was thrown.
const sherpa_tts *sherpa_create_voice(
    const sherpa_functions *functions, const sherpa_tts_config *configuration, char *detail, size_t size);
const sherpa_generated_audio *sherpa_speak(
    const sherpa_functions *functions, const sherpa_tts *voice, const sherpa_generation_config *request, char *detail,
    size_t size);
const sherpa_offline_recognizer *sherpa_create_recognizer(
    const sherpa_functions *functions, const sherpa_offline_recognizer_config *configuration, char *detail, size_t size);
// A stream from its beginning to its end: writes down mono samples of -1…1. Returns a text that the caller frees, or NULL, and
// `detail` says why.
char *sherpa_transcribe(
    const sherpa_functions *functions, const sherpa_offline_recognizer *recognizer, int32_t sample_rate, const float *samples,
    int32_t count, char *detail, size_t size);
// Unloads the library and its runtime where they are closed and no thread lives that has used them. Of what is still open,
// gives back the pages that were read from the files and never changed; what is needed of them again is read again. May be
// called at any time. Returns the bytes of the segments of the latter, 0 where no library is open.
size_t sherpa_release_pages(void);

#ifdef __cplusplus
}
#endif
