// SPDX-License-Identifier: GPL-3.0-or-later
// Earlier requests and completions in the keyboard pane.

import Testing

@testable import JarvisDesktop

struct TypedRequestsTests {
    @Test func arrowsBrowseRequestsAndKeepTheDraft() {
        var requests = TypedRequests(["what time is it", "set a timer", "what time is it"])
        #expect(requests.past == ["set a timer", "what time is it"])
        #expect(requests.earlier(than: "rem") == "what time is it")
        #expect(requests.earlier(than: "what time is it") == "set a timer")
        #expect(requests.earlier(than: "set a timer") == nil)
        #expect(requests.later() == "what time is it")
        #expect(requests.later() == "rem")
        #expect(requests.later() == nil)
    }

    @Test func sentRequestsBecomeTheNewest() {
        var requests = TypedRequests(["a", "b"])
        _ = requests.earlier(than: "")
        requests.add("a")
        #expect(requests.past == ["b", "a"])
        #expect(requests.earlier(than: "") == "a")
    }

    @Test func requestsOfEarlierSessionsAreAddedBefore() {
        var requests = TypedRequests()
        requests.add("new")
        #expect(requests.earlier(than: "x") == "new")
        requests.addEarlier(["old", "new", "older"])
        #expect(requests.past == ["old", "older", "new"])
        #expect(requests.earlier(than: "new") == "older")
    }

    private static let phrases = ["set a timer for five minutes", "What time is it", "time in Tokyo", "tell a joke"]

    @Test(arguments: [
        ("set", ["set a timer for five minutes"]), ("what  TIME", ["What time is it"]),
        ("tim", ["time in Tokyo", "set a timer for five minutes", "What time is it"]),
        ("minutes timer", ["set a timer for five minutes"]),
        ("timer fi", ["set a timer for five minutes"]), ("t", []), ("", []), ("   ", []), ("what time is it", []),
        ("xyz", []),
    ])
    func completionsWithTheSamePrefixComeFirst(text: String, completions: [String]) {
        #expect(PhraseCompletion.completions(of: text, among: Self.phrases + Self.phrases, limit: 3) == completions)
    }
}
