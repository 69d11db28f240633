// SPDX-License-Identifier: GPL-3.0-or-later
// Compares the layouts that CSherpaOnnx has of sherpa-onnx's structures with those of the library's own header, when it is
// compiled; there is nothing to run. Fields are compared where a mistake before them would show: each by its place.

#include "../../Sources/CSherpaOnnx/include/shim.h"
#include "c-api.h"

#define SAME_SIZE(ours, theirs) _Static_assert(sizeof(ours) == sizeof(theirs), #ours)
#define SAME_PLACE(ours, our_field, theirs, their_field) \
    _Static_assert(offsetof(ours, our_field) == offsetof(theirs, their_field), #ours "." #our_field); \
    _Static_assert(sizeof(((ours *)0)->our_field) == sizeof(((theirs *)0)->their_field), #ours "." #our_field)

#define MODEL(our_field, their_field) \
    SAME_PLACE(sherpa_offline_model_config, our_field, SherpaOnnxOfflineModelConfig, their_field)
MODEL(transducer.encoder, transducer.encoder);
MODEL(transducer.decoder, transducer.decoder);
MODEL(transducer.joiner, transducer.joiner);
MODEL(paraformer.model, paraformer.model);
MODEL(nemo_ctc.model, nemo_ctc.model);
MODEL(whisper.encoder, whisper.encoder);
MODEL(whisper.decoder, whisper.decoder);
MODEL(whisper.language, whisper.language);
MODEL(whisper.task, whisper.task);
MODEL(whisper.tail_paddings, whisper.tail_paddings);
MODEL(tokens, tokens);
MODEL(num_threads, num_threads);
MODEL(debug, debug);
MODEL(provider, provider);
MODEL(model_type, model_type);
MODEL(modeling_unit, modeling_unit);
MODEL(bpe_vocab, bpe_vocab);
MODEL(telespeech_ctc, telespeech_ctc);
MODEL(sense_voice.model, sense_voice.model);
MODEL(sense_voice.language, sense_voice.language);
MODEL(sense_voice.use_itn, sense_voice.use_itn);
MODEL(moonshine.preprocessor, moonshine.preprocessor);
MODEL(moonshine.encoder, moonshine.encoder);
MODEL(moonshine.uncached_decoder, moonshine.uncached_decoder);
MODEL(moonshine.cached_decoder, moonshine.cached_decoder);
MODEL(moonshine.merged_decoder, moonshine.merged_decoder);
MODEL(fire_red, fire_red_asr);
MODEL(dolphin, dolphin);
MODEL(zipformer_ctc.model, zipformer_ctc.model);
MODEL(canary, canary);
MODEL(wenet_ctc, wenet_ctc);
MODEL(omnilingual, omnilingual);
MODEL(medasr, medasr);
MODEL(funasr_nano, funasr_nano);
MODEL(fire_red_ctc, fire_red_asr_ctc);
MODEL(qwen3, qwen3_asr);
MODEL(cohere, cohere_transcribe);
SAME_SIZE(sherpa_offline_model_config, SherpaOnnxOfflineModelConfig);

#define RECOGNIZER(our_field, their_field) \
    SAME_PLACE(sherpa_offline_recognizer_config, our_field, SherpaOnnxOfflineRecognizerConfig, their_field)
RECOGNIZER(sample_rate, feat_config.sample_rate);
RECOGNIZER(feature_dim, feat_config.feature_dim);
RECOGNIZER(model, model_config);
RECOGNIZER(decoding_method, decoding_method);
RECOGNIZER(max_active_paths, max_active_paths);
RECOGNIZER(hotwords_file, hotwords_file);
RECOGNIZER(hotwords_score, hotwords_score);
RECOGNIZER(rule_fsts, rule_fsts);
RECOGNIZER(blank_penalty, blank_penalty);
SAME_SIZE(sherpa_offline_recognizer_config, SherpaOnnxOfflineRecognizerConfig);

SAME_PLACE(sherpa_offline_result, text, SherpaOnnxOfflineRecognizerResult, text);
