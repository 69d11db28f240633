// SPDX-License-Identifier: GPL-3.0-or-later
// Creates each page of the settings when it is first shown, and updates it until the settings close.

import GtkKit
import JarvisAssistant
import JarvisCore
import JarvisDesktopKit

@MainActor
final class SettingsPages {
    /// Pages switch without a fade: their rows have their own animation (data/style-settings.css).
    let root = Stack(crossfadeMilliseconds: 0)
    /// Called when voices or devices start (true) or finish (false) loading.
    var onLoad: (@MainActor (_ isLoading: Bool) -> Void)?

    /// Called after a deletion with a text and a function that restores the data.
    var onUndoable: (@MainActor (String, @escaping @MainActor () -> Void) -> Void)?
    /// Called when the user wants to run the first setup again.
    var onSetup: (@MainActor () -> Void)?

    private let services: SettingsServices
    private let model: SettingsModel
    private let preview: VoicePreview
    private let status: EngineStatus
    private var views: [SettingsPage: SettingsPageView] = [:]
    /// The pages in the order of their creation.
    private var order: [SettingsPage] = []
    private var diagnosis: DiagnosisSection?
    private var connections: ConnectionsPage?
    private var shown: SettingsPage?
    private var work: [Task<Void, Never>] = []

    /// - Parameter preview: plays voices for the voice page.
    init(_ services: SettingsServices, _ model: SettingsModel, _ preview: VoicePreview) {
        self.services = services
        self.model = model
        self.preview = preview
        status = EngineStatus(services.engines)
        root.expand(horizontal: true, vertical: true)
    }

    /// Shows a page, and creates it if needed.
    @discardableResult
    func open(_ page: SettingsPage) -> SettingsPageView {
        let view = views[page] ?? make(page)
        root.show(view.root)
        shown = page
        return view
    }

    func show(_ settings: Settings) {
        for page in order { views[page]?.show(settings) }
        status.settingsChanged(settings)
    }

    /// Saves pending changes and ends all work. Call when the settings close.
    func finish() {
        for task in work { task.cancel() }
        diagnosis?.finish()
        connections?.end()
        status.end()
        for page in order { views[page]?.finish() }
    }

    private func make(_ page: SettingsPage) -> SettingsPageView {
        let connections = page == .models ? ConnectionsPage(services) : nil
        let view = SettingsPageView(page, sections(of: page) + [resetting(page)], connections: connections)
        views[page] = view
        order.append(page)
        view.show(model.current)
        root.add(view.root, title: page.title)
        // The new rows now know whether they have servers to ask.
        if page == .models { status.begin(model.current) }
        connections?.begin()
        self.connections = connections ?? self.connections
        return view
    }

    /// Handles Esc: closes a form or menu on the page; false if none is open.
    func closeInner() -> Bool { shown == .models && connections?.closeInner() == true }

    private func resetting(_ page: SettingsPage) -> SettingsSection {
        let row = page == .about ? ResetRow.everything(model) : ResetRow.page(page, model)
        return SettingsSection(localized("Defaults"), [row])
    }

    private func sections(of page: SettingsPage) -> [SettingsSection] {
        switch page {
        case .voice: return voice()
        case .listening: return listening()
        case .conversation: return ConversationPage.sections(model)
        case .models:
            return ModelsPage.sections(model, status, RecognizerRow(model, services.diagnosis))
        case .appearance: return AppearancePage.sections(model)
        case .privacy: return PrivacyPage.sections(model, services) { [weak self] in self?.onUndoable?($0, $1) }
        case .desktop:
            return DesktopPage.sections(model, services.onboarding.login) { [weak self] in self?.onSetup?() }
        case .about: return about()
        }
    }

    private func voice() -> [SettingsSection] {
        let page = VoicePage(model, services, preview)
        load { [services, model] in
            page.offer(try await services.synthesizer.voices(), model.current)
            page.offer(try await services.devices.devices(), model.current)
        }
        return page.sections
    }

    private func listening() -> [SettingsSection] {
        let page = ListeningPage(model, services)
        load { [services, model] in page.offer(try await services.devices.devices(), model.current) }
        return page.sections
    }

    private func about() -> [SettingsSection] {
        let diagnosis = DiagnosisSection(services, model)
        self.diagnosis = diagnosis
        return [
            diagnosis.section,
            SettingsSection(
                localized("Speed"), [TurnTimingsRow { [services] in services.assistant.recentTurns }]),
        ]
    }

    private func load(_ ask: @escaping @MainActor () async throws -> Void) {
        work.append(
            Task { [weak self, model] in
                self?.onLoad?(true)
                do { try await ask() } catch { model.report(error) }
                self?.onLoad?(false)
            })
    }
}
