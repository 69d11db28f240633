// SPDX-License-Identifier: GPL-3.0-or-later
// The window as people move through it by voice: its controls by name and by number, scrolling and pages.

import GtkKit
import JarvisConversation
import JarvisCore
import JarvisDesktopKit
import JarvisSettingsUI

extension MainWindow {
    /// The part of the window that is on top and takes presses.
    private var topLayer: Widget {
        if quick.isShown { return quick.root }
        if panes.openPane != nil { return panes.root }
        return compact.isOn ? pill.root : screen.root
    }

    /// The controls that can be pressed now, with places in the window's content.
    func pressableControls() -> [PressableControl] {
        guard !consent.isShown else { return [] }
        return topLayer.pressableControls
    }

    func hideNumbers() { numbers.hide() }

    var situation: WindowSituation {
        WindowSituation(
            pane: panes.openPane.flatMap { WindowPane(rawValue: $0.rawValue) }, showsNumbers: numbers.isShown)
    }

    func scroll(_ step: WindowScroll) -> WindowStep {
        guard let scroller = topLayer.mainScroller else { return .notHere }
        let (value, page, upper) = scroller.verticalExtent
        let last = upper - page
        let wanted =
            switch step {
            case .down: value + page * DesignTokens.Numbers.scrollShare
            case .up: value - page * DesignTokens.Numbers.scrollShare
            case .top: 0.0
            case .bottom: last
            }
        let target = min(max(0, wanted), last)
        guard abs(target - value) > 1 else { return .atEnd }
        scroller.scroll(toVertical: target)
        return .done
    }

    func turnPage(forward: Bool) -> WindowStep {
        guard let isTurned = panes.turnPage(forward: forward) else { return .notHere }
        return isTurned ? .done : .atEnd
    }

    /// Goes back as Esc does: closes the sheet or a form first, then a page, then the pane.
    func goBackByVoice() -> WindowStep {
        guard !consent.isShown else { return .notHere }
        if quick.isShown {
            quick.close()
        } else if panes.openPane != nil {
            panes.goBack()
        } else {
            return .atEnd
        }
        return .done
    }

    /// Presses the only control with this name.
    func press(named name: String) -> WindowPress {
        guard !consent.isShown else { return .question }
        let wanted = ControlName(name)
        // JARVIS understands English only, whatever the window's language.
        let named = pressableControls().map { control in
            (control: control, fit: wanted.fit(control.names + control.names.flatMap(english(of:))))
        }.filter { $0.fit > 0 }
        guard let best = named.map({ $0.fit }).max() else { return .unknown }
        let fitting = named.filter { $0.fit == best }.map { $0.control }
        guard fitting.count == 1, let control = fitting.first else { return .several(fitting.count) }
        return press(control)
    }

    func press(number: Int) -> WindowPress {
        guard !consent.isShown else { return .question }
        guard numbers.isShown, numbers.controls.indices.contains(number - 1) else { return .unknown }
        let control = numbers.controls[number - 1]
        numbers.hide()
        return press(control)
    }

    private func press(_ control: PressableControl) -> WindowPress {
        let name = control.names.first ?? ""
        let title = ControlName.spoken(english(of: name).first ?? name)
        services.log.record("pressed", ["control": .text(name)])
        return control.press() ? .pressed(title) : .disabled(title)
    }
}

/// Compares what was said with the names of controls. Pure.
struct ControlName {
    private let words: [String]

    init(_ name: String) {
        words = Self.words(of: name)
    }

    /// How well the names fit, 0…3: the same; the part before a dash; the beginning.
    func fit(_ names: [String]) -> Int {
        guard !words.isEmpty else { return 0 }
        return names.map { name in
            let all = Self.words(of: name)
            if all == words { return 3 }
            if Self.words(of: Self.spoken(name)) == words { return 2 }
            return all.starts(with: words) ? 1 : 0
        }.max() ?? 0
    }

    /// The part of a name before its explanation: "Microphone" of "Microphone — tap to start recording".
    static func spoken(_ name: String) -> String {
        let end = name.firstIndex { "—–:(".contains($0) } ?? name.endIndex
        let part = String(name[..<end]).trimmed
        return part.isEmpty ? name : part
    }

    private static func words(of name: String) -> [String] {
        String(decoding: SearchFolding.fold(name), as: UTF8.self).split { !$0.isLetter && !$0.isNumber }
            .map(String.init).filter { $0 != "and" }
    }
}

extension DesignTokens.Numbers {
    /// How much of the view "scroll down" moves by.
    static let scrollShare = 0.8
}
