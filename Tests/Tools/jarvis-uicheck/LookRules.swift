// SPDX-License-Identifier: GPL-3.0-or-later
// The rules for a picture of the window: nothing clipped, every target large enough, everything legible.

import GtkKit

/// The rules, and their violations.
enum LookRules {
    /// The minimum side of everything clickable.
    static let target = 44
    /// The glyph's share of the microphone button, which grows with the window, including a margin.
    private static let microphoneGlyphShare = 30.0 / 104
    private static let fade = 26
    /// Texts that may be shortened: a live transcript shows its newest words at the end.
    private static let shortened: Set<String> = ["transcript"]
    /// Texts that are helpful but not essential.
    private static let hints: Set<String> = ["hint", "history-heading", "menu-keys"]

    private static func isHint(_ seen: SurveyedWidget) -> Bool {
        seen.isPlaceholder || !hints.isDisjoint(with: seen.classes)
    }

    /// True for a card that fades out at the top because it is full.
    static func isFading(_ seen: SurveyedWidget) -> Bool {
        guard let view = seen.view, seen.classes.contains("line-text") || seen.classes.contains("line-speaker") else {
            return false
        }
        return seen.place.y < view.y + fade
    }

    /// The contrast that a widget needs; nil without readable text.
    static func neededContrast(_ seen: SurveyedWidget) -> Double? {
        guard seen.isSensitive, !isFading(seen), seen.place.width > 0, seen.opacity > 0.9 else { return nil }
        switch seen.type {
        case "GtkLabel": return seen.text.isEmpty ? nil : isHint(seen) ? 4.5 : 7
        case "GtkImage": return 3
        default: return seen.classes.contains("microphone") ? 3 : nil
        }
    }

    /// The position of the glyphs: icons are centred in larger areas.
    static func glyphPlace(_ seen: SurveyedWidget) -> Place {
        if seen.isPlaceholder || seen.isChoice {
            // A field's border is not the background of its text.
            let inset = 2
            return seen.place.intersection(
                Place(
                    x: seen.place.x, y: seen.place.y + inset, width: seen.place.width,
                    height: seen.place.height - 2 * inset))
        }
        guard seen.type != "GtkLabel" else { return seen.glyphs }
        let side =
            seen.type == "GtkImage"
            ? min(seen.naturalHeight, seen.place.height)
            : Int(Double(min(seen.place.width, seen.place.height)) * microphoneGlyphShare)
        return Place(
            x: seen.place.x + (seen.place.width - side) / 2, y: seen.place.y + (seen.place.height - side) / 2,
            width: side, height: side)
    }

    /// False while the status line fades from one text to another.
    static func isAtRest(_ widgets: [SurveyedWidget]) -> Bool {
        widgets.count { $0.classes.contains("status-text") } <= 1
    }

    /// The problems of the layout, in words.
    static func problems(_ widgets: [SurveyedWidget]) -> [String] {
        guard let window = widgets.first else { return ["there is no window"] }
        return widgets.dropFirst().flatMap { problems($0, in: window.place) }
    }

    private static func problems(_ seen: SurveyedWidget, in window: Place) -> [String] {
        var found: [String] = []
        let place = seen.place
        let size = "\(place.width)x\(place.height) at \(place.x),\(place.y)"
        let name = seen.text.isEmpty ? "\(seen.type).\(seen.classes.joined(separator: "."))" : "“\(seen.text)”"
        if seen.isClickable && min(place.width, place.height) < target { found.append("\(name) is only \(size)") }
        guard seen.type == "GtkLabel", !seen.text.isEmpty else { return found }
        if seen.isEllipsized && !seen.isChoice && !seen.isPlaceholder && shortened.isDisjoint(with: seen.classes) {
            found.append("\(name) is shortened")
        }
        if seen.isClipped { found.append("\(name) is larger than its \(size)") }
        let isInside =
            place.x >= window.x && place.y >= window.y && place.x + place.width <= window.x + window.width
            && place.y + place.height <= window.y + window.height
        // Lists scroll vertically; anything cut off at the side is lost.
        if let view = seen.view?.intersection(window),
            place.x < view.x || place.x + place.width > view.x + view.width
        {
            found.append("\(name) is cut off at the side: \(size)")
        }
        if !seen.isScrolled && !isInside { found.append("\(name) leaves the window: \(size)") }
        return found
    }

    /// What may cover the status line.
    private static let covering: Set<String> = ["banner", "ring-card"]

    /// Layers that cover everything else.
    private static let layers: Set<String> = ["consent-layer", "quick-layer"]

    /// Leaves out the status line under a banner or what rings, what has been scrolled under the button that floats over
    /// the servers, and everything under a covering layer.
    static func uncovered(_ widgets: [SurveyedWidget]) -> [SurveyedWidget] {
        if let layer = widgets.firstIndex(where: { !layers.isDisjoint(with: $0.classes) }) {
            // Everything behind the layer is dimmed.
            return Array(widgets[(layer + 1)...].prefix { $0.depth > widgets[layer].depth })
        }
        let covers = widgets.filter { !covering.isDisjoint(with: $0.classes) }.map(\.place)
        let button = widgets.last { $0.classes.contains("add-connection") }?.place
        return widgets.filter { seen in
            guard !(seen.isScrolled && button?.overlaps(seen.place) == true) else { return false }
            return !seen.classes.contains("status-text") || !covers.contains { seen.place.overlaps($0) }
        }
    }

    /// Labels that overlap; only the banner may cover what is below it.
    static func overlaps(_ all: [SurveyedWidget]) -> [String] {
        let widgets = uncovered(all)
        let labels = widgets.filter {
            $0.type == "GtkLabel" && !$0.text.isEmpty && !$0.isScrolled && $0.opacity > 0
                && !$0.classes.contains("banner-text")
        }
        var found: [String] = []
        for (index, one) in labels.enumerated() {
            for other in labels[(index + 1)...] where one.place.overlaps(other.place) {
                found.append("“\(one.text)” and “\(other.text)” lie over each other")
            }
        }
        return found
    }
}

extension Place {
    func overlaps(_ other: Place) -> Bool {
        x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
    }

    /// The common part of both.
    func intersection(_ other: Place) -> Place {
        let (left, top) = (max(x, other.x), max(y, other.y))
        return Place(
            x: left, y: top, width: max(0, min(x + width, other.x + other.width) - left),
            height: max(0, min(y + height, other.y + other.height) - top))
    }
}
