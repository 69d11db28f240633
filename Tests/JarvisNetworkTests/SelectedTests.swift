// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing, checking and falling back between engines, with strings in place of engines.

import JarvisCore
import JarvisNetwork
import Synchronization
import Testing

struct SelectedTests {
    private final class World: Sendable {
        let chosen = Mutex<String?>(nil)
        let made = Mutex<[String]>([])
        let notices = Mutex<[Notice]>([])
    }

    private let world = World()

    private func selected() -> Selected<String, String> {
        Selected(
            choice: { [world] in world.chosen.withLock { $0 } }, server: { "server of \($0)" },
            trial: { [world] availability in
                EngineTrial(availability, standIn: .embeddedSynthesizer) { notice in
                    world.notices.withLock { $0.append(notice) }
                }
            },
            make: { [world] choice, answered in
                world.made.withLock { $0.append(choice) }
                answered(.milliseconds(5))
                return "engine \(choice)"
            })
    }

    @Test func engineIsMadeOncePerChoice() {
        let selected = selected()
        #expect(selected.candidate == nil && selected.health == nil)
        for choice in ["a", "a", "b", "b", "a"] {
            world.chosen.withLock { $0 = choice }
            #expect(selected.candidate?.engine == "engine \(choice)")
            #expect(selected.health?.server == "server of \(choice)")
        }
        #expect(world.made.withLock { $0 } == ["a", "b", "a"])
        #expect(selected.health?.latencyMilliseconds == 5)
        world.chosen.withLock { $0 = nil }
        #expect(selected.candidate == nil)
    }

    @Test func failedEngineIsReportedOnceAndLeftAlone() async throws {
        let selected = selected()
        world.chosen.withLock { $0 = "a" }
        let trial = try #require(selected.candidate?.trial)
        #expect(trial.mayTry())
        trial.failed(ServerFailure(server: "box", kind: .refused))
        trial.failed(ServerFailure(server: "box", kind: .refused))
        #expect(!trial.mayTry())
        let notices = world.notices.withLock { $0 }
        #expect(notices == [.serverLost(ServerFailure(server: "box", kind: .refused), .embeddedSynthesizer)])
        #expect(notices.first?.advice.hasSuffix(" JARVIS uses its own voice until the server is back.") == true)
        let health = await selected.probe { _ in }
        #expect(health?.state == .answering && health?.server == "server of a")
        #expect(trial.mayTry())
    }

    @Test func probeReturnsTheFault() async {
        struct Odd: Error {}
        let selected = selected()
        #expect(await selected.probe { _ in } == nil, "there is nothing to check")
        world.chosen.withLock { $0 = "a" }
        let refused = await selected.probe { _ in throw ServerFailure(server: "box", kind: .refused) }
        #expect(refused?.state == .failing && refused?.lastFailure?.kind == .refused)
        let known = await selected.probe(failure: { _ in ServerFailure(server: "box", kind: .closedEarly) }) { _ in
            throw Odd()
        }
        #expect(known?.lastFailure?.kind == .closedEarly)
    }
}
