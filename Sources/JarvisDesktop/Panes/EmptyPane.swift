// SPDX-License-Identifier: GPL-3.0-or-later
// A pane with nothing in it yet.

import GtkKit

final class EmptyPane: Pane {
    let title: String
    let content: Widget

    init(title: String) {
        self.title = title
        let label = Label("Nothing here yet", classes: ["hint"])
        label.expand(horizontal: true, vertical: true)
        content = label
    }
}
