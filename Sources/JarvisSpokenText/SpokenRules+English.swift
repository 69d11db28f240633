// SPDX-License-Identifier: GPL-3.0-or-later
// The rules for American and British English.

extension SpokenRules {
    static let britishEnglish: SpokenRules = {
        var rules = english
        rules.dateOrder = .dayFirst
        return rules
    }()

    static let english: SpokenRules = {
        var rules = SpokenRules(code: "en")
        rules.groupMarks = [",", "\u{202F}"]
        rules.dateOrder = .monthFirst
        rules.symbols = [
            "&": "and", "=": "equals", "×": "times", "÷": "divided by", "≈": "about", "→": "to", "⇒": "to",
            "←": "from", "↔": "to and from", "↑": "up", "↓": "down", "≤": "at most", "≥": "at least",
            "≠": "is not", "±": "plus or minus", "−": "minus", "°": "degrees", "%": "percent", "‰": "per mille",
            "½": "one half", "¼": "one quarter", "¾": "three quarters", "⅓": "one third", "⅔": "two thirds",
            "√": "the square root of", "π": "pi", "∞": "infinity", "∑": "the sum of", "²": "squared", "³": "cubed",
            "©": "copyright", "®": "registered", "™": "trademark", "§": "section", "µ": "micro", "Ω": "ohms",
            "€": "euros", "£": "pounds", "$": "dollars", "¥": "yen", "₹": "rupees", "¢": "cents",
            "✓": "check", "✔": "check", "✗": "cross", "✘": "cross",
        ]
        rules.operators = [
            "+": "plus", "-": "minus", "*": "times", "/": "divided by", "<": "is less than", ">": "is greater than",
            "<=": "at most", ">=": "at least", "!=": "is not", "==": "equals", "->": "to", "=>": "to", "<-": "from",
            "~": "about", "^": "to the power of", "+/-": "plus or minus", "@": "at", "x": "by",
        ]
        rules.units = units
        rules.currencies = [
            "$": (Name("dollar", "dollars"), Name("cent", "cents")),
            "US$": (Name("U.S. dollar", "U.S. dollars"), Name("cent", "cents")),
            "USD": (Name("U.S. dollar", "U.S. dollars"), Name("cent", "cents")),
            "€": (Name("euro", "euros"), Name("cent", "cents")), "EUR": (Name("euro", "euros"), Name("cent", "cents")),
            "£": (Name("pound", "pounds"), Name("penny", "pence")),
            "GBP": (Name("pound", "pounds"), Name("penny", "pence")),
            "¥": (Name("yen", "yen"), nil), "JPY": (Name("yen", "yen"), nil),
            "₹": (Name("rupee", "rupees"), nil), "CHF": (Name("Swiss franc", "Swiss francs"), nil),
        ]
        rules.magnitudes = ["thousand", "million", "billion", "trillion"]
        rules.abbreviations = [
            "dr.": "Doctor", "mr.": "Mister", "mrs.": "Missis", "ms.": "Miz", "prof.": "Professor",
            "e.g.": "for example", "i.e.": "that is", "etc.": "et cetera", "vs.": "versus", "vs": "versus",
            "approx.": "approximately", "dept.": "department", "est.": "established", "inc.": "incorporated",
            "ltd.": "limited", "jr.": "junior", "sr.": "senior", "cf.": "compare", "min.": "minutes",
            "max.": "maximum", "w/o": "without", "w/": "with", "u.s.": "U S", "u.k.": "U K", "a.k.a.": "also known as",
            "mon.": "Monday", "tue.": "Tuesday", "wed.": "Wednesday", "thu.": "Thursday", "fri.": "Friday",
        ]
        rules.leadingAbbreviations = [
            "no.": "number", "st.": "Saint", "fig.": "figure", "p.": "page", "pp.": "pages", "vol.": "volume",
            "ch.": "chapter", "sec.": "section", "gen.": "General", "mt.": "Mount", "ft.": "Fort",
        ]
        rules.months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ]
        rules.fractions = [
            "1/2": "one half", "1/3": "one third", "2/3": "two thirds", "1/4": "one quarter", "3/4": "three quarters",
            "1/5": "one fifth", "2/5": "two fifths", "3/5": "three fifths", "4/5": "four fifths", "1/6": "one sixth",
            "5/6": "five sixths", "1/8": "one eighth", "3/8": "three eighths", "5/8": "five eighths",
            "7/8": "seven eighths", "1/10": "one tenth",
        ]
        rules.romanContexts = [
            "chapter", "part", "section", "volume", "act", "scene", "phase", "type", "book", "article", "war", "level",
            "appendix", "stage", "class", "title",
        ]
        rules.romanNames = [
            "henry", "louis", "elizabeth", "charles", "george", "edward", "william", "pius", "paul", "richard", "james",
            "philip", "napoleon", "benedict", "catherine", "frederick", "peter", "alexander", "gregory", "leo",
        ]
        rules.pictographs = [
            "😀": "grinning face", "😃": "smile", "😄": "smile", "😊": "smile", "🙂": "smile", "😂": "laughing",
            "🤣": "laughing", "😉": "wink", "😍": "heart eyes", "😢": "sad face", "😭": "crying", "😡": "angry face",
            "🤔": "thinking", "😅": "nervous smile", "😎": "cool", "🙁": "sad face", "👍": "thumbs up",
            "👎": "thumbs down", "👏": "applause", "🙏": "folded hands", "👋": "wave", "💪": "strong", "❤️": "heart",
            "❤": "heart", "💔": "broken heart", "🔥": "fire", "⭐": "star", "✨": "sparkles", "🎉": "party", "🎂": "cake",
            "✅": "check", "❌": "cross", "⚠️": "warning", "⚠": "warning", "❓": "question", "❗": "exclamation",
            "☀️": "sun", "☀": "sun", "🌧️": "rain", "🌧": "rain", "❄️": "snow", "❄": "snow", "⛅": "partly cloudy",
            "☁️": "cloud", "☁": "cloud", "⚡": "lightning", "☕": "coffee", "🚀": "rocket", "💡": "idea", "📧": "mail",
            "📞": "telephone", "⏰": "alarm clock", "🎵": "music", "🐛": "bug",
        ]
        rules.date = { day, month, year in
            "\(month) \(englishOrdinal(day))" + (year.map { ", \(englishYear($0))" } ?? "")
        }
        rules.time = { hour, minute, half in
            var said = half == nil || hour <= 12 ? "\(hour)" : "\(hour - 12)"
            if minute == 0 {
                if half == nil { said += hour > 12 || hour == 0 ? " hundred hours" : " o'clock" }
            } else {
                said += minute < 10 ? " oh \(minute)" : " \(minute)"
            }
            return said + (half.map { " \($0)" } ?? "")
        }
        rules.ordinal = englishOrdinal
        return rules
    }()

    /// "21st"
    static func englishOrdinal(_ number: Int) -> String {
        let isTeen = (11...13).contains(number % 100)
        switch number % 10 {
        case 1 where !isTeen: return "\(number)st"
        case 2 where !isTeen: return "\(number)nd"
        case 3 where !isTeen: return "\(number)rd"
        default: return "\(number)th"
        }
    }

    /// "19 84", "2005", "20 26", "18 hundred"
    static func englishYear(_ year: Int) -> String {
        guard (1100...2099).contains(year), !(2000...2009).contains(year) else { return "\(year)" }
        let (century, rest) = (year / 100, year % 100)
        if rest == 0 { return "\(century) hundred" }
        return rest < 10 ? "\(century) oh \(rest)" : "\(century) \(rest)"
    }

    private static let units: [String: Name] = {
        var units: [String: Name] = [
            "°C": Name("degree celsius", "degrees celsius"), "℃": Name("degree celsius", "degrees celsius"),
            "°F": Name("degree fahrenheit", "degrees fahrenheit"), "℉": Name("degree fahrenheit", "degrees fahrenheit"),
            "°": Name("degree", "degrees"), "ºC": Name("degree celsius", "degrees celsius"),
            "%": Name("percent", "percent"), "K": Name("kelvin", "kelvin"),
            "km/h": Name("kilometer per hour", "kilometers per hour"),
            "kph": Name("kilometer per hour", "kilometers per hour"), "mph": Name("mile per hour", "miles per hour"),
            "m/s": Name("meter per second", "meters per second"),
            "m/s²": Name("meter per second squared", "meters per second squared"),
            "mi": Name("mile", "miles"), "ft": Name("foot", "feet"), "yd": Name("yard", "yards"),
            "lb": Name("pound", "pounds"), "lbs": Name("pound", "pounds"), "oz": Name("ounce", "ounces"),
            "gal": Name("gallon", "gallons"), "psi": Name("P S I", "P S I"), "ha": Name("hectare", "hectares"),
            "m²": Name("square meter", "square meters"), "km²": Name("square kilometer", "square kilometers"),
            "cm²": Name("square centimeter", "square centimeters"), "m³": Name("cubic meter", "cubic meters"),
            "cm³": Name("cubic centimeter", "cubic centimeters"), "h": Name("hour", "hours"),
            "hr": Name("hour", "hours"),
            "hrs": Name("hours", "hours"), "min": Name("minute", "minutes"), "mins": Name("minutes", "minutes"),
            "s": Name("second", "seconds"), "sec": Name("second", "seconds"), "secs": Name("seconds", "seconds"),
            "ms": Name("millisecond", "milliseconds"), "µs": Name("microsecond", "microseconds"),
            "ns": Name("nanosecond", "nanoseconds"), "Hz": Name("hertz", "hertz"),
            "kHz": Name("kilohertz", "kilohertz"),
            "MHz": Name("megahertz", "megahertz"), "GHz": Name("gigahertz", "gigahertz"),
            "kWh": Name("kilowatt hour", "kilowatt hours"), "Wh": Name("watt hour", "watt hours"),
            "mAh": Name("milliampere hour", "milliampere hours"), "dB": Name("decibel", "decibels"),
            "°C/h": Name("degree per hour", "degrees per hour"), "fps": Name("frame per second", "frames per second"),
            "rpm": Name("R P M", "R P M"), "ppm": Name("part per million", "parts per million"),
            "px": Name("pixel", "pixels"),
            "kcal": Name("kilocalorie", "kilocalories"), "cal": Name("calorie", "calories"), "bar": Name("bar", "bar"),
            "hPa": Name("hectopascal", "hectopascals"), "Pa": Name("pascal", "pascals"),
            "kPa": Name("kilopascal", "kilopascals"),
            "Ω": Name("ohm", "ohms"), "kΩ": Name("kiloohm", "kiloohms"), "kB": Name("kilobyte", "kilobytes"),
            "kbps": Name("kilobit per second", "kilobits per second"),
            "Mbps": Name("megabit per second", "megabits per second"),
            "Gbps": Name("gigabit per second", "gigabits per second"),
            "Mbit/s": Name("megabit per second", "megabits per second"),
            "MB/s": Name("megabyte per second", "megabytes per second"),
            "GB/s": Name("gigabyte per second", "gigabytes per second"),
        ]
        for (symbol, name) in [
            ("m", "meter"), ("cm", "centimeter"), ("mm", "millimeter"), ("km", "kilometer"), ("µm", "micrometer"),
            ("nm", "nanometer"), ("g", "gram"), ("kg", "kilogram"), ("mg", "milligram"), ("l", "liter"), ("L", "liter"),
            ("ml", "milliliter"), ("mL", "milliliter"), ("KB", "kilobyte"), ("MB", "megabyte"), ("GB", "gigabyte"),
            ("TB", "terabyte"), ("PB", "petabyte"), ("KiB", "kibibyte"), ("MiB", "mebibyte"), ("GiB", "gibibyte"),
            ("TiB", "tebibyte"), ("W", "watt"), ("kW", "kilowatt"), ("MW", "megawatt"), ("V", "volt"),
            ("mV", "millivolt"), ("A", "ampere"), ("mA", "milliampere"), ("J", "joule"), ("kJ", "kilojoule"),
            ("N", "newton"),
        ] {
            units[symbol] = Name(name, name + "s")
        }
        return units
    }()
}
