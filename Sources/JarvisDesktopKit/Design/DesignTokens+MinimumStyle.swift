// SPDX-License-Identifier: GPL-3.0-or-later
// The fallback style sheet. If data/style.css is missing, the window is plain, but dark and readable.

extension DesignTokens {
    /// The sheet's CSS for GTK.
    static let minimumStyle = """
        window { background: #000000; color: #f2f2f2; }
        button, entry { background: #14161f; color: #f2f2f2; border: 1px solid #3a3d4a; border-radius: 12px; }
        button.microphone { background: none; border: none; }
        label { color: #f2f2f2; }
        .card, .pane { background: #0a0a0f; }
        .banner { background: #3a1119; padding: 14px; }
        """
}
