// SPDX-License-Identifier: GPL-3.0-or-later
// The first letter of a sentence or a name.

extension StringProtocol {
    /// The text with a capital first letter; the rest stays as it is, unlike with `capitalized`.
    public var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
