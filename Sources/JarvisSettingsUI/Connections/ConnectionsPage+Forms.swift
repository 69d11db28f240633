// SPDX-License-Identifier: GPL-3.0-or-later
// Opens, closes and saves the forms of "Models & tools".

import GioKit
import GtkKit
import JarvisCore
import JarvisDesktopKit

extension ConnectionsPage {
    /// Shows a form, which exists only while open.
    private func open(_ section: ConnectionSection, _ form: some ConnectionForm) {
        closing?()
        section.show(form: form.root)
        self.form = form
        closing = { [weak self, weak section, form] in
            withExtendedLifetime(form) { section?.show(form: nil) }
            self?.closing = nil
            self?.form = nil
        }
        form.onDiscard = { [weak self] in
            self?.closing?()
            self?.add.root.grabFocus()
        }
        form.grabFocus()
        reveal(form.root)
    }

    /// Scrolls to a new widget once it has been laid out.
    func reveal(_ widget: Widget) {
        revealing = .once(milliseconds: DesignTokens.Connections.revealMilliseconds) { [weak self, weak widget] in
            guard let scroller = self?.scroller, let place = widget?.bounds(in: scroller) else { return }
            let (value, page, upper) = scroller.verticalExtent
            guard place.y < 0 || place.y + min(place.height, page) > page else { return }
            let margin = Double(DesignTokens.Panes.sectionSpacing)
            scroller.scroll(toVertical: max(0, min(value + place.y - margin, upper - page)))
        }
    }

    func edit(model former: ModelConnection?) {
        let form = ModelForm(former)
        form.onList = { [weak self, weak form] draft in
            guard let self, let form else { return }
            list(draft, form)
        }
        form.onSave = { [weak self, weak form] draft in
            self?.save(form) { page in
                let warning = try await page.control.keep(draft)
                await page.load()
                page.models.test(draft.connection.name)
                return warning
            }
        }
        open(models.section, form)
    }

    private func list(_ draft: ConnectionDraft<ModelConnection>, _ form: ModelForm) {
        form.setAsking(true)
        form.say(localized("Checking…"), isFault: false)
        Task { [weak form, control] in
            do {
                let answer = try await control.ask(draft)
                form?.offer(answer.models)
            } catch {
                form?.say(Self.words(error), isFault: true)
            }
            form?.setAsking(false)
        }
    }

    func edit(tools former: ToolConnection?) {
        let form = ToolForm(former)
        form.onSave = { [weak self, weak form] draft in
            self?.save(form) { page in
                let warning = try await page.control.keep(draft)
                await page.load()
                if draft.connection.isEnabled { page.tools.test(draft.connection.name) }
                return warning
            }
        }
        open(tools.section, form)
    }

    func paste() {
        let form = PasteForm()
        form.onSave = { [weak self, weak form] text in
            self?.save(form) { page in
                let added = try await page.control.add(pasted: text)
                await page.load()
                page.tell(localized("Added %1", added.names.joined(separator: ", ")))
                return added.refusal
            }
        }
        open(tools.section, form)
    }

    /// Saves the input and closes the form; an error is shown in the form.
    private func save(
        _ form: (some ConnectionForm)?,
        _ body: @escaping @MainActor (ConnectionsPage) async throws -> (any ExplainedFailure)?
    ) {
        // Enter in a field can start a second save.
        guard let form, !form.card.isBusy else { return }
        form.card.isBusy = true
        Task { [weak self, weak form] in
            guard let self else { return }
            do {
                let warning = try await body(self)
                // Another form may have been opened in the meantime.
                if let form, form === self.form {
                    closing?()
                    add.root.grabFocus()
                }
                if let warning { tell(Self.words(warning)) }
            } catch {
                form?.card.isBusy = false
                form?.say(Self.words(error), isFault: true)
            }
        }
    }
}
