// SPDX-License-Identifier: GPL-3.0-or-later
// How German text is spoken.

extension SpeakableTable {
    static let german: [(source: String, spoken: String)] = [
        ("Es sind 23,5 °C und 1.234.567 Leute.", "Es sind 23,5 Grad Celsius und 1234567 Leute."),
        ("Am 21.11.2026 um 14:30 Uhr.", "Am 21. November 2026 um 14 Uhr 30."),
        ("Um 14 Uhr, um 7:05.", "Um 14 Uhr, um 7 Uhr 5."),
        ("Am 21. November 2026", "Am 21. November 2026"),
        (
            "z. B. heute, z.B. morgen, d.h. ca. 5 km bzw. mehr usw.",
            "zum Beispiel heute, zum Beispiel morgen, das heißt circa 5 Kilometer beziehungsweise mehr und so weiter."
        ),
        ("5,99 € und 3 €, 1 €", "5 Euro und 99 Cent und 3 Euro, 1 Euro"),
        ("80 km/h, 5 kWh, 50 %", "80 Kilometer pro Stunde, 5 Kilowattstunden, 50 Prozent"),
        ("im Jahr 1984", "im Jahr 19hundert 84"),
        ("Dr. Müller wohnt in Nr. 5.", "Doktor Müller wohnt in Nummer 5."),
        ("Kapitel IV, Ludwig XIV.", "Kapitel 4, Ludwig 14."),
        ("10–20 km", "10 bis 20 Kilometer"),
        ("-5 °C", "minus 5 Grad Celsius"),
        ("1/2 Liter", "ein halb Liter"),
        ("www.beispiel.de/seite joe@beispiel.de", "beispiel Punkt de Schrägstrich seite joe ät beispiel Punkt de"),
        ("030 1234567", "0 3 0, 1 2 3 4 5 6 7"),
        ("3 + 4 = 7 & mehr", "3 plus 4 gleich 7 und mehr"),
        ("2026-11-21", "21. November 2026"),
        ("3,5 Mio. Euro", "3,5 Millionen Euro"),
        ("12.345,67 €", "12345 Euro und 67 Cent"),
        ("1 Std. 30 Min.", "1 Stunde 30 Minuten"),
        ("Der 1.5. ist frei.", "Der 1. Mai ist frei."),
        ("21.11.26", "21. November 2026"),
        ("½ Liter", "einhalb Liter"),
        ("100 m²", "100 Quadratmeter"),
        ("u.a. Äpfel", "unter anderem Äpfel"),
        ("Hr. Meier", "Herr Meier"),
        ("seit 1999", "seit 19hundert 99"),
        ("14:05 Uhr", "14 Uhr 5"),
        ("≥ 5", "mindestens 5"),
        ("§ 5", "Paragraf 5"),
        ("5 GB", "5 Gigabyte"),
        ("3 °C", "3 Grad Celsius"),
    ]
}
