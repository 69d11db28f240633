// SPDX-License-Identifier: GPL-3.0-or-later
// `appearance [--toolkit]`: changes the settings and the desktop under an open window and checks that the window
// follows at once, each change by itself. With `--toolkit` GTK's own settings change under the real desktop.

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktop
import JarvisDesktopKit
import JarvisTesting

@MainActor
final class AppearanceCheck {
    /// A change, and the expected look of the window after it.
    private struct Step {
        var name: String
        var settings: @Sendable (inout Settings) -> Void = { _ in }
        var desktop: (inout DesktopState) -> Void = { _ in }
        var toolkit: @MainActor (ToolkitSettings) -> Void = { _ in }
        var classes: Set<String>
    }

    private let fake = FakeDesktop()
    private let services = fakeServices(log: PrintingLog())
    private let desktop: DesktopApplication
    private var timer: LoopTimer?
    private let toolkit = ToolkitSettings {}
    private var steps: ArraySlice<Step>
    private var failures = 0

    init(_ arguments: [String]) {
        let usesToolkit = arguments.contains("--toolkit")
        steps = (usesToolkit ? Self.toolkitScript : Self.script)[...]
        var options = DesktopApplication.Options()
        options.isUnique = false
        if !usesToolkit { options.desktop = fake }
        desktop = DesktopApplication(services, options: options)
    }

    func run() -> Int32 {
        desktop.onFirstFrame = { [weak self] in self?.next() }
        let status = desktop.run()
        return status == 0 && failures == 0 && steps.isEmpty ? 0 : 1
    }

    /// Settings arrive through a stream, so each step is checked after at least one turn of the main loop.
    private func next() {
        guard let step = steps.popFirst() else { return desktop.quit() }
        do {
            try services.settings.update(step.settings)
        } catch {
            fail(step.name, "\(error)")
        }
        step.desktop(&fake.state)
        step.toolkit(toolkit)
        var patience = 100
        timer = LoopTimer(milliseconds: 10) { [weak self] in
            guard let self else { return false }
            patience -= 1
            let seen = classes()
            guard seen == step.classes || patience == 0 else { return true }
            if seen != step.classes { fail(step.name, "\(seen.sorted())") }
            next()
            return false
        }
    }

    private func classes() -> Set<String> {
        guard let window = desktop.window?.window else { return [] }
        let all = ["high-contrast", "solid", "reduced-motion", "theme-dark", "theme-light", "theme-custom"]
        var seen = Set(all.filter(window.hasClass))
        // The current accent differs from the design's own.
        if let accent = window.color(named: "cyan"), accent.red > 0.5 { seen.insert("own accent") }
        if fake.isLightFollowed { seen.insert("sensor") }
        return seen
    }

    private func fail(_ name: String, _ what: String) {
        failures += 1
        print("FAILED: \(name): \(what)")
    }

    private static let script: [Step] = [
        Step(name: "the defaults", classes: ["theme-dark"]),
        Step(
            name: "reduced motion by setting", settings: { $0.appearance.reducedMotion = .on },
            classes: ["theme-dark", "reduced-motion"]),
        Step(
            name: "reduced motion off whatever the desktop says", settings: { $0.appearance.reducedMotion = .off },
            desktop: { $0.prefersReducedMotion = true }, classes: ["theme-dark"]),
        Step(
            name: "reduced motion as the desktop says", settings: { $0.appearance.reducedMotion = .desktop },
            classes: ["theme-dark", "reduced-motion"]),
        Step(
            name: "no animations on the desktop",
            desktop: {
                $0.prefersReducedMotion = false
                $0.areAnimationsEnabled = false
            }, classes: ["theme-dark", "reduced-motion"]),
        Step(name: "animations again", desktop: { $0.areAnimationsEnabled = true }, classes: ["theme-dark"]),
        Step(
            name: "high contrast on the desktop", desktop: { $0.prefersHighContrast = true },
            classes: ["theme-dark", "high-contrast", "solid"]),
        Step(
            name: "reduced transparency", settings: { $0.appearance.reducesTransparency = true },
            desktop: { $0.prefersHighContrast = false }, classes: ["theme-dark", "solid"]),
        Step(
            name: "the desktop's scheme",
            settings: {
                $0.appearance.reducesTransparency = false
                $0.appearance.theme = .auto
            }, classes: ["theme-light"]),
        Step(name: "a dark scheme", desktop: { $0.colorScheme = .dark }, classes: ["theme-dark"]),
        Step(
            name: "own accents",
            settings: {
                $0.appearance.theme = .custom
                $0.appearance.accent = HexColor(0xFF9900)
            }, classes: ["theme-custom", "own accent"]),
        Step(
            name: "the light sensor", settings: { $0.appearance.followsAmbientLight = true },
            classes: ["theme-custom", "own accent", "sensor"]),
        Step(name: "back to the defaults", settings: { $0 = Settings() }, classes: ["theme-dark"]),
    ]
    private static let toolkitScript: [Step] = [
        Step(
            name: "animations off", toolkit: { $0.areAnimationsEnabled = false },
            classes: ["theme-dark", "reduced-motion"]),
        Step(name: "animations on", toolkit: { $0.areAnimationsEnabled = true }, classes: ["theme-dark"]),
        Step(
            name: "a theme of high contrast", toolkit: { $0.themeName = "HighContrast" },
            classes: ["theme-dark", "high-contrast", "solid"]),
        Step(name: "a theme without", toolkit: { $0.themeName = "Default" }, classes: ["theme-dark"]),
        Step(
            name: "the automatic theme with a light desktop", settings: { $0.appearance.theme = .auto },
            classes: ["theme-light"]),
        Step(name: "and with a dark one", toolkit: { $0.themeName = "Adwaita-dark" }, classes: ["theme-dark"]),
    ]
}
