// SPDX-License-Identifier: GPL-3.0-or-later
// Settings on the Voice, Listening and Conversation pages.

extension SettingDescriptor {
    static let voice: [SettingDescriptor] = [
        line(
            "voice.name", .voice,
            SettingText("Voice", "The voice JARVIS speaks with", "speaker, accent, sound like, male or female"),
            \.voice),
        line(
            "voice.languages", .voice,
            SettingText(
                "Voices for other languages",
                "Voices for text in other languages. You can also set these on the voice cards",
                "german voice, speak french, foreign words, languages, second language, bilingual, "
                    + "accent of translations"),
            \.languageVoices, .voices(LanguageVoices.most)),
        number(
            "voice.speed", .voice,
            SettingText("Speed", "How fast it speaks", "talk faster, speak slower, speaking rate, tempo"),
            Prosody.speedRange, \.speed),
        number(
            "voice.pitch", .voice,
            SettingText(
                "Pitch",
                "Pitch in semitones. Beyond −9 to +10 the tone of the voice changes too",
                "deeper voice, higher voice, tone, semitones"),
            Prosody.pitchRange, \.pitch),
        number(
            "voice.volume", .voice,
            SettingText("Volume", "How loud it speaks", "louder, quieter, loudness of speech"), 0...1, \.volume),
        flag(
            "conversation.speaks-replies", .voice,
            SettingText(
                "Speak replies", "If off, replies only appear on the screen",
                "read aloud, silent answers, stop talking, mute"),
            \.speaksReplies),
        device(
            "audio.output", .voice,
            SettingText("Speakers", "Output device", "speaker, headphones, output device, sound card, bluetooth"),
            \.outputDevice),
    ]

    static let listening: [SettingDescriptor] = [
        choice(
            "detection.mode", .listening,
            SettingText(
                "Detection mode", "When the microphone listens", "push to talk, hands free, always listening, hold"),
            \.detectionMode),
        flag(
            "detection.beside-screen-reader", .listening,
            SettingText(
                "Automatic with a screen reader",
                "When off, only the wake word or a press starts a recording while a screen reader runs",
                "orca, blind, accessibility, hears the screen reader, talks to itself"),
            \.listensBesideScreenReader),
        number(
            "detection.sensitivity", .listening,
            SettingText(
                "Sensitivity", "Higher picks up quieter speech", "does not hear me, background noise, voice detection"),
            0...100, \.sensitivity),
        choice(
            "detection.patience", .listening,
            SettingText(
                "Patience", "How long you may pause before JARVIS answers",
                "cuts me off, waits too long, slow speaker, stutter, pause, end of speech"),
            \.speech.endPatience),
        device(
            "audio.input", .listening,
            SettingText("Microphone", "Input device", "input device, headset, wrong microphone, webcam"),
            \.inputDevice),
        flag(
            "audio.echo-cancellation", .listening,
            SettingText(
                "Echo cancellation", "Remove JARVIS's own voice from what the microphone hears",
                "hears itself, feedback, own voice, AEC"),
            \.speech.cancelsEcho),
        flag(
            "audio.noise-suppression", .listening,
            SettingText(
                "Noise suppression", "Remove steady background noise",
                "fan, hum, background noise, denoise"),
            \.speech.suppressesNoise),
        flag(
            "audio.gain-control", .listening,
            SettingText(
                "Automatic gain", "Even out quiet and loud voices", "microphone level, too quiet, boost, AGC"),
            \.speech.controlsGain),
        flag(
            "wake.required", .listening,
            SettingText(
                "Wait for the wake word", "Respond only after the wake word",
                "hey jarvis, hot word, wake up, activation word"),
            \.speech.requiresWakeWord),
        line(
            "wake.phrase", .listening,
            SettingText(
                "Wake word", "A word or phrase. Longer ones cause fewer false alarms",
                "hey jarvis, hot word, rename jarvis, call it"),
            \.speech.wakePhrase, .phrase),
        number(
            "wake.sensitivity", .listening,
            SettingText(
                "Wake sensitivity", "Higher responds more easily, but also by mistake",
                "false alarms, does not wake up, wakes by mistake"),
            0...100, \.speech.wakeSensitivity),
    ]

    static let conversation: [SettingDescriptor] = [
        line(
            "user.name", .conversation,
            SettingText("Your name", "What JARVIS calls you", "who am I, call me, nickname"), \.userName),
        choice(
            "conversation.talk-filter", .conversation,
            SettingText(
                "Respond to", "Which speech JARVIS responds to in the automatic modes",
                "ignore others, answers the television, too many answers, talk filter"),
            \.speech.talkFilter),
        flag(
            "conversation.interruption", .conversation,
            SettingText(
                "Interruption", "Stop talking when you speak, in the automatic modes",
                "barge in, interrupt, stop when I speak, talk over"),
            \.speech.allowsInterruption),
        flag(
            "conversation.fillers", .conversation,
            SettingText(
                "Filler words", "Say “one moment” when an answer takes a while",
                "just a moment, waiting, thinking aloud, slow answer"),
            \.speech.saysFillers),
        // Users have this key in files and scripts, so it keeps its name from earlier versions.
        choice(
            "audio.other-players", .conversation,
            SettingText(
                "Other audio", "What music and videos do while you talk to JARVIS",
                "music, pause player, ducking, lower other sounds"),
            \.speech.ducking),
        line(
            "recognition.vocabulary", .conversation,
            SettingText(
                "Your words", "Names and words JARVIS should know, separated by commas",
                "vocabulary, misheard names, contacts, jargon"),
            \.speech.vocabulary, .list(SpeechSettings.mostVocabularyEntries)),
    ]
}
