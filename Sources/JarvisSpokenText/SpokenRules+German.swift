// SPDX-License-Identifier: GPL-3.0-or-later
// The rules for German.

extension SpokenRules {
    static let german: SpokenRules = {
        var rules = SpokenRules(code: "de")
        rules.words = Words(
            at: "ät", dot: "Punkt", slash: "Schrägstrich", backslash: "Backslash", dash: "Strich",
            underscore: "Unterstrich", port: "Port", minus: "minus", plus: "plus", to: "bis", and: "und", times: "mal",
            by: "mal", over: "durch", point: "Punkt", number: "Nummer", version: "Version", hashtag: "Hashtag",
            code: "Programmtext", image: "Bild")
        rules.decimalMark = ","
        rules.groupMarks = [".", "\u{202F}", "\u{A0}", "'", "’"]
        rules.symbols = [
            "&": "und", "=": "gleich", "×": "mal", "÷": "geteilt durch", "≈": "etwa", "→": "nach", "←": "von",
            "≤": "höchstens", "≥": "mindestens", "≠": "ungleich", "±": "plus minus", "−": "minus", "°": "Grad",
            "%": "Prozent", "‰": "Promille", "½": "einhalb", "¼": "ein Viertel", "¾": "drei Viertel", "√": "Wurzel aus",
            "π": "Pi", "∞": "unendlich", "²": "Quadrat", "³": "hoch drei", "€": "Euro", "$": "Dollar", "£": "Pfund",
            "§": "Paragraf", "©": "Copyright",
        ]
        rules.operators = [
            "+": "plus", "-": "minus", "*": "mal", "/": "geteilt durch", "<": "kleiner als", ">": "größer als",
            "<=": "höchstens", ">=": "mindestens", "!=": "ungleich", "==": "gleich", "->": "nach", "=>": "nach",
            "~": "etwa", "^": "hoch", "x": "mal",
        ]
        let same = { (name: String) in Name(name, name) }
        rules.units = [
            "°C": same("Grad Celsius"), "°F": same("Grad Fahrenheit"), "°": same("Grad"), "%": same("Prozent"),
            "K": same("Kelvin"), "km/h": same("Kilometer pro Stunde"), "m/s": same("Meter pro Sekunde"),
            "km": same("Kilometer"), "m": same("Meter"), "cm": same("Zentimeter"), "mm": same("Millimeter"),
            "kg": same("Kilogramm"), "g": same("Gramm"), "mg": same("Milligramm"), "t": Name("Tonne", "Tonnen"),
            "l": same("Liter"), "ml": same("Milliliter"), "m²": same("Quadratmeter"), "km²": same("Quadratkilometer"),
            "m³": same("Kubikmeter"), "h": Name("Stunde", "Stunden"), "Std.": Name("Stunde", "Stunden"),
            "min": Name("Minute", "Minuten"), "Min.": Name("Minute", "Minuten"), "s": Name("Sekunde", "Sekunden"),
            "ms": Name("Millisekunde", "Millisekunden"), "kB": same("Kilobyte"), "KB": same("Kilobyte"),
            "MB": same("Megabyte"), "GB": same("Gigabyte"), "TB": same("Terabyte"), "Hz": same("Hertz"),
            "kHz": same("Kilohertz"), "MHz": same("Megahertz"), "GHz": same("Gigahertz"), "W": same("Watt"),
            "kW": same("Kilowatt"), "kWh": Name("Kilowattstunde", "Kilowattstunden"), "V": same("Volt"),
            "A": same("Ampere"), "dB": same("Dezibel"), "hPa": same("Hektopascal"), "ha": same("Hektar"),
            "Mbit/s": same("Megabit pro Sekunde"),
        ]
        rules.currencies = [
            "€": (same("Euro"), same("Cent")), "EUR": (same("Euro"), same("Cent")),
            "$": (same("Dollar"), same("Cent")), "USD": (same("US-Dollar"), same("Cent")),
            "£": (same("Pfund"), same("Pence")), "CHF": (same("Franken"), same("Rappen")),
        ]
        rules.magnitudes = ["Tausend", "Million", "Millionen", "Milliarde", "Milliarden", "Mio.", "Mrd."]
        rules.abbreviations = [
            "z.b.": "zum Beispiel", "d.h.": "das heißt", "u.a.": "unter anderem", "usw.": "und so weiter",
            "bzw.": "beziehungsweise", "ca.": "circa", "dr.": "Doktor", "prof.": "Professor", "nr.": "Nummer",
            "str.": "Straße", "evtl.": "eventuell", "inkl.": "inklusive", "ggf.": "gegebenenfalls",
            "vgl.": "vergleiche",
            "etc.": "et cetera", "mio.": "Millionen", "mrd.": "Milliarden", "hr.": "Herr", "fr.": "Frau",
            "std.": "Stunden", "min.": "Minuten", "mo.": "Montag", "o.ä.": "oder ähnliches", "zzgl.": "zuzüglich",
        ]
        rules.leadingAbbreviations = ["s.": "Seite", "st.": "Sankt", "abb.": "Abbildung", "kap.": "Kapitel"]
        rules.months = [
            "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
            "Dezember",
        ]
        rules.fractions = [
            "1/2": "ein halb", "1/3": "ein Drittel", "2/3": "zwei Drittel", "1/4": "ein Viertel", "3/4": "drei Viertel",
        ]
        rules.romanContexts = ["kapitel", "teil", "band", "akt", "abschnitt", "phase", "weltkrieg"]
        rules.romanNames = ["ludwig", "friedrich", "wilhelm", "karl", "heinrich", "elisabeth", "otto", "papst", "pius"]
        rules.pictographs = [
            "😀": "Lächeln", "😊": "Lächeln", "🙂": "Lächeln", "😂": "Lachen", "👍": "Daumen hoch", "👎": "Daumen runter",
            "❤️": "Herz", "🔥": "Feuer", "🎉": "Party", "✅": "Häkchen", "❌": "Kreuz", "⚠️": "Warnung", "☀️": "Sonne",
        ]
        rules.date = { day, month, year in "\(day). \(month)" + (year.map { " \(germanYear($0))" } ?? "") }
        rules.time = { hour, minute, _ in "\(hour) Uhr" + (minute == 0 ? "" : " \(minute)") }
        return rules
    }()

    /// "19hundert 84": from 1100 to 1999, German counts the hundreds.
    static func germanYear(_ year: Int) -> String {
        guard (1100...1999).contains(year) else { return "\(year)" }
        return "\(year / 100)hundert" + (year % 100 == 0 ? "" : " \(year % 100)")
    }
}
