// SPDX-License-Identifier: GPL-3.0-or-later
// The loader's figure: a small net of nodes, with pulses of energy along its links, in a colour that cycles through the
// accents. Depends only on time.

import Glibc

/// Positions and lengths are fractions of the loader's size, 0…1.
struct NeuralLoaderModel: Sendable {
    struct Node: Equatable, Sendable {
        var x, y: Double
        /// The radius as a fraction of the loader's size.
        var radius: Double
    }

    struct Link: Hashable, Sendable {
        var from, to: Int
    }

    struct Pulse: Equatable, Sendable {
        var x, y: Double
        /// The brightness, 0…1; zero at both ends of the pulse's path.
        var strength: Double
    }

    /// The design's own size in logical pixels.
    static let side = 64
    /// How many seconds a pulse takes from node to node.
    static let hop = 0.7
    /// The number of pulses in motion at any time.
    static let pulseCount = 4
    /// How many seconds the colour takes from one accent to the next.
    static let accentPeriod = 1.6
    static let accentCount = 3

    /// Three nodes in the middle and seven around them.
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

    /// The pulses at `time`, in seconds: each follows one link after another, in an order that doesn't repeat soon.
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

    /// The brightness of a node at `time`, 0…1. A node flares when a pulse is near.
    static func glow(of node: Int, at time: Double) -> Double {
        let place = nodes[node]
        let nearest =
            pulses(at: time).map { pulse in
                let (dx, dy) = (pulse.x - place.x, pulse.y - place.y)
                return max(0, 1 - (dx * dx + dy * dy).squareRoot() / 0.16)
            }.max() ?? 0
        return 0.45 + 0.55 * nearest
    }

    /// The current accent, the next one, and how much of the way to it has passed.
    static func accent(at time: Double) -> (from: Int, to: Int, share: Double) {
        let turns = time / accentPeriod
        let turn = Int(turns.rounded(.down))
        return (turn % accentCount, (turn + 1) % accentCount, turns - Double(turn))
    }
}
