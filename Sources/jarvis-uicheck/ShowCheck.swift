// SPDX-License-Identifier: GPL-3.0-or-later
// `show [--pane NAME] [--state NAME] [--messages N] [--png FILE] [--renderer R] [--compact] [--log]`: the window with
// fakes behind it until it is closed, or until its picture is taken; for eyes and for tools outside. `--log` prints the
// events.

import GtkKit
import JarvisCore
import JarvisDesktop
import JarvisPlatform
import JarvisTesting
import JarvisVisuals

@MainActor
final class ShowCheck {
    private var pane: PaneName?
    private var state: String?
    private var picture: String?
    /// Length of a numbered conversation in place of the believable one.
    private var messages: Int?
    private var printsLog = false
    private var isCompact = false
    private var renderer = SceneBackendRequest.automatic
    private var timer: LoopTimer?
    private var status: Int32 = 0

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--pane": pane = rest.popFirst().flatMap(PaneName.init)
            case "--messages": messages = rest.popFirst().flatMap { Int($0) }
            case "--state": state = rest.popFirst()
            case "--png": picture = rest.popFirst()
            case "--png-in-desktop":
                // Tests cannot know the folder of their virtual desktop beforehand.
                picture = rest.popFirst().map { (Environment.value("VIRTUAL_DESKTOP") ?? ".") + "/" + $0 }
            case "--log": printsLog = true
            case "--compact": isCompact = true
            case "--renderer": renderer = rest.popFirst().flatMap(SceneBackendRequest.init) ?? .automatic
            default: break
            }
        }
    }

    func run() -> Int32 {
        var options = DesktopApplication.Options()
        options.isUnique = false
        options.renderer = renderer
        options.startsConversation = state == nil
        let conversation = messages.map(SampleData.longConversation) ?? SampleData.conversation()
        let services = sampleServices(conversation, log: printsLog ? PrintingLog() : FakeEventLog())
        let desktop = DesktopApplication(services, options: options)
        desktop.onFirstFrame = { [weak self, weak desktop] in
            guard let self, let desktop, let window = desktop.window else { return }
            if let state = state.flatMap(SampleState.named) { window.show(state) }
            if let pane { window.openPane(pane) }
            if isCompact { window.toggleCompact() }
            guard let picture else { return }
            timer = .once(milliseconds: 1500) { [weak self] in
                self?.status = WindowCapture.savePNG(window.window, to: picture) ? 0 : 1
                desktop.quit()
            }
        }
        let result = desktop.run()
        return status == 0 ? result : status
    }
}
