// SPDX-License-Identifier: GPL-3.0-or-later
// `controls [--out FILE] [--against FILE] [--set KEY=VALUE] [--text-scale N] [--right-to-left]`: one sheet with every
// control of the settings in every state: a row for each, with the states rest, hover, focus, pressed and disabled from
// left to right. Exits with status 1 if a state looks like rest or the sheet differs from FILE.

import CGtk
import GioKit
import GtkKit
import JarvisCore
import JarvisDesktop
import JarvisTesting

@MainActor
final class ControlsCheck {
    private var options = LookOptions()
    private var out: String?
    private var against: String?
    private let waiting = LoopWaiting()
    private var work: Task<Void, Never>?
    private var complaints: [String] = []
    private var sheet = ControlSheet()

    init(_ arguments: [String]) {
        options.size = (640, 2000)
        // Without motion and transparency, and with one setting that can be reset.
        for change in ["appearance.reduced-motion=on", "appearance.reduced-transparency=on", "voice.speed=1.2"] {
            options.take("--set", change)
        }
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--out": out = rest.popFirst()
            case "--against": against = rest.popFirst()
            case "--right-to-left": options.isRightToLeft = true
            default: options.take(option, rest.popFirst())
            }
        }
    }

    func run() -> Int32 {
        // Fits the longest page.
        if options.textScale ?? 1 > 1 { options.size = (780, 3600) }
        var settings = DesktopApplication.Options()
        settings.isUnique = false
        let services = sampleServices(SampleData.conversation())
        options.apply(to: services)
        let desktop = DesktopApplication(services, options: settings)
        desktop.onFirstFrame = { [weak self, weak desktop] in
            guard let self, let desktop, let window = desktop.window else { return }
            options.resize(window)
            work = Task { [weak self, weak desktop] in
                await self?.walk(window)
                desktop?.quit()
            }
        }
        let result = desktop.run()
        finish()
        for complaint in complaints { print("problem\t\(complaint)") }
        return result != 0 ? result : complaints.isEmpty ? 0 : 1
    }

    private func walk(_ window: MainWindow) async {
        for place in ShownControl.places {
            await open(place, window)
            // A control focused by default would show the focus at rest as well.
            let own = UnsafeMutableRawPointer(window.window.widget).assumingMemoryBound(to: GtkWindow.self)
            gtk_window_set_focus(own, nil)
            var found: [(control: ShownControl, widget: UnsafeMutablePointer<GtkWidget>)] = []
            for control in place.controls {
                // The round button appears once its page is laid out.
                _ = await waiting.until { control.widget(in: window.window) != nil }
                guard let widget = control.widget(in: window.window) else {
                    complaints.append("there is no \(control.name)")
                    continue
                }
                found.append((control, widget))
            }
            for state in ControlState.allCases {
                for (_, widget) in found { state.take(widget) }
                await waiting.pause(milliseconds: 250)
                guard let picture = await picture(of: window) else {
                    return complaints.append("there is no picture")
                }
                for (control, widget) in found {
                    sheet.add(
                        picture, ControlState.place(of: widget, in: window.window), control, state,
                        isMirrored: options.isRightToLeft, textScale: options.textScale ?? 1)
                    state.leave(widget)
                }
            }
        }
    }

    private func open(_ place: ShownControl.ControlPlace, _ window: MainWindow) async {
        if let state = place.state.flatMap(SampleState.named) {
            window.closePane()
            window.show(state)
            // A banner appears slowly.
            await waiting.pause(milliseconds: 1500)
        } else if let pane = place.pane {
            window.openPane(pane)
        } else {
            window.openSettings(at: place.page.rawValue)
        }
        await waiting.pause(milliseconds: 1500)
        guard let name = place.pressed, let button = WidgetSurvey.widget(ofClass: name, in: window.window) else {
            return
        }
        gtk_widget_activate(button.widget)
        await waiting.pause(milliseconds: 500)
    }

    /// The next painted frame; between two frames a window may have none.
    private func picture(of window: MainWindow) async -> CapturedPixels? {
        for _ in 0..<20 {
            await withCheckedContinuation { continuation in
                window.window.queueDraw()
                window.window.onFirstFrame { continuation.resume() }
            }
            if let picture = WindowCapture.pixels(of: window.window) { return picture }
        }
        return nil
    }

    private func finish() {
        complaints += sheet.unseenStates()
        if let out, !sheet.save(to: out) { complaints.append("the sheet could not be kept") }
        if let against { complaints += sheet.differences(from: against) }
    }
}

/// A state in which a control is captured.
enum ControlState: String, CaseIterable {
    case rest, pointer, keyboard, pressed, insensitive

    private var flags: GtkStateFlags {
        switch self {
        case .rest, .insensitive: GTK_STATE_FLAG_NORMAL
        case .pointer: GTK_STATE_FLAG_PRELIGHT
        case .keyboard:
            GtkStateFlags(
                GTK_STATE_FLAG_FOCUSED.rawValue | GTK_STATE_FLAG_FOCUS_VISIBLE.rawValue
                    | GTK_STATE_FLAG_FOCUS_WITHIN.rawValue)
        case .pressed: GtkStateFlags(GTK_STATE_FLAG_ACTIVE.rawValue | GTK_STATE_FLAG_PRELIGHT.rawValue)
        }
    }

    @MainActor
    func take(_ widget: UnsafeMutablePointer<GtkWidget>) {
        // The position of the real pointer must not show.
        gtk_widget_unset_state_flags(widget, GTK_STATE_FLAG_PRELIGHT)
        gtk_widget_set_state_flags(widget, flags, 0)
        if self == .insensitive { gtk_widget_set_sensitive(widget, 0) }
    }

    @MainActor
    func leave(_ widget: UnsafeMutablePointer<GtkWidget>) {
        gtk_widget_unset_state_flags(widget, flags)
        if self == .insensitive { gtk_widget_set_sensitive(widget, 1) }
    }

    /// The position at which a widget is drawn.
    @MainActor
    static func place(of widget: UnsafeMutablePointer<GtkWidget>, in window: Window) -> Place {
        var bounds = graphene_rect_t()
        _ = gtk_widget_compute_bounds(widget, window.widget, &bounds)
        return Place(
            x: Int(bounds.origin.x.rounded()), y: Int(bounds.origin.y.rounded()),
            width: Int(bounds.size.width.rounded()), height: Int(bounds.size.height.rounded()))
    }
}
