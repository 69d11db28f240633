// SPDX-License-Identifier: GPL-3.0-or-later
// Navigates a long list by keyboard: by row, by page and to the ends. Keeps the focused row in view.

import CGtk
import GioKit

extension RowLayout {
    private enum Step {
        case row(Int)
        case page(Int)
        case first, last
    }

    /// Handles keys that move within the list.
    /// - Returns: False for all other keys.
    func take(_ press: KeyPress) -> Bool {
        guard press.isPlain, count > 0, let step = Self.step(press.key), let position = focused?.position else {
            return false
        }
        switch step {
        case .first: focus(at: 0)
        case .last: focus(at: count - 1)
        case .row(let direction):
            if !readOn(position, direction, by: 0.2) { focus(at: clamped(position + direction)) }
        case .page(let direction):
            if !readOn(position, direction, by: 0.9) { focus(at: pageTarget(position, direction)) }
        }
        return true
    }

    /// Moves the focus into the list, as Tab does: to the preferred row, or to one in view, or to the last row if it is
    /// in view.
    func enter() -> Bool {
        guard count > 0 else { return false }
        if let position = entry?() { return focus(at: position) }
        if anchor == .end { return focus(at: count - 1) }
        return focus(at: heights.position(at: Int(top) + page / 2))
    }

    /// Focuses a row and scrolls it into view.
    @discardableResult
    func focus(at position: Int) -> Bool {
        guard count > 0, width > 0, let frame = show(clamped(position)) else { return false }
        reveal(frame.position)
        let isDone = frame.takeKeyboard()
        prepare()
        return isDone
    }

    /// Scrolls as far as needed to show a row. If the row is taller than the view, shows the end where reading begins.
    func reveal(_ position: Int) {
        guard position >= 0, position < count else { return }
        if width > 0 { show(position) }
        let (place, height) = (Double(heights.top(of: position)), Double(heights[position]))
        let (top, page) = (top, Double(page))
        if place < top && !(height > page && place + height >= top + page) {
            anchor = .row(position, offset: height > page ? page - height : 0)
        } else if place + height > top + page && !(height > page && place <= top) {
            anchor = position == count - 1 && height <= page ? .end : .row(position, offset: max(0, page - height))
        }
        schedule()
    }

    private func clamped(_ position: Int) -> Int { max(0, min(count - 1, position)) }

    /// Scrolls within a row that is taller than the view.
    /// - Returns: False at the end of the row.
    private func readOn(_ position: Int, _ direction: Int, by share: Double) -> Bool {
        let (place, height) = (Double(heights.top(of: position)), Double(heights[position]))
        let (top, page) = (top, Double(page))
        guard height > page else { return false }
        let left = direction > 0 ? place + height - (top + page) : top - place
        guard left >= 1 else { return false }
        scroll(to: top + Double(direction) * min(left, page * share))
        return true
    }

    /// The farthest row that fits into the view together with this one.
    private func pageTarget(_ position: Int, _ direction: Int) -> Int {
        let place = heights.top(of: position)
        if direction > 0 {
            let end = place + page
            let target = heights.position(at: end)
            let isWhole = heights.top(of: target) + heights[target] <= end
            return clamped(max(position + 1, isWhole ? target : target - 1))
        }
        let begin = place + heights[position] - page
        guard begin > 0 else { return position > 0 ? 0 : position }
        let target = heights.position(at: begin)
        let isWhole = heights.top(of: target) >= begin
        return clamped(min(position - 1, isWhole ? target : target + 1))
    }

    private static func step(_ key: UInt32) -> Step? {
        switch Int(key) {
        case Int(GDK_KEY_Up), Int(GDK_KEY_KP_Up): .row(-1)
        case Int(GDK_KEY_Down), Int(GDK_KEY_KP_Down): .row(1)
        case Int(GDK_KEY_Page_Up), Int(GDK_KEY_KP_Page_Up): .page(-1)
        case Int(GDK_KEY_Page_Down), Int(GDK_KEY_KP_Page_Down): .page(1)
        case Int(GDK_KEY_Home), Int(GDK_KEY_KP_Home): .first
        case Int(GDK_KEY_End), Int(GDK_KEY_KP_End): .last
        default: nil
        }
    }
}
