// SPDX-License-Identifier: GPL-3.0-or-later

import JarvisUnderstanding
import Testing

struct QuotationTests {
    @Test(
        arguments: [
            ("cancel the alarm", []), ("\"cancel the alarm\"", ["cancel the alarm"]),
            ("he said “stop it” twice", ["stop it"]),
            ("(first) and 'second'", ["first", "second"]), ("don't touch grandma's list", []), ("f(x) = (x)", ["x"]),
            ("5' 7\"", []), ("„so“ und «so»", ["so", "so"]),
            ("an open \"quotation", []), ("\"one 'within' another\"", ["one 'within' another"]),
        ] as [(String, [String])])
    func quotedAndParenthesizedPartsAreFound(text: String, parts: [String]) {
        #expect(Quotation.parts(of: text).map(String.init) == parts, "\(text)")
    }
}
