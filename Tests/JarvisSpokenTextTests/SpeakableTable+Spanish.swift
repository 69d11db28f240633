// SPDX-License-Identifier: GPL-3.0-or-later
// How Spanish text is spoken.

extension SpeakableTable {
    static let spanish: [(source: String, spoken: String)] = [
        ("Hace 23,5 °C a las 14:30.", "Hace 23,5 grados Celsius a las 14 y 30."),
        ("El 21/11/2026.", "El 21 de noviembre de 2026."),
        ("5 €, 3,50 €, 50 %", "5 euros, 3 euros y 50 céntimos, 50 por ciento"),
        ("80 km/h, 5 km", "80 kilómetros por hora, 5 kilómetros"),
        ("El Sr. Pérez y la Sra. López, p.ej. hoy.", "El señor Pérez y la señora López, por ejemplo hoy."),
        ("1.234.567 personas", "1234567 personas"),
        ("1 km", "1 kilómetro"),
        ("20 °C", "20 grados Celsius"),
        ("3/4 de hora", "tres cuartos de hora"),
        ("nº 5", "número 5"),
        ("25,5 %", "25,5 por ciento"),
        ("2 € y 1 €", "2 euros y 1 euro"),
    ]
}
