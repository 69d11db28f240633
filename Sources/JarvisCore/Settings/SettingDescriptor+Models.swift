// SPDX-License-Identifier: GPL-3.0-or-later
// Settings on the Models & tools page: the engines for speech-to-text and text-to-speech.

extension SettingDescriptor {
    static let models: [SettingDescriptor] = [
        choice(
            "recognition.engine", .models,
            SettingText(
                "Speech-to-text engine", "Where your speech is recognized",
                "whisper, transcription, recognizer, wyoming"),
            \.speech.recognition),
        line(
            "recognition.offline-model", .models,
            SettingText(
                "Offline speech model", "Model to use on this computer",
                "moonshine, installed model, better recognition, language pack"),
            \.speech.recognitionModel),
        line(
            "recognition.address", .models,
            SettingText(
                "Recognition server address", "Address of the server",
                "whisper server, transcription url, host and port"),
            \.speech.recognitionServer.address),
        line(
            "recognition.model", .models,
            SettingText(
                "Recognition model", "Leave empty for the server's default",
                "whisper model, large or small, transcription model"),
            \.speech.recognitionServer.model),
        line(
            "recognition.language", .models,
            SettingText(
                "Recognition language",
                "A code such as “de”, “default” for the system's language, or empty to detect it",
                "speak german, spoken language, my language, locale"),
            \.speech.recognitionLanguage, .language),
        choice(
            "synthesis.engine", .models,
            SettingText(
                "Text-to-speech engine", "Where replies are turned into speech",
                "piper, speech server, synthesizer, TTS"),
            \.speech.synthesis),
        line(
            "synthesis.address", .models,
            SettingText(
                "Synthesis server address", "Address of the server", "kokoro, speech url, host and port, TTS server"),
            \.speech.synthesisServer.address),
        line(
            "synthesis.model", .models,
            SettingText(
                "Synthesis model", "For Piper, the path to its model file", "piper model, onnx file, TTS model"),
            \.speech.synthesisServer.model),
        line(
            "synthesis.voice", .models,
            SettingText(
                "Synthesis voice", "Leave empty for the server's default",
                "server voice, voice of the server, TTS voice"),
            \.speech.synthesisServer.voice),
        line(
            NetworkSettings.plainKeyServersKey, .models,
            SettingText(
                "Allow keys over http", "Servers that may get an API key without encryption",
                "plain http, api key, insecure server, TLS"),
            \.network.plainKeyServers, .servers(NetworkSettings.mostPlainKeyServers)),
    ]
}
