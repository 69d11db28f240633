// SPDX-License-Identifier: GPL-3.0-or-later
// French and Spanish.

extension SpokenRules {
    static let french: SpokenRules = {
        var rules = SpokenRules(code: "fr")
        rules.words = Words(
            at: "arobase", dot: "point", slash: "barre", backslash: "barre inverse", dash: "tiret",
            underscore: "tiret bas", port: "port", minus: "moins", plus: "plus", to: "à", and: "et", times: "fois",
            by: "par", over: "sur", point: "point", number: "numéro", version: "version", hashtag: "mot-dièse",
            code: "code", image: "image")
        rules.decimalMark = ","
        rules.groupMarks = ["\u{202F}", "\u{A0}", " ", "."]
        rules.symbols = [
            "&": "et", "=": "égale", "×": "fois", "÷": "divisé par", "≈": "environ", "→": "vers", "≤": "au plus",
            "≥": "au moins", "≠": "différent de", "±": "plus ou moins", "−": "moins", "°": "degrés", "%": "pour cent",
            "½": "un demi", "¼": "un quart", "¾": "trois quarts", "√": "racine de", "²": "au carré", "³": "au cube",
            "€": "euros", "$": "dollars", "£": "livres", "§": "paragraphe",
        ]
        rules.operators = [
            "+": "plus", "-": "moins", "*": "fois", "/": "divisé par", "<": "inférieur à", ">": "supérieur à",
            "<=": "au plus", ">=": "au moins", "->": "vers", "~": "environ", "x": "fois",
        ]
        rules.units = romanceUnits(
            degree: ("degré", "degrés"), percent: "pour cent", per: "par", hour: "heure", second: "seconde",
            meter: "mètre", gram: "gramme", liter: "litre", square: "carré", cubic: "cube", octet: "octet",
            isOctet: true)
        rules.currencies = [
            "€": (Name("euro", "euros"), nil), "EUR": (Name("euro", "euros"), nil),
            "$": (Name("dollar", "dollars"), nil), "£": (Name("livre", "livres"), nil),
        ]
        rules.magnitudes = ["mille", "million", "millions", "milliard", "milliards"]
        rules.abbreviations = [
            "m.": "Monsieur", "mme": "Madame", "mlle": "Mademoiselle", "dr": "Docteur", "etc.": "et cetera",
            "p.ex.": "par exemple", "c.-à-d.": "c'est-à-dire", "env.": "environ", "av.": "avenue", "bd": "boulevard",
            "s.v.p.": "s'il vous plaît", "svp": "s'il vous plaît",
        ]
        rules.leadingAbbreviations = ["n°": "numéro", "p.": "page", "st": "Saint"]
        rules.months = [
            "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre",
            "décembre",
        ]
        rules.fractions = [
            "1/2": "un demi", "1/3": "un tiers", "2/3": "deux tiers", "1/4": "un quart", "3/4": "trois quarts",
        ]
        rules.romanContexts = ["chapitre", "partie", "tome", "acte", "siècle"]
        rules.romanNames = ["louis", "henri", "charles", "napoléon", "françois", "pie"]
        rules.date = { day, month, year in
            (day == 1 ? "premier" : "\(day)") + " \(month)" + (year.map { " \($0)" } ?? "")
        }
        rules.time = { hour, minute, _ in "\(hour) heure\(hour > 1 ? "s" : "")" + (minute == 0 ? "" : " \(minute)") }
        return rules
    }()

