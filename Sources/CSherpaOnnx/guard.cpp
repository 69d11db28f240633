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

extern "C" const sherpa_offline_stream *sherpa_decode(
    const sherpa_functions *functions, const sherpa_offline_recognizer *recognizer, const sherpa_offline_stream *stream,
    char *detail, size_t size) {
    return guarded(detail, size, [&] {
        functions->DecodeOfflineStream(recognizer, stream);
        return stream;
    });
}
