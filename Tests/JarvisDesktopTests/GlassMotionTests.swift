// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry and timing of ripples, entry animations and the loader.

import JarvisVisuals
import Testing

@testable import JarvisDesktopKit

@Suite
struct GlassMotionTests {
    @Test func ripplesFillTheButtonWithin400Milliseconds() {
        let ripple = Ripple.filling(width: 60, height: 44, from: (10, 40), at: 100)
        #expect(Ripple.duration <= 0.4)
        // The farthest corner is the upper right one.
        #expect(abs(ripple.reach - (50.0 * 50 + 40 * 40).squareRoot()) < 0.001)
        #expect(ripple.radius(at: 100) == 0 && ripple.strength(at: 100) == 1)
        #expect(abs(ripple.radius(at: 100.4) - ripple.reach) < 0.001 && ripple.strength(at: 100.4) == 0)
        #expect(ripple.isOver(at: 100.4) && !ripple.isOver(at: 100.39))
        let radii = (0...8).map { ripple.radius(at: 100 + 0.05 * Double($0)) }
        #expect(zip(radii, radii.dropFirst()).allSatisfy { $0 < $1 }, "it only grows")
    }

    /// When the window is maximized under an open page, the frozen backdrop scales from its middle.
    @Test(arguments: [(1000.0, 700.0), (1920, 1080), (700, 1000), (400, 300), (3000, 500)])
    func frozenBackdropStaysCentred(width: Double, height: Double) {
        let (area, zoom) = GlassPane.covering(width: width, height: height, field: (1000, 700))
        #expect(abs(area.x + area.width / 2 - 500) < 0.001 && abs(area.y + area.height / 2 - 350) < 0.001)
        #expect(area.x > -0.001 && area.y > -0.001 && area.width < 1000.001 && area.height < 700.001)
        #expect(abs(area.width * zoom - width) < 0.001 && abs(area.height * zoom - height) < 0.001)
        #expect(abs(area.width - 1000) < 0.001 || abs(area.height - 700) < 0.001, "nothing is cut off needlessly")
    }

    @Test func partsAppear100MillisecondsApart() {
        for part in 0..<5 {
            let begin = 0.1 * Double(part)
            #expect(EntryTimeline.opacity(of: part, at: begin) == 0)
            #expect(EntryTimeline.opacity(of: part, at: begin + 0.05) > 0)
            #expect(EntryTimeline.opacity(of: part, at: begin + 0.3) == 1)
        }
        #expect(abs(EntryTimeline.duration(parts: 5) - 0.7) < 0.001)
    }

    @Test func theLoaderIsAConnectedNetOfNodes() {
        typealias Model = NeuralLoaderModel
        #expect(Model.side == 64)
        #expect((8...12).contains(Model.nodes.count))
        #expect(Model.accentCount == 3)
        for node in Model.nodes {
            #expect(node.x - 2.6 * node.radius >= 0 && node.x + 2.6 * node.radius <= 1, "nothing is cut off")
            #expect(node.y - 2.6 * node.radius >= 0 && node.y + 2.6 * node.radius <= 1, "nothing is cut off")
        }
        #expect(Set(Model.links).count == Model.links.count)
        #expect(Model.links.allSatisfy { $0.from != $0.to })
        // Every node can be reached from the first.
        var reached: Set<Int> = [0]
        for _ in Model.nodes {
            for link in Model.links where reached.contains(link.from) || reached.contains(link.to) {
                reached.formUnion([link.from, link.to])
            }
        }
        #expect(reached.count == Model.nodes.count)
    }

    @Test func pulsesRunAlongTheLinks() {
        typealias Model = NeuralLoaderModel
        for step in 0..<200 {
            let pulses = Model.pulses(at: Double(step) * 0.033)
            #expect(pulses.count == Model.pulseCount)
            for pulse in pulses {
                #expect((0...1).contains(pulse.strength))
                let distance = Model.links.map { link in
                    Self.distance(pulse, Model.nodes[link.from], Model.nodes[link.to])
                }.min()
                #expect(distance.map { $0 < 0.001 } == true, "\(pulse)")
            }
        }
        #expect(Model.pulses(at: 0.1) != Model.pulses(at: 0.133))
    }

    @Test func theLoaderCyclesThroughTheAccents() {
        typealias Model = NeuralLoaderModel
        let order = (0..<6).map { Model.accent(at: (Double($0) + 0.5) * Model.accentPeriod).from }
        #expect(order == [0, 1, 2, 0, 1, 2])
        let end = Model.accent(at: Model.accentPeriod * 1.999)
        #expect(end.from == 1 && end.to == 2 && end.share > 0.99, "no jump from one to the next")
    }

    @Test func nodesFlareWhenAPulseArrives() {
        typealias Model = NeuralLoaderModel
        let lights = (0..<100).map { Model.glow(of: 0, at: Double($0) * 0.05) }
        #expect(lights.allSatisfy { (0.45...1).contains($0) })
        #expect((lights.max() ?? 0) > 0.9 && (lights.min() ?? 1) < 0.6)
    }

    /// Distance from a pulse to the line between two nodes.
    private static func distance(
        _ pulse: NeuralLoaderModel.Pulse, _ a: NeuralLoaderModel.Node, _ b: NeuralLoaderModel.Node
    ) -> Double {
        let (dx, dy) = (b.x - a.x, b.y - a.y)
        let share = ((pulse.x - a.x) * dx + (pulse.y - a.y) * dy) / (dx * dx + dy * dy)
        let (x, y) = (pulse.x - a.x - dx * min(max(share, 0), 1), pulse.y - a.y - dy * min(max(share, 0), 1))
        return (x * x + y * y).squareRoot()
    }
}
