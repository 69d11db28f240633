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
                "Which voice says what is written in a language that the chosen one does not speak; cards set it, too",
                "german voice, speak french, foreign words, second language, bilingual, accent of translations"),
            \.languageVoices, .voices(LanguageVoices.most)),
        number(
            "voice.speed", .voice,
            SettingText("Speed", "How fast it speaks", "talk faster, speak slower, speaking rate, tempo"),
            Prosody.speedRange, \.speed),
        number(
            "voice.pitch", .voice,
            SettingText(
                "Pitch",
                "How high it speaks, in semitones; below −9 and above 10 the whole voice gets deeper or brighter",
                "deeper voice, higher voice, tone, semitones"),
            Prosody.pitchRange, \.pitch),
        number(
            "voice.volume", .voice,
            SettingText("Volume", "How loud it speaks", "louder, quieter, loudness of speech"), 0...1, \.volume),
        flag(
            "conversation.speaks-replies", .voice,
            SettingText(
                "Speak replies", "When off, replies are only shown", "read aloud, silent answers, stop talking, mute"),
            \.speaksReplies),
        device(
            "audio.output", .voice,
            SettingText("Speakers", "Where JARVIS answers", "headphones, output device, sound card, bluetooth"),
            \.outputDevice),
    ]

    static let listening: [SettingDescriptor] = [
        choice(
            "detection.mode", .listening,
            SettingText(
                "Detection mode", "When the microphone listens", "push to talk, hands free, always listening, hold"),
            \.detectionMode),
        number(
            "detection.sensitivity", .listening,
            SettingText(
                "Sensitivity", "Higher hears quieter speech", "does not hear me, background noise, voice detection"),
            0...100, \.sensitivity),
        choice(
            "detection.patience", .listening,
            SettingText(
                "Patience", "How long you may pause before JARVIS answers",
                "cuts me off, waits too long, slow speaker, stutter, pause, end of speech"),
            \.speech.endPatience),
        device(
            "audio.input", .listening,
            SettingText("Microphone", "Where JARVIS hears you", "input device, headset, wrong microphone, webcam"),
            \.inputDevice),
        flag(
            "audio.echo-cancellation", .listening,
            SettingText(
                "Echo cancellation", "Removes JARVIS's own voice from the microphone",
                "hears itself, feedback, own voice, AEC"),
            \.speech.cancelsEcho),
        flag(
            "audio.noise-suppression", .listening,
            SettingText(
                "Noise suppression", "Removes steady noise before listening for speech",
                "fan, hum, background noise, denoise"),
            \.speech.suppressesNoise),
        flag(
            "audio.gain-control", .listening,
            SettingText(
                "Automatic gain", "Evens out quiet and loud voices", "microphone level, too quiet, boost, AGC"),
            \.speech.controlsGain),
        flag(
            "wake.required", .listening,
            SettingText(
                "Wait for the wake word", "In automatic modes, JARVIS ignores everything else",
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
                "Wake sensitivity", "Higher wakes more easily, but also by mistake",
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
                "Answers", "In automatic modes, which talk in the room is meant for JARVIS",
                "ignore others, answers the television, too many answers, talk filter"),
            \.speech.talkFilter),
        flag(
            "conversation.interruption", .conversation,
            SettingText(
                "Interruption", "In automatic modes, JARVIS stops talking when you speak",
                "barge in, interrupt, stop when I speak, talk over"),
            \.speech.allowsInterruption),
        flag(
            "conversation.fillers", .conversation,
            SettingText(
                "Fillers", "A few words when an answer takes long",
                "just a moment, waiting, thinking aloud, slow answer"),
            \.speech.saysFillers),
        // Users have this key in files and scripts, so it keeps its name from earlier versions.
        choice(
            "audio.other-players", .conversation,
            SettingText(
                "Other audio", "What happens to music and videos while you talk to JARVIS",
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
