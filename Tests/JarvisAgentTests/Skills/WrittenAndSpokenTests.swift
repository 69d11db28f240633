// SPDX-License-Identifier: GPL-3.0-or-later
// Replies as shown, in figures and symbols, and as spoken, in words.

import JarvisCore
import JarvisSpokenText
import Testing

@testable import JarvisAgent

struct WrittenAndSpokenTests {
    static let replies: [(request: String, shown: String, spoken: String)] = [
        ("what time is it", "It's 9:30 AM.", "It's 9 30 AM."),
        ("what time is it in tokyo", "It's 6:30 PM in Tokyo.", "It's 6 30 PM in Tokyo."),
        ("what day is it", "Today is Monday, January 5th, 2026.", "Today is Monday, January 5th, 20 26."),
        ("what week is it", "It's week 2 of the year.", "It's week 2 of the year."),
        ("set a timer for 90 seconds", "Your timer is set for 1 minute and 30 seconds.", ""),
        ("set an alarm for 7:30 pm", "Your alarm is set for 7:30 PM.", "Your alarm is set for 7 30 PM."),
        (
            "wake me every weekday at seven",
            "Your alarm is set for every weekday at 7:00 AM. It first rings tomorrow at 7:00 AM.",
            "Your alarm is set for every weekday at 7 AM. It first rings tomorrow at 7 AM."
        ),
        (
            "remind me to call Mum at 6 pm", "I'll remind you at 6:00 PM: call Mum.",
            "I'll remind you at 6 PM: call Mum."
        ),
        ("what is twelve times four", "12 × 4 is 48.", "12 times 4 is 48."),
        ("what is seven minus ten", "7 − 10 is −3.", "7 minus 10 is minus 3."),
        ("what is the square root of 81", "√81 is 9.", "the square root of 81 is 9."),
        ("what is two to the power of ten", "2^10 is 1024.", "2 to the power of 10 is 1024."),
        ("what is 20% of 50", "20% of 50 is 10.", "20 percent of 50 is 10."),
        (
            "what is three quarters plus one eighth", "3/4 + 1/8 is 7/8, or 0.875.",
            "three quarters plus one eighth is seven eighths, or 0.875."
        ),
        ("what is two times pi", "2 × π is about 6.283185.", "2 times pi is about 6.283185."),
        ("is 91 prime", "No, 91 isn't prime: it's 7 × 13.", "No, 91 isn't prime: it's 7 times 13."),
        (
            "what is a 20 percent tip on 64 dollars", "A 20% tip on $64 is $12.80, $76.80 in total.",
            "A 20 percent tip on 64 dollars is 12 dollars and 80 cents, 76 dollars and 80 cents in total."
        ),
        (
            "what is 100 fahrenheit in celsius", "100 °F is about 37.8 °C.",
            "100 degrees fahrenheit is about 37.8 degrees celsius."
        ),
        ("10km in miles", "10 km is about 6.21 miles.", "10 kilometers is about 6.21 miles."),
        ("how many cups in a litre", "1 L is about 4.23 cups.", "1 liter is about 4.23 cups."),
        ("2 gigabytes in megabytes", "2 GB is 2000 MB.", "2 gigabytes is 2000 megabytes."),
        ("spell rhythm", "Rhythm: R-H-Y-T-H-M.", "Rhythm: R, H, Y, T, H, M."),
        ("how much battery is left", "The battery is at 80%.", "The battery is at 80 percent."),
        (
            "how much memory is free", "You're using 4 GB of 16 GB of memory.",
            "You're using 4 gigabytes of 16 gigabytes of memory."
        ),
        ("how busy is the processor", "The processor is 12% busy.", "The processor is 12 percent busy."),
        (
            "call the police",
            "Please call 911 now. I can't make calls myself. Say where you are first, and stay on "
                + "the line. From a mobile phone, 112 works in most countries as well.",
            "Please call 9 1 1 now. I can't make calls myself. Say where you are first, and stay "
                + "on the line. From a mobile phone, 1 1 2 works in most countries as well."
        ),
    ]

    @Test(arguments: replies)
    func aReplyIsShownInFiguresAndSpokenInWords(request: String, shown: String, spoken: String) async throws {
        let answer = try await AgentRig().ask(request)
        #expect(answer.text == shown)
        let said = answer.clauses.map { SpeakableText($0).spoken }.joined(separator: " ")
        #expect(said == (spoken.isEmpty ? shown : spoken))
    }

    @Test(
        arguments: [
            ("what time is it", "It's 09:30."), ("set an alarm for 7:30 pm", "Your alarm is set for 19:30."),
            ("set an alarm for noon", "Your alarm is set for 12:00."),
            ("what is 100 fahrenheit in celsius", "100 °F is about 37,8 °C."),
            ("what is ten divided by four", "10 ÷ 4 is 2,5."),
            ("12345 times 100", "12\u{202F}345 × 100 is 1\u{202F}234\u{202F}500."),
            ("split 100 euros three ways", "That's 33,33 € each, with 0,01 € left over."),
            ("what time is it in tokyo", "It's 18:30 in Tokyo."),
        ] as [(String, String)])
    func figuresFollowTheRegion(request: String, shown: String) async throws {
        let germany = Region(environment: ["LANG": "de_DE.UTF-8"])
        #expect(try await AgentRig(region: germany).ask(request).text == shown)
    }

    @Test func appointmentsAreToldInTheTimesOfTheRegion() async throws {
        let request = "what is on my calendar today"
        #expect(try await AgentRig().ask(request).text.contains(" PM"))
        let german = try await AgentRig(region: Region(environment: ["LANG": "de_DE.UTF-8"])).ask(request)
        #expect(!german.text.contains(" PM") && german.skill == "calendar", "\(german.text)")
    }

    @Test(
        arguments: [
            ("en_GB", "call an ambulance", "999"), ("de_DE", "call the police", "110"),
            ("ja_JP", "call the police", "110"),
            ("fr_FR", "my house is on fire", "18"), ("xx_XX", "call an ambulance", "112"),
            ("en_GB", "I overdosed", "999"), ("fr_FR", "I took too many pills", "15"),
            ("en_GB", "I want to die", "116 123"), ("de_DE", "I want to die", "0800 111 0 111"),
            ("xx_XX", "I want to die", "112"),
        ] as [(String, String, String)])
    func emergencyNumbersFollowTheCountry(locale: String, request: String, number: String) async throws {
        let answer = try await AgentRig(region: Region(environment: ["LANG": locale])).ask(request)
        #expect(answer.skill == "emergency")
        #expect(answer.values["number"] == number)
        #expect(answer.text.contains(number))
        #expect(answer.summary.followUp == .none)
    }
}
