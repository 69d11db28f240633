// SPDX-License-Identifier: GPL-3.0-or-later
// "Hear the difference": records a few seconds, and plays them as the microphone heard them or as JARVIS does with the
// current switches. The sound stays in memory until the page closes. The conversation is paused during recording and
// playback.

import GioKit
import GtkKit
import JarvisAssistant
import JarvisConversation
import JarvisCore
import JarvisDesktopKit

@MainActor
final class SoundTrialRow: SettingRow {
    private enum Step: Equatable {
        case resting
        case recording(secondsLeft: Int)
        case playing(isProcessed: Bool)
        case failed(String)
    }

    let root: Widget
    let name = SettingsAction.hearProcessing.rawValue
    var control: Widget { record }

    private let services: SettingsServices
    private let trial: SoundTrial
    private let preview: VoicePreview
    private let loan: PreviewLoan
    private let record = Button(label: "")
    private let without = Button(label: localized("Play original"))
    private let with = Button(label: localized("Play processed"))
    private let status = Label(classes: ["setting-detail"])
    private var sample: SoundSample?
    private var work: Task<Void, Never>?
    private var counting: LoopTimer?
    private var step = Step.resting {
        didSet { if step != oldValue { update() } }
    }

    init(_ services: SettingsServices, _ hearing: HearingServices) {
        self.services = services
        trial = hearing.makeSoundTrial()
        preview = VoicePreview(services.synthesizer, trial.player)
        loan = PreviewLoan(services.assistant)
        let text = SettingsAction.hearProcessing.text
        let heading = Label(text.shownTitle, classes: ["setting-title"])
        for label in [heading, status] {
            label.setTextAlignment(0)
            label.wraps()
        }
        status.setRole(.status)
        let buttons = WrapBox(spacing: DesignTokens.Hearing.choiceSpacing, [record, without, with])
        for button in [record, without, with] { button.addClass("setting-action") }
        buttons.margins(top: DesignTokens.Panes.rowSpacing)
        let row = Box(.column, spacing: 2, [heading, status, buttons])
        row.addClass("setting-row")
        root = row
        record.onClick { [weak self] in self?.toggleRecording() }
        without.onClick { [weak self] in self?.play(isProcessed: false) }
        with.onClick { [weak self] in self?.play(isProcessed: true) }
        preview.onChange = { [weak self] in self?.previewChanged($0) }
        update()
    }

    func show(_ settings: Settings) {}

    /// Discards the recording. Call when the page closes.
    func finish() {
        stop()
        sample = nil
    }

    private func stop() {
        work?.cancel()
        work = nil
        counting = nil
        preview.stop()
        step = .resting
        loan.end()
    }

    private func toggleRecording() {
        if work != nil { return stop() }
        guard !services.assistant.state.microphone.isMuted else {
            var finding = MicrophoneFinding()
            finding.condition = .mutedHere
            return step = .failed(MicrophoneWords.condition(finding))
        }
        stop()
        loan.begin()
        let settings = services.settings.current
        work = Task { [weak self, trial] in
            do {
                let sample = try await trial.record(
                    seconds: DesignTokens.Hearing.sampleSeconds, device: settings.inputDevice)
                if !Task.isCancelled { self?.recorded(sample) }
            } catch {
                if !Task.isCancelled { self?.fail(error) }
            }
        }
        step = .recording(secondsLeft: Int(DesignTokens.Hearing.sampleSeconds))
        counting = LoopTimer(milliseconds: DesignTokens.Hearing.secondMilliseconds) { [weak self] in
            self?.count() ?? false
        }
        // Without an echo there is nothing to remove, so JARVIS speaks during the recording.
        preview.play(
            spoken("I'm talking over you, so there's an echo to remove."), settings.prosody,
            device: settings.outputDevice)
    }

    private func count() -> Bool {
        guard case .recording(let seconds) = step, seconds > 1 else { return false }
        step = .recording(secondsLeft: seconds - 1)
        return true
    }

    private func recorded(_ sample: SoundSample) {
        self.sample = sample
        stop()
        with.grabFocus()
    }

    private func fail(_ error: any Error) {
        stop()
        var finding = MicrophoneFinding()
        finding.condition = (error as? AudioFailure).map { .failed($0) } ?? .muted
        step = .failed(MicrophoneWords.trouble(finding))
    }

    private func play(isProcessed: Bool) {
        guard let sample else { return }
        if case .playing(isProcessed) = step { return stop() }
        stop()
        loan.begin()
        step = .playing(isProcessed: isProcessed)
        let settings = services.settings.current
        work = Task { [weak self, trial] in
            let samples = await Self.samples(sample, isProcessed ? SoundProcessing(settings.speech) : nil, trial)
            guard let self, !Task.isCancelled else { return }
            work = nil
            preview.play(
                SynthesizedAudio(samples: samples, sampleRateHertz: AudioFrame.sampleRateHertz, words: []),
                device: settings.outputDevice)
        }
    }

    /// Processes a recording. Off the main thread, because this takes half a second on a slow machine.
    @concurrent
    private static func samples(
        _ sample: SoundSample, _ processing: SoundProcessing?, _ trial: SoundTrial
    ) async -> [Int16] {
        processing.map { trial.heard(sample, $0) } ?? sample.plain
    }

    private func previewChanged(_ isPlaying: Bool) {
        guard !isPlaying, case .playing = step, work == nil else { return }
        if let failure = preview.failure { services.assistant.notice(failure) }
        step = .resting
        loan.end()
    }

    private func update() {
        let isRecording = if case .recording = step { true } else { false }
        let title = SettingsAction.hearProcessing.text.shownTitle
        name(record, isRecording ? localized("Stop") : localized("Record 5 seconds"), title)
        name(without, step == .playing(isProcessed: false) ? localized("Stop") : localized("Play original"), title)
        name(with, step == .playing(isProcessed: true) ? localized("Stop") : localized("Play processed"), title)
        for button in [without, with] { button.isSensitive = sample != nil && !isRecording }
        let words = self.words
        if case .recording(let seconds) = step, seconds < Int(DesignTokens.Hearing.sampleSeconds) {
            // Every second read aloud would be part of the recording.
            status.text = words
        } else {
            status.tell(words, .change)
        }
    }

    private func name(_ button: Button, _ words: String, _ title: String) {
        button.setLabel(words)
        button.setAccessibleLabel("\(title): \(words)")
    }

    private var words: String {
        switch step {
        case .resting where sample == nil: SettingsAction.hearProcessing.text.shownHelp
        case .resting: localized("Recorded. Change the switches above and play it again")
        case .recording(let seconds):
            localized("Recording, %1 second left", "Recording, %1 seconds left", count: seconds)
        case .playing(true): localized("What JARVIS hears")
        case .playing(false): localized("What the microphone hears")
        case .failed(let words): words
        }
    }
}
