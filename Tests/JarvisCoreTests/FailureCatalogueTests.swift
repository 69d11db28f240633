// SPDX-License-Identifier: GPL-3.0-or-later
// Every failure, with values in capitals to set them apart from the catalogue's own words.

import JarvisCore
import Synchronization
import Testing

struct FailureCatalogueTests {
    private static let answers: [UnexpectedAnswer] = [
        .webPage, .mediaType("A/B", wanted: "JSON"), .notJSON, .lineNotJSON(reason: "END"), .noText, .noVoices,
        .noRecognition, .noSound, .tooMuchSound(seconds: 9, letterCount: 3), .compressedSound, .notPCM,
        .sampleRate(hertz: 1), .damagedWAV, .otherPart, .longerThanFile(byteCount: 9), .endlessLine, .notAnEvent,
        .impossibleLength(field: "F"), .reported("BAD"),
    ]
    private static let refusals: [RedirectRefusal] = [
        .notFollowed, .notAnAddress, .otherScheme(expected: "S"), .tooMany, .bodyToAnotherServer, .intoOwnNetwork,
        .notRepeatable,
    ]
    private static let programs: [ProgramFault] = [
        .noModel, .unreadable(path: "/M"), .noSampleRate(path: "/M"), .exitStatus(3), .inputRefused,
        .tooMuchOutput(limitBytes: 9), .reported("GONE"),
    ]
    private static let addresses: [ServerAddressError.Fault] = [
        .empty([.http]), .scheme([.http, .https]), .scheme([.http, .https, .tcp]), .extraParts, .hostOrPort(.tcp),
        .path(without: "TCP://A:1"),
    ]
    private static let kinds: [ServerFailure.Kind] =
        [
            .unusableURL("A"), .unknownHost, .refused, .unreachable("NO ROUTE"), .timedOut(.connection),
            .timedOut(.sending), .timedOut(.answer), .timedOut(.rest), .insecure("EXPIRED"), .closedEarly,
            .tooLarge(limitBytes: 1 << 20), .incomplete(soundMilliseconds: 0, letterCount: 9),
            .incomplete(soundMilliseconds: 9, letterCount: 9), .damaged, .keyNeedsHTTPS(origin: "O"),
            .keyMissing(origin: "O"), .keyWithoutOrigin(origin: "O", variable: "V", originVariable: "W"),
            .rejected(status: 401, message: ""),
            .rejected(status: 404, message: ""), .rejected(status: 429, message: ""),
            .rejected(status: 500, message: "OH"), .rejected(status: 500, message: ""),
            .rejected(status: 0, message: ""), .cancelled,
        ] + answers.map { .malformed($0) } + refusals.map { .moved(to: "T", $0) } + programs.map { .programFailed($0) }
        + addresses.map { .address(ServerAddressError(text: "A", fault: $0)) }
    private static let domains: [SettingDescriptor.Domain] = [
        .number(1...2), .choice(["A", "B"]), .flag, .color, .text(orDefault: true), .text(orDefault: false), .language,
        .phrase, .list(3), .voices(3), .servers(3), .webPages(1), .webPages(3),
    ]
    private static let settings =
        domains.map { SettingError(key: "K", value: "V", domain: $0) } + [
            SettingError(key: "K", value: "小", domain: .phrase), SettingError(key: "K", value: "", domain: .phrase),
        ]
    private static let imports: [ImportFault] = [
        .empty, .tooLarge(limitGiB: 1), .notUTF8, .notJSON(byteOffset: 9), .newerExport, .otherDocument, .sessionOnly,
        .notSupported,
    ]
    private static let errors: [Int32] = [1, 2, 5, 6, 12, 13, 20, 21, 23, 24, 27, 30, 36, 40, 99, 122]
    private static let full = StoreFailure.diskFull(path: "/D")
    private static let stores: [StoreFailure] =
        [
            .readOnly(path: "/D"), .readOnly(path: "/D/lists.json.lock"), .readOnly(path: "/D/history/lock"), full,
            .laterVersion(path: "/D"), .unknownMessage(MessageID(rawValue: "01")),
        ]
        + [.damaged(path: "/D", reason: "NO", keptAs: nil), .damaged(path: "/D", reason: "NO", keptAs: "/E")]
        + imports.map { .invalidImport($0) } + errors.map { .inputOutput(path: "/D", errno: $0) }
    private static let notices: [Notice] =
        [
            .serverLost(ServerFailure(server: "S:1", kind: .refused), .embeddedRecognizer),
            .serverLost(ServerFailure(server: "S:1", kind: .refused), .embeddedSynthesizer),
            .recognizerReplaced(.modelMissing(path: "/M")), .languageNotHeard("FR"),
            .settingsUnreadable(path: "/D", full),
            .settingsDamaged(path: "/D", reason: "R", keptAs: "/K"),
            .remindersDamaged(path: "/D", reason: "R", keptAs: nil),
            .listsDamaged(path: "/D", reason: "R", keptAs: "/K"),
            .fileDamaged(path: "/D", reason: "R", keptAs: "/K"), .historyDamaged(lineCount: 2, quarantine: "/Q"),
            .historyDamaged(lineCount: 2, quarantine: nil), .historyNotWritten(full),
            .recordingsNotKept(folder: "/R", full), .recordingsNotRemoved(folder: "/R", olderThanDays: 7, full),
        ] + settings.flatMap { [.settingIgnored($0, used: ""), .settingIgnored($0, used: "U")] }
    private static let failures: [any ExplainedFailure] =
        [
            AudioFailure.serverUnavailable(reason: ""), .noDevice(.input), .noDevice(.output), .deviceMissing("USB"),
            .streamFailed(reason: "LOST"),
        ] as [AudioFailure] + [RecognitionFailure.modelMissing(path: "/M"), .engineFailed(reason: "FULL")]
        + [SynthesisFailure.engineUnavailable(reason: "NO DATA"), .voiceMissing("XX")]
        + [AgentFailure.skillFailed(skill: "A", reason: "NO"), .timedOut, .notAnswered]
        + stores + kinds.map { ServerFailure(server: "S:1", kind: $0) } + settings + notices

