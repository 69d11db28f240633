// SPDX-License-Identifier: GPL-3.0-or-later
// The library's runtime throws C++ exceptions when a model computes nonsense, such as one whose weights are damaged, and lets
// them pass through its C interface, where they would end the process. They are caught here.
#include "shim.h"
#include <exception>

// Calls the function; what it throws goes into `detail`.
template <typename Function> static auto guarded(char *detail, size_t size, Function function) -> decltype(function()) {
    snprintf(detail, size, "%s", "");
    try {
        return function();
    } catch (const std::exception &error) {
        snprintf(detail, size, "%s", error.what());
    } catch (...) {
        snprintf(detail, size, "%s", "an exception");
    }
    return nullptr;
}

extern "C" const sherpa_tts *sherpa_create_voice(
    const sherpa_functions *functions, const sherpa_tts_config *configuration, char *detail, size_t size) {
    return guarded(detail, size, [&] { return functions->CreateOfflineTts(configuration); });
}

extern "C" const sherpa_generated_audio *sherpa_speak(
    const sherpa_functions *functions, const sherpa_tts *voice, const sherpa_generation_config *request, char *detail,
    size_t size) {
    return guarded(detail, size, [&] {
        return functions->OfflineTtsGenerateWithConfig(voice, "", request, nullptr, nullptr);
    });
}

extern "C" const sherpa_offline_recognizer *sherpa_create_recognizer(
    const sherpa_functions *functions, const sherpa_offline_recognizer_config *configuration, char *detail, size_t size) {
    return guarded(detail, size, [&] { return functions->CreateOfflineRecognizer(configuration); });
}

extern "C" char *sherpa_transcribe(
    const sherpa_functions *functions, const sherpa_offline_recognizer *recognizer, int32_t sample_rate, const float *samples,
    int32_t count, char *detail, size_t size) {
    const sherpa_offline_stream *stream = nullptr;
    const sherpa_offline_result *result = nullptr;
    const char *lack = nullptr;
    char *text = guarded(detail, size, [&]() -> char * {
        stream = functions->CreateOfflineStream(recognizer);
        if (!stream) {
            lack = "no stream was made";
            return nullptr;
        }
        functions->AcceptWaveformOffline(stream, sample_rate, samples, count);
        functions->DecodeOfflineStream(recognizer, stream);
        result = functions->GetOfflineStreamResult(stream);
        if (!result) {
            lack = "there was no result";
            return nullptr;
        }
        char *copy = strdup(result->text ? result->text : "");
        if (!copy) lack = "there was no memory for the text";
        return copy;
    });
    if (lack) snprintf(detail, size, "%s", lack);
    if (result) functions->DestroyOfflineRecognizerResult(result);
    if (stream) functions->DestroyOfflineStream(stream);
    return text;
}
