// SPDX-License-Identifier: GPL-3.0-or-later
// The buttons beside the microphone: labelled in wide windows, icons only in narrow ones.

import Testing

struct ActionButtonsTests {
    private struct Survey {
        var words: Set<Substring> = []
        /// Left edge and width of each button.
        var actions: [(x: Int, width: Int)] = []
        var microphone: (x: Int, width: Int)?
    }

    private func survey(_ size: String, _ options: [String] = []) async throws -> Survey {
        let result = try await WindowHost.run(
            ["show", "--state", "idle", "--survey", "--size", size] + options, size: size)
        try #require(result.status == 0, "\(result.output)")
        var survey = Survey()
        for line in result.output.split(separator: "\n") {
            let place = line.firstMatch(of: /\s(\d+),\d+ (\d+)x\d+/).flatMap { match in
                Int(match.output.1).flatMap { x in Int(match.output.2).map { (x: x, width: $0) } }
            }
            guard let place else { continue }
            if line.contains("Button.action") { survey.actions.append(place) }
            if line.contains("Button.microphone") { survey.microphone = place }
            if let word = line.firstMatch(of: /“(History|Settings|Keyboard|Commands)”/) {
                survey.words.insert(word.output.1)
            }
        }
        return survey
    }

    @Test(arguments: ["900x700", "1000x700", "1600x1000"])
    func wideWindowsShowLabelsAroundACentredMicrophone(size: String) async throws {
        let survey = try await survey(size)
        #expect(survey.words == ["History", "Settings", "Keyboard", "Commands"])
        let (first, last) = (try #require(survey.actions.first), try #require(survey.actions.last))
        let microphone = try #require(survey.microphone)
        #expect(survey.actions.count == 4 && Set(survey.actions.map(\.width)).count == 1)
        let (left, right) = (microphone.x - first.x, last.x + last.width - microphone.x - microphone.width)
        #expect(abs(left - right) <= 1, "\(survey)")
    }

    @Test(arguments: [("480x640", []), ("480x640", ["--text-scale", "2"]), ("1000x700", ["--text-scale", "2"])])
    func narrowWindowsShowIconsOnly(size: String, options: [String]) async throws {
        let survey = try await survey(size, options)
        #expect(survey.words.isEmpty)
        #expect(survey.actions.map(\.width) == [60, 60, 60, 60])
    }
}
