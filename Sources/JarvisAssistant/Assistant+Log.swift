// SPDX-License-Identifier: GPL-3.0-or-later
// Records the conversation in the event log, without speech that was not meant for the assistant.

import JarvisConversation
import JarvisCore

extension Assistant {
    /// Logs phase changes, results, banners and saved messages.
    func logChange(from before: AssistantState, event: AssistantEvent) {
        logEvent(event, before: before)
        if before.phase.name != state.phase.name {
            record("state", ["phase": .text(state.phase.name), "previous": .text(before.phase.name)])
        }
        if before.reminders.map(\.id) != state.reminders.map(\.id) {
            record("pending", ["count": .integer(Int64(state.reminders.count))])
        }
        let microphone = state.microphone
        if before.microphone.isMuted != microphone.isMuted { record("muted", ["isMuted": .flag(microphone.isMuted)]) }
        let isMutedBySystem = microphone.muting == .bySystem
        if isMutedBySystem != (before.microphone.muting == .bySystem) {
            record("mutedBySystem", ["isMuted": .flag(isMutedBySystem)])
        }
        if let banner = state.banner, banner != before.banner {
            record(
                "banner",
                ["severity": .text(banner.severity.rawValue), "message": .text(ports.bannerText(banner.message))])
        }
    }

    private func logEvent(_ event: AssistantEvent, before: AssistantState) {
        switch event {
        case .transcribed(let turn, let transcript):
            timing.mark(.transcriptReady, turn: turn)
            log(WithheldTranscript(turn: turn, transcript: transcript), before)
        case .textSubmitted(let text, let source):
            record("question", ["text": .text(text), "source": .text(source.rawValue)])
        case .replyFinished(let turn, let summary) where turn == before.turn.id:
            var fields: [String: LogValue] = [
                "text": .text(before.turn.reply.text), "skill": .text(summary.skill ?? ""),
                "followUp": .text(summary.followUp.rawValue),
            ]
            for (name, value) in summary.values { fields["value.\(name)"] = .text(value) }
            record("reply", fields)
        case .heard(_, let position):
            record(
                "heard",
                ["clause": .integer(Int64(position.clause)), "characters": .integer(Int64(position.characters))])
        case .consentRequested(let turn, let request) where turn == before.turn.askedIn:
            record("consentRequested", ["id": .text(request.id.rawValue), "subject": .text(request.subject)])
        case .consentQuestionHeard(let turn, let id) where turn == before.turn.id:
            record("consentQuestionHeard", ["id": .text(id.rawValue)])
        case .messageSaved(let message):
            record(
                "saved",
                [
                    "id": .text(message.id.rawValue), "kind": .text(message.kind.rawValue),
                    "text": .text(message.text), "isCut": .flag(message.isCut),
                ])
        case .notAddressed(let turn) where turn == before.turn.id:
            withholdTranscript()
            record("notAddressed", [:])
        case .speechEnded(_, let ending): record("speechEnded", ["reason": .text(ending.rawValue)])
        case .ringEnded(let ids): record("ringEnded", ["ids": .text(ids.joined(separator: " "))])
        case .microphoneTapped, .holdBegan, .holdEnded, .cancelRequested, .playbackStarted, .playbackFinished,
            .wakeWordHeard, .timerEnded(.wakeWindow), .speechStarted, .utteranceContinued,
            .interruptionSuspected, .interruptionConfirmed, .interruptionDismissed:
            record(event.logName, [:])
        default:
            break
        }
    }

    /// Logs a transcript, but withholds words that may be meant for others until that is known.
    private func log(_ heard: WithheldTranscript, _ before: AssistantState) {
        withholdTranscript()
        let text = heard.transcript?.text ?? ""
        let isCommand = StopPhrases.isStopPhrase(text) || RingPhrases.command(text) != nil
        let isSilence = !text.contains { $0.isLetter || $0.isNumber }
        switch before.phase {
        case .recording, .held, .transcribing:
            if isCommand || isSilence || !before.mayOverhear {
                record("transcript", heard.fields(withText: true))
            } else {
                withheldTranscript = heard
            }
        // In these phases only stop phrases count.
        case .idle, .listening, .thinking, .speaking:
            record("transcript", heard.fields(withText: isCommand || isSilence))
        }
    }

    /// Logs the withheld words, because the speech was meant for the assistant after all.
    func logWithheldTranscript(of turn: TurnID) {
        guard let withheld = withheldTranscript, withheld.turn == turn else { return }
        withheldTranscript = nil
        record("transcript", withheld.fields(withText: true))
    }

    /// Logs that something was heard but not the words, because they were not meant for the assistant.
    private func withholdTranscript() {
        guard let withheld = withheldTranscript else { return }
        withheldTranscript = nil
        record("transcript", withheld.fields(withText: false))
    }

    private func record(_ name: String, _ fields: [String: LogValue]) {
        var fields = fields
        fields["turn"] = .integer(Int64(state.turn.id.rawValue))
        ports.log.record(name, fields)
    }
}

/// A transcript, before it is known whether it was meant for the assistant.
struct WithheldTranscript {
    let turn: TurnID
    let transcript: Transcript?

    func fields(withText isWithText: Bool) -> [String: LogValue] {
        [
            "text": .text(isWithText ? transcript?.text ?? "" : ""),
            "isWithheld": .flag(!isWithText), "confidence": .number(transcript?.confidence ?? 0),
            "search": .text(transcript?.search.rawValue ?? "none"), "engine": .text(transcript?.engine ?? ""),
        ]
    }
}

extension AssistantEvent {
    /// The name of the event in the log.
    fileprivate var logName: String {
        switch self {
        case .microphoneTapped: "microphoneTapped"
        case .holdBegan: "holdBegan"
        case .holdEnded: "holdEnded"
        case .cancelRequested: "cancelRequested"
        case .playbackStarted: "playbackStarted"
        case .playbackFinished: "playbackFinished"
        case .wakeWordHeard: "wakeWordHeard"
        case .timerEnded(.wakeWindow): "wakeWindowEnded"
        case .speechStarted: "speechStarted"
        case .interruptionSuspected: "interruptionSuspected"
        case .interruptionConfirmed: "interruptionConfirmed"
        case .interruptionDismissed: "interruptionDismissed"
        case .utteranceContinued: "utteranceContinued"
        default: "event"
        }
    }
}