    @Test func everyFailureIsExplainedInWholeSentences() {
        for failure in Self.failures {
            for reader in [FailureReader.window, .commandLine] {
                let text = failure.explained(to: reader)
                #expect(!text.whatHappened.isEmpty && !text.text.contains("%"), "\(failure)")
                #expect(text.whatToDo.isEmpty || text.whatToDo.hasSuffix("."), "\(text)")
                #expect(!text.text.contains("()") && !text.text.contains(".."), "\(text)")
            }
            let command = failure.explained(to: .commandLine).text
            #expect(!command.contains("Ctrl+") && !command.contains("in Settings"), "no panes there: \(command)")
        }
    }

    /// Untranslated text keeps its lower-case letters.
    @Test func everySentenceIsTranslated() {
        // These are the same in every language.
        let names = [
            "lists.json.lock", "history/lock", "servers.plain-keys", "http://", "https://", "tcp://", "host:8000",
            "#00aaff",
        ]
        let reader = FailureReader(
            .window, translate: { $0.uppercased() },
            translateCount: { one, many, count in (count == 1 ? one : many).uppercased() })
        for failure in Self.failures {
            let text = failure.explained(to: reader).text
            let rest = names.reduce(text) { $0.replacing($1, with: "") }
            #expect(!rest.contains { $0.isLowercase }, "\(text)")
        }
    }

    /// Languages with a different word order cannot use sentence fragments.
    @Test func onlyWholeSentencesAreTranslated() {
        let said = Said()
        let reader = FailureReader(.window) { said.record($0) }
        for failure in Self.failures { _ = failure.explained(to: reader) }
        // Lists of addresses, and a reason worded by a skill.
        let others = ["%1 or %2", "%1, %2 or %3", "That didn't work: %1"]
        let pieces = said.sentences.filter { sentence in
            !others.contains(sentence) && !(sentence.hasSuffix(".") && sentence.first?.isLowercase == false)
        }
        #expect(pieces == [])
    }

    private final class Said: Sendable {
        private let noted = Mutex<Set<String>>([])
        var sentences: [String] { noted.withLock { $0.sorted() } }

        func record(_ sentence: String) -> String {
            noted.withLock { _ = $0.insert(sentence) }
            return sentence
        }
    }

    @Test func numbersUseTheRightPluralForm() {
        let notice = Notice.recordingsNotRemoved(folder: "/r", olderThanDays: 7, .diskFull(path: "/r"))
        #expect(notice.advice.hasPrefix("JARVIS can't delete recordings older than 7 days."))
        let turned = FailureReader(.window, translateCount: { one, many, count in count == 7 ? "%1 Tage" : one + many })
        #expect(notice.explained(to: turned).whatHappened == "7 Tage")
        #expect(FailureReader.window.say("%1 day", "%1 days", count: 1) == "1 day")
    }

    @Test func placeholdersInValuesAreKept() {
        let failure = AudioFailure.deviceMissing("100%2 %1")
        #expect(failure.advice.hasPrefix("The sound device \"100%2 %1\" isn't connected."))
        let turned = FailureReader(.window) { _ in "%2 von %1, 50 %" }
        #expect(turned.say("%1 of %2", "a", "b") == "b von a, 50 %")
    }
}
