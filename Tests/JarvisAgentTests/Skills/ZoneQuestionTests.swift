// SPDX-License-Identifier: GPL-3.0-or-later
// Questions about time zones, about two places, and about towns that share a name.

import JarvisPlatform
import Testing

@testable import JarvisSkills

@Suite(.timeLimit(.minutes(10)))
struct ZoneQuestionTests {
    private let rig = AgentRig()

    @Test(arguments: [
        ("which time zone is Seattle in", "Seattle is on Pacific Time, 8 hours behind UTC. It's 1:30 AM there."),
        ("could you tell me what timezone denver is in", "Denver is on Mountain Time, 7 hours behind UTC."),
        ("in what time zone is kenya", "Kenya is on East Africa Time, 3 hours ahead of UTC."),
        ("oslo's time zone is what", "Oslo is on Central European Time, 1 hour ahead of UTC."),
        ("what is the time zone of nepal", "Nepal is 5 hours and 45 minutes ahead of UTC. It's 3:15 PM there."),
        ("time zone for memphis", "Memphis is on Central Time, 6 hours behind UTC."),
        ("what timezone does lima use", "Lima is 5 hours behind UTC."),
        ("brisbane is in which timezone", "Brisbane is on Australian Eastern Time, 10 hours ahead of UTC."),
        ("what time zone am i in", "This computer's clock is the same as UTC."),
        ("what is the time zone of narnia", "I don't know a place called narnia."),
    ])
    func aTimeZoneIsTold(request: String, reply: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.skill == "world-time" && answer.text.hasPrefix(reply), "\(answer.text)")
    }

    @Test(arguments: [
        ("if it is noon in Lisbon what time is it in Seoul", "When it's noon in Lisbon, it's 9:00 PM in Seoul."),
        ("what time is it in Cairo when it's 9 am in Chicago", "When it's 9:00 AM in Chicago, it's 5:00 PM in Cairo."),
        (
            "when it is 8 pm in boston what time is it in rome",
            "When it's 8:00 PM in Boston, it's 2:00 AM in Rome, the next day."
        ),
        ("if it's 3 pm here what time is it in denver", "At 3:00 PM here, it's 8:00 AM in Denver."),
        ("convert 6 am tokyo time to london", "When it's 6:00 AM in Tokyo, it's 9:00 PM in London, the day before."),
        ("how many hours ahead of dublin is moscow", "Moscow is 3 hours ahead of Dublin."),
        ("what's the time difference between vienna and denver", "Denver is 8 hours behind Vienna."),
        ("how far ahead of us is singapore", "Singapore is 8 hours ahead of your time."),
        ("is the time different in athens", "Athens is 2 hours ahead of your time."),
    ])
    func twoPlacesAreCompared(request: String, reply: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.text == reply, "\(answer.text)")
    }

    @Test(arguments: [
        ("what time is it in eastern time", "It's 4:30 AM in Eastern Time."),
        ("what's the time in the pacific timezone", "It's 1:30 AM in Pacific Time."),
        ("what is the current central time", "It's 3:30 AM in Central Time."),
        ("what time is it on the east coast right now", "It's 4:30 AM in Eastern Time."),
        ("in vienna what time is it", "It's 10:30 AM in Vienna."),
        ("what time is it in Zimbabwe", "It's 11:30 AM in Zimbabwe."),
    ])
    func timesHaveNames(request: String, reply: String) async throws {
        let answer = try await rig.ask(request)
        #expect(answer.text == reply, "\(answer.text)")
    }

    @Test(arguments: [
        ("paris in texas", "Paris, Texas", "America/Chicago"), ("Paris, France", "Paris", "Europe/Paris"),
        ("london ontario", "London, Ontario", "America/Toronto"), ("houston, tx", "Houston", "America/Chicago"),
        ("el paso texas", "El Paso", "America/Denver"),
        ("vancouver washington", "Vancouver, Washington State", "America/Los_Angeles"),
        ("athens georgia", "Athens, Georgia", "America/New_York"), ("perth australia", "Perth", "Australia/Perth"),
        ("smallville kansas", "Smallville, Kansas", "America/Chicago"),
        ("san jose costa rica", "San Jose, Costa Rica", "America/Costa_Rica"),
        ("georgia", "Georgia", "Asia/Tbilisi"), ("nowhere brazil", "", ""), ("tokyo paris", "", ""),
    ])
    func aTownIsFoundInItsRegion(name: String, shown: String, zone: String) {
        let place = PlaceTable.read(.standard()).place(named: name)
        #expect(place?.name ?? "" == shown && place?.zone ?? "" == zone, "\(String(describing: place))")
    }
}
