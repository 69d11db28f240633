// SPDX-License-Identifier: GPL-3.0-or-later
// The figure that says "working": a small net of nodes, pulses of energy that run along its links, a colour that goes
// round the accents. A pure function of time.

import Glibc

/// One moment of the loader; places are shares of its size, 0…1.
struct NeuralLoaderModel: Sendable {
    struct Node: Equatable, Sendable {
        var x, y: Double
        /// Share of the size.
        var radius: Double
    }

    struct Link: Hashable, Sendable {
        var from, to: Int
    }

    struct Pulse: Equatable, Sendable {
        var x, y: Double
        /// 0…1; nothing at both ends of its way.
        var strength: Double
    }

    /// Logical pixels.
    static let side = 64
    /// Seconds that a pulse takes from node to node.
    static let hop = 0.7
    /// Pulses under way at any moment.
    static let pulseCount = 4
    /// Seconds from one accent to the next.
    static let accentPeriod = 1.6
    static let accentCount = 3

    /// Three in the middle, seven round them.
    static let nodes: [Node] = {
        let heart = (0..<3).map { node(angle: Double($0) / 3 + 0.08, distance: 0.15, radius: 0.055) }
        let rim = (0..<7).map { index in
            node(angle: Double(index) / 7, distance: index % 2 == 0 ? 0.40 : 0.34, radius: 0.038)
        }
        return heart + rim
    }()

    static let links: [Link] = {
        let heart = [Link(from: 0, to: 1), Link(from: 1, to: 2), Link(from: 2, to: 0)]
        let rim = (0..<7).map { Link(from: 3 + $0, to: 3 + ($0 + 1) % 7) }
        let spokes = (0..<7).map { Link(from: nearestHeart(to: nodes[3 + $0]), to: 3 + $0) }
        return heart + rim + spokes
    }()

    private static func node(angle: Double, distance: Double, radius: Double) -> Node {
        Node(
            x: 0.5 + distance * sin(2 * .pi * angle), y: 0.5 - distance * cos(2 * .pi * angle), radius: radius)
    }

    private static func nearestHeart(to node: Node) -> Int {
        (0..<3).min { distance(nodes[$0], node) < distance(nodes[$1], node) } ?? 0
    }

    private static func distance(_ a: Node, _ b: Node) -> Double {
        (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
    }

    /// The pulses at `time` in seconds: each takes a link after the other, in an order that does not repeat soon.
    static func pulses(at time: Double) -> [Pulse] {
        (0..<pulseCount).map { index in
            let hops = time / hop + Double(index) / Double(pulseCount)
            let turn = Int(hops.rounded(.down))
            let way = hops - Double(turn)
            let link = links[(turn * 5 + index * 4) % links.count]
            let (a, b) = (nodes[link.from], nodes[link.to])
            return Pulse(
                x: a.x + (b.x - a.x) * way, y: a.y + (b.y - a.y) * way, strength: 4 * way * (1 - way))
        }
    }

    /// Light of a node at `time`, 0…1: it flares when a pulse is near.
    static func glow(of node: Int, at time: Double) -> Double {
        let place = nodes[node]
        let nearest =
            pulses(at: time).map { pulse in
                let (dx, dy) = (pulse.x - place.x, pulse.y - place.y)
                return max(0, 1 - (dx * dx + dy * dy).squareRoot() / 0.16)
            }.max() ?? 0
        return 0.45 + 0.55 * nearest
    }

    /// Which accent it has, which comes next, and the share of the way between them.
    static func accent(at time: Double) -> (from: Int, to: Int, share: Double) {
        let turns = time / accentPeriod
        let turn = Int(turns.rounded(.down))
        return (turn % accentCount, (turn + 1) % accentCount, turns - Double(turn))
    }
}
