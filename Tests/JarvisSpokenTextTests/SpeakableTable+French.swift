// SPDX-License-Identifier: GPL-3.0-or-later
// How French text is spoken.

extension SpeakableTable {
    static let french: [(source: String, spoken: String)] = [
        ("Il fait 23,5 °C à 14h30.", "Il fait 23,5 degrés Celsius à 14 heures 30."),
        ("Le 1/12/2026 et le 21/11/2026.", "Le premier décembre 2026 et le 21 novembre 2026."),
        ("5 €, 3,50 €, 50 %", "5 euros, 3 euros 50, 50 pour cent"),
        ("80 km/h, 5 km, 8 Go", "80 kilomètres par heure, 5 kilomètres, 8 gigaoctets"),
        ("M. Dupont et Mme Martin, etc.", "Monsieur Dupont et Madame Martin, et cetera."),
        ("p.ex. env. 5 m", "par exemple environ 5 mètres"),
        ("12 345 personnes", "12345 personnes"),
        ("à 8h05", "à 8 heures 5"),
        ("1 km", "1 kilomètre"),
        ("20 °C", "20 degrés Celsius"),
        ("3/4 heure", "trois quarts heure"),
        ("n° 5", "numéro 5"),
        ("25,5 %", "25,5 pour cent"),
        ("j@exemple.fr", "j arobase exemple point fr"),
    ]
}
