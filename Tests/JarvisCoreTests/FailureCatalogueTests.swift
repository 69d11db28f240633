// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisCore
import Testing

struct FailureCatalogueTests {
    private static let server = "tts.example:8080"
    private static let kinds: [ServerFailure.Kind] = [
        .invalidAddress("It has no host."), .unknownHost, .refused, .unreachable("no route"), .timedOut(.connection),
        .timedOut(.sending), .timedOut(.answer), .timedOut(.rest), .insecure("expired"), .closedEarly,
        .tooLarge(limitBytes: 1 << 20), .malformed("no text"), .incomplete("12 of 20 s"), .damaged,
        .keyWithheld("Its key is kept back."),
        .rejected(status: 401, message: ""), .rejected(status: 404, message: ""), .rejected(status: 429, message: ""),
        .rejected(status: 500, message: "oh"), .programFailed("not found"), .cancelled,
    ]
    private static let failures: [any ExplainedFailure] =
        [
            AudioFailure.serverUnavailable(reason: ""), .noDevice(.input), .noDevice(.output), .deviceMissing("usb"),
            .streamFailed(reason: "lost"),
        ] as [AudioFailure] + [RecognitionFailure.modelMissing(path: "/m"), .engineFailed(reason: "full")]
        + [SynthesisFailure.engineUnavailable(reason: "no data"), .voiceMissing("xx")]
        + [AgentFailure.skillFailed(skill: "a", reason: "no"), .timedOut, .notAnswered]
        + [
            StoreFailure.readOnly(path: "/d"), .diskFull(path: "/d"), .inputOutput(path: "/d", errno: 5),
            .laterVersion(path: "/d"), .unknownMessage(MessageID(rawValue: "01")), .invalidImport(reason: "empty"),
        ] + kinds.map { ServerFailure(server: server, kind: $0) }

    @Test func eachSaysInWholeSentencesWhatHappenedAndWhatToDo() {
        for failure in Self.failures {
            for reader in [FailureReader.window, .commandLine] {
                let text = failure.explained(to: reader)
                #expect(!text.whatHappened.isEmpty && !text.text.contains("%"), "\(failure)")
                #expect(text.whatToDo.isEmpty || text.whatToDo.hasSuffix("."), "\(text)")
            }
            let command = failure.explained(to: .commandLine).text
            #expect(!command.contains("Ctrl+") && !command.contains("in Settings"), "no panes there: \(command)")
        }
    }

    /// What has not been through the translation keeps its small letters.
    @Test func everySentenceIsTranslated() {
        let reader = FailureReader(.window) { $0.uppercased() }
        for failure in Self.failures {
            let text = failure.explained(to: reader).text
            let own = ["pocketsphinx"]
            let values = [
                Self.server, "no route", "expired", "no text", "12 of 20 s", "not found", "usb", "lost", "/m",
                "full", "no data", "xx", "no", "/d", "oh", "empty",
            ]
            let rest = (own + values).sorted { $0.count > $1.count }.reduce(text) { $0.replacing($1, with: "") }
            #expect(!rest.contains { $0.isLowercase }, "\(text)")
        }
    }

    @Test func valuesKeepTheirOwnSigns() {
        let failure = AudioFailure.deviceMissing("100%2 %1")
        #expect(failure.advice.hasPrefix("The sound device \"100%2 %1\" is not connected."))
        let turned = FailureReader(.window) { _ in "%2 von %1, 50 %" }
        #expect(turned.say("%1 of %2", "a", "b") == "b von a, 50 %")
    }
}
