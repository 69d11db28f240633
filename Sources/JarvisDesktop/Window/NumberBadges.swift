// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers on the controls that are on the screen, so that people can say which one they mean. Follows scrolling and
// changes while it is shown. Screen readers don't see it: the controls have names.

import GioKit
import GtkKit
import JarvisDesktopKit

@MainActor
final class NumberBadges {
    /// The layer above everything else in the window; it lets the pointer through.
    let root: Widget
    private let holder = Box(.column)
    private let find: @MainActor () -> [PressableControl]
    private var area: ArrangedBox?
    private var following: LoopTimer?
    private(set) var controls: [PressableControl] = []

    /// - Parameter find: returns the controls that can be pressed now, with places in the window.
    init(find: @escaping @MainActor () -> [PressableControl]) {
        self.find = find
        holder.expand(horizontal: true, vertical: true)
        holder.setRole(.none)
        root = holder
        root.receivesPointer = false
        root.isVisible = false
    }

    var isShown: Bool { following != nil }

    /// Shows the numbers; returns how many there are.
    func show() -> Int {
        update(find())
        guard !controls.isEmpty else {
            hide()
            return 0
        }
        root.isVisible = true
        following = LoopTimer(milliseconds: DesignTokens.Numbers.followMilliseconds) { [weak self] in
            self?.follow() ?? false
        }
        return controls.count
    }

    func hide() {
        following = nil
        controls = []
        root.isVisible = false
        holder.removeAll()
        area = nil
    }

    private func follow() -> Bool {
        let now = find()
        if now.isEmpty {
            hide()
            return false
        }
        let isSame =
            now.count == controls.count
            && zip(now, controls).allSatisfy { $0.place == $1.place && $0.widget.raw == $1.widget.raw }
        if !isSame {
            update(now)
        }
        return true
    }

    private func update(_ controls: [PressableControl]) {
        self.controls = controls
        holder.removeAll()
        let labels = controls.indices.map { index in
            let label = Label(String(index + 1), classes: ["number-badge"])
            label.setRole(.none)
            return label
        }
        let area = ArrangedBox(labels)
        area.setRole(.none)
        area.receivesPointer = false
        area.expand(horizontal: true, vertical: true)
        let places = controls.map { $0.place }
        area.arrange { width, height in
            zip(labels, places).map { Self.place(of: $0, on: $1, width, height) }
        }
        holder.append(area)
        self.area = area
    }

    /// The place of a number: over the upper left corner of its control, and within the window.
    private static func place(of label: Label, on control: Place, _ width: Int, _ height: Int) -> Place {
        let (wide, tall) = (label.naturalWidth, label.naturalHeight(forWidth: label.naturalWidth))
        let overhang = DesignTokens.Numbers.overhang
        return Place(
            x: max(0, min(control.x - overhang, width - wide)), y: max(0, min(control.y - overhang, height - tall)),
            width: wide, height: tall)
    }
}

extension DesignTokens {
    /// The numbers on controls.
    enum Numbers {
        /// How far a number stands out over the corner of its control.
        static let overhang = 6
        /// How often the numbers follow what moves below them.
        static let followMilliseconds = 200
        /// How long "quit" waits for a reply that is only shown.
        static let quitMilliseconds = 1500
    }
}