    static let spanish: SpokenRules = {
        var rules = SpokenRules(code: "es")
        rules.words = Words(
            at: "arroba", dot: "punto", slash: "barra", backslash: "barra invertida", dash: "guion",
            underscore: "guion bajo", port: "puerto", minus: "menos", plus: "más", to: "a", and: "y", times: "por",
            by: "por", over: "sobre", point: "punto", number: "número", version: "versión", hashtag: "etiqueta",
            code: "código", image: "imagen")
        rules.decimalMark = ","
        rules.groupMarks = [".", "\u{202F}", "\u{A0}"]
        rules.symbols = [
            "&": "y", "=": "igual a", "×": "por", "÷": "dividido entre", "≈": "aproximadamente", "→": "a",
            "≤": "como máximo", "≥": "al menos", "≠": "distinto de", "±": "más o menos", "−": "menos", "°": "grados",
            "%": "por ciento", "½": "un medio", "¼": "un cuarto", "¾": "tres cuartos", "√": "raíz de",
            "²": "al cuadrado", "³": "al cubo", "€": "euros", "$": "dólares", "£": "libras",
        ]
        rules.operators = [
            "+": "más", "-": "menos", "*": "por", "/": "dividido entre", "<": "menor que", ">": "mayor que",
            "<=": "como máximo", ">=": "al menos", "->": "a", "~": "aproximadamente", "x": "por",
        ]
        rules.units = romanceUnits(
            degree: ("grado", "grados"), percent: "por ciento", per: "por", hour: "hora", second: "segundo",
            meter: "metro", gram: "gramo", liter: "litro", square: "cuadrado", cubic: "cúbico", octet: "byte",
            isOctet: false)
        rules.currencies = [
            "€": (Name("euro", "euros"), Name("céntimo", "céntimos")),
            "EUR": (Name("euro", "euros"), Name("céntimo", "céntimos")),
            "$": (Name("dólar", "dólares"), Name("centavo", "centavos")), "£": (Name("libra", "libras"), nil),
        ]
        rules.magnitudes = ["mil", "millón", "millones"]
        rules.abbreviations = [
            "sr.": "señor", "sra.": "señora", "dr.": "doctor", "dra.": "doctora", "etc.": "etcétera",
            "p.ej.": "por ejemplo", "ud.": "usted", "uds.": "ustedes", "aprox.": "aproximadamente", "avda.": "avenida",
            "ee.uu.": "Estados Unidos",
        ]
        rules.leadingAbbreviations = ["nº": "número", "n.º": "número", "pág.": "página", "p.": "página"]
        rules.months = [
            "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
            "noviembre", "diciembre",
        ]
        rules.fractions = [
            "1/2": "un medio", "1/3": "un tercio", "2/3": "dos tercios", "1/4": "un cuarto", "3/4": "tres cuartos",
        ]
        rules.romanContexts = ["capítulo", "parte", "tomo", "acto", "siglo"]
        rules.romanNames = ["alfonso", "felipe", "carlos", "fernando", "juan"]
        rules.date = { day, month, year in "\(day) de \(month)" + (year.map { " de \($0)" } ?? "") }
        rules.time = { hour, minute, _ in "\(hour)" + (minute == 0 ? " en punto" : " y \(minute)") }
        return rules
    }()

    private static func romanceUnits(
        degree: (String, String), percent: String, per: String, hour: String, second: String, meter: String,
        gram: String, liter: String, square: String, cubic: String, octet: String, isOctet: Bool
    ) -> [String: Name] {
        let many = { (name: String) in Name(name, name + "s") }
        var units: [String: Name] = [
            "°C": Name(degree.0 + " Celsius", degree.1 + " Celsius"), "°": Name(degree.0, degree.1),
            "%": Name(percent, percent), "h": many(hour),
            "min": Name("minut" + (isOctet ? "e" : "o"), "minut" + (isOctet ? "es" : "os")),
            "s": many(second), "m/s": Name("\(meter) \(per) \(second)", "\(meter)s \(per) \(second)"),
            "km/h": Name(
                "kil\(isOctet ? "o" : "ó")\(meter) \(per) \(hour)", "kil\(isOctet ? "o" : "ó")\(meter)s \(per) \(hour)"),
            "km": Name("kil\(isOctet ? "o" : "ó")\(meter)", "kil\(isOctet ? "o" : "ó")\(meter)s"), "m": many(meter),
            "cm": many((isOctet ? "centi" : "centí") + meter), "mm": many((isOctet ? "milli" : "milí") + meter),
            "kg": many("kilo" + gram), "g": many(gram), "l": many(liter),
            "ml": many((isOctet ? "milli" : "mili") + liter),
            "m²": Name("\(meter) \(square)", "\(meter)s \(square)s"),
            "m³": Name("\(meter) \(cubic)", "\(meter)s \(cubic)s"),
            "W": Name("watt", "watts"), "kW": Name("kilowatt", "kilowatts"), "V": Name("volt", "volts"),
            "kWh": Name("kilowatt-\(hour)", "kilowatt-\(hour)s"), "Hz": Name("hertz", "hertz"),
            "GHz": Name("gigahertz", "gigahertz"), "MHz": Name("mégahertz", "mégahertz"),
        ]
        for (symbol, prefix) in [
            ("K", "kilo"), ("M", isOctet ? "méga" : "mega"), ("G", "giga"), ("T", isOctet ? "téra" : "tera"),
        ] {
            units[symbol + "B"] = many(prefix + octet)
            if isOctet { units[symbol.lowercased() == "k" ? "ko" : symbol + "o"] = many(prefix + octet) }
        }
        return units
    }
}
