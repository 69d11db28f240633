// SPDX-License-Identifier: GPL-3.0-or-later
// The GTK program: one instance per session, one main window.

public import GtkKit

/// The desktop program around one assistant.
@MainActor
public final class DesktopApplication {
    /// The name on the session bus, of the desktop entry and of the icon.
    public static let identifier = "io.github.jarvis_assistant.Jarvis"

    /// How the program is run.
    public struct Options: Sendable {
        /// False lets it run beside another instance (tests, the demonstration).
        public var isUnique = true

        public init() {}
    }

    /// The GTK application below.
    public let application: Application
    /// The window, once there is one.
    public private(set) var window: MainWindow?
    /// Called once, when the first frame of the window has been painted.
    public var onFirstFrame: (@MainActor () -> Void)?

    private let services: DesktopServices

    public init(_ services: DesktopServices, options: Options = Options()) {
        self.services = services
        application = Application(identifier: Self.identifier, isUnique: options.isUnique)
    }

    /// Runs until the window is closed; returns the exit status.
    public func run() -> Int32 {
        application.onStartup { [weak self] in self?.startUp() }
        application.onActivate { [weak self] in self?.showWindow() }
        return application.run()
    }

    public func quit() { application.quit() }

    private func startUp() {
        Theme.install(services.resources)
    }

    private func showWindow() {
        if let window { return window.present() }
        let window = MainWindow(application, services)
        self.window = window
        window.present()
        window.onFirstFrame { [weak self] in self?.onFirstFrame?() }
    }
}
