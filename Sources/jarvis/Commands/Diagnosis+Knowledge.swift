// SPDX-License-Identifier: GPL-3.0-or-later
// jarvis doctor: checks the understanding of requests, and lists, calendars and the dictionary. The last three are
// optional, so only damaged ones count as faults.

import JarvisAgent
import JarvisKnowledge
import JarvisCommands
import JarvisCore
import JarvisStore
import JarvisPlatform

extension Diagnosis {
    func understanding() -> Finding {
        let faults = SkillAgent.understandingFaults(resources: composition.resources)
        guard !faults.isEmpty else { return .ok("understanding", "the language files are in place") }
        return .failed(
            "understanding", faults.prefix(3).joined(separator: "; "),
            fix: "JARVIS understands less. \(reinstallation).")
    }

    func lists() -> Finding {
        let store = composition.lists
        do {
            let lists = try runBlocking { try await store.lists() }
            guard let notice = store.notices.first else { return .ok("lists", "\(lists.count) kept") }
            return .failed("lists", "the file was damaged", fix: notice.commandAdvice)
        } catch {
            return .failed("lists", "can't be read", fix: commandAdvice(for: error) ?? "\(error)")
        }
    }

    func calendars() -> Finding {
        let (calendars, now) = (composition.calendars, composition.wallClock.now())
        let week = now.advanced(by: .seconds(7 * 86_400))
        guard let reading = try? runOnMainLoop({ await calendars.appointments(from: now, to: week) }) else {
            return .failed("calendars", "couldn't be read", fix: "Run \"jarvis doctor\" again.")
        }
        guard reading.faults.isEmpty else {
            return .failed(
                "calendars", "\(reading.calendarCount) can be read",
                fix: reading.faults.prefix(5).map(\.commandAdvice).joined(separator: " "))
        }
        guard reading.calendarCount > 0 else {
            return .ok("calendars", "none in \(reading.places.joined(separator: ", ")); set others with calendar.files")
        }
        return .ok("calendars", "\(reading.calendarCount) can be read")
    }

    func dictionary() -> Finding {
        let dictionary = composition.dictionary
        do {
            guard let folder = try runBlocking({ await dictionary.folder }) else {
                return .ok("dictionary", "none; install wordnet-base")
            }
            guard try runBlocking({ try await dictionary.entry(for: "word") }) != nil else {
                return .failed("dictionary", folder, fix: "Reinstall wordnet-base.")
            }
            return .ok("dictionary", folder)
        } catch {
            return .failed("dictionary", "can't be read", fix: commandAdvice(for: error) ?? "\(error)")
        }
    }
}
