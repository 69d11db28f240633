// SPDX-License-Identifier: GPL-3.0-or-later
// Text normalized for search: without case, accents and other marks, in every script that has them.

/// Folds texts for comparison.
public enum SearchFolding {
    /// `text` in lower case without diacritics, as UTF-8.
    public static func fold(_ text: String) -> [UInt8] {
        var folded: [UInt8] = []
        var text = text
        text.withUTF8 { bytes in
            folded.reserveCapacity(bytes.count)
            var place = 0
            while place < bytes.count {
                if bytes[place] < 0x80 {
                    folded.append(lower(bytes[place]))
                    place += 1
                } else {
                    let (scalar, length) = scalar(bytes, at: place)
                    fold(scalar, into: &folded)
                    place += length
                }
            }
        }
        return folded
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte + 32 : byte
    }

    /// Decodes a scalar of two to four bytes. Does not check for errors, since a string's bytes are always valid UTF-8.
    private static func scalar(
        _ bytes: UnsafeBufferPointer<UInt8>, at place: Int
    ) -> (scalar: Unicode.Scalar, length: Int) {
        let length = bytes[place] < 0xE0 ? 2 : bytes[place] < 0xF0 ? 3 : 4
        var code = UInt32(bytes[place]) & (0x7F >> UInt32(length))
        let end = min(place + length, bytes.count)
        for index in (place + 1)..<end { code = code << 6 | UInt32(bytes[index]) & 0x3F }
        return (Unicode.Scalar(code) ?? "\u{FFFD}", end - place)
    }

    /// Folded forms of the letters of European scripts from U+0080; Unicode's own tables are slow to query.
    private static let folds: [[UInt8]] = (0x80..<0x530).map { code in
        var folded: [UInt8] = []
        if let scalar = Unicode.Scalar(UInt32(code)) { foldByTables(scalar, into: &folded) }
        return folded
    }

    /// Appends the folded form of a scalar, which may be empty.
    private static func fold(_ scalar: Unicode.Scalar, into folded: inout [UInt8]) {
        if scalar.isASCII {
            folded.append(lower(UInt8(truncatingIfNeeded: scalar.value)))
        } else if scalar.value < 0x530 {
            folded += folds[Int(scalar.value) - 0x80]
        } else {
            foldByTables(scalar, into: &folded)
        }
    }

    private static func foldByTables(_ scalar: Unicode.Scalar, into folded: inout [UInt8]) {
        for lower in scalar.properties.lowercaseMapping.unicodeScalars where !isMark(lower) {
            if lower == "ß" {
                folded.append(contentsOf: "ss".utf8)
            } else {
                folded.append(contentsOf: UTF8.encode(baseOf[lower] ?? lower) ?? UTF8.encodedReplacementCharacter)
            }
        }
    }

    /// The folded words of a query.
    public static func words(_ query: String) -> [[UInt8]] {
        query.split(whereSeparator: \.isWhitespace).map { fold(String($0)) }.filter { !$0.isEmpty }
    }

    /// Finds the folded words in a text: non-overlapping ranges of `text` in order, each including the combining marks
    /// of its last letter.
    public static func occurrences(of words: [[UInt8]], in text: String) -> [Range<String.Index>] {
        var folded: [UInt8] = []
        // The scalar from which each folded byte comes.
        var origins: [String.Index] = []
        for index in text.unicodeScalars.indices {
            fold(text.unicodeScalars[index], into: &folded)
            while origins.count < folded.count { origins.append(index) }
        }
        var found: [Range<String.Index>] = []
        for word in words where !word.isEmpty {
            var place = 0
            while place + word.count <= folded.count {
                guard folded[place..<(place + word.count)].elementsEqual(word) else {
                    place += 1
                    continue
                }
                let last = origins[place + word.count - 1]
                // Scalars after the last letter that fold to nothing are its marks.
                let end = origins[(place + word.count)...].first { $0 > last } ?? text.endIndex
                found.append(origins[place]..<end)
                place += word.count
            }
        }
        return merged(found)
    }

    private static func merged(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
        var merged: [Range<String.Index>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, last.upperBound >= range.lowerBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    /// Combining marks that people leave out when they type: Latin and general accents, Hebrew and Arabic points.
    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0300...0x036F, 0x0591...0x05BD, 0x05BF, 0x05C1...0x05C2, 0x05C4...0x05C5, 0x05C7, 0x064B...0x065F,
            0x0670,
            0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE20...0xFE2F:
            true
        default: false
        }
    }

    /// Maps lower-case letters to their base letters: Unicode's canonical decompositions of Latin, Greek and Cyrillic
    /// letters, and stroked letters that people type plain.
    private static let baseOf: [Unicode.Scalar: Unicode.Scalar] = {
        var bases: [Unicode.Scalar: Unicode.Scalar] = [:]
        for group in groups.split(whereSeparator: \.isWhitespace) {
            guard let base = group.unicodeScalars.first else { continue }
            for letter in group.unicodeScalars.dropFirst() { bases[letter] = base }
        }
        return bases
    }()

    /// Groups of a base letter followed by the letters that fold to it.
    private static let groups = """
        aàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ bḃḅḇ cçćĉċčḉ dďḋḍḏḑḓđð eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ fḟ gĝğġģǧǵḡ
        hĥȟḣḥḧḩḫẖħ iìíîïĩīĭįǐȉȋḭḯỉịı jĵǰ kķǩḱḳḵ lĺļľḷḹḻḽł mḿṁṃ nñńņňǹṅṇṉṋ
        oòóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợøǿ pṕṗ rŕŗřȑȓṙṛṝṟ sśŝşšșṡṣṥṧṩſẛ tţťțṫṭṯṱẗŧ
        uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự vṽṿ wŵẁẃẅẇẉẘ xẋẍ yýÿŷȳẏẙỳỵỷỹ zźżžẑẓẕ æǣǽ ʒǯ
        αάἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ εέἐἑἒἓἔἕὲέ ηήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ ιΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ οόὀὁὂὃὄὅὸό ρῤῥ
        σς υΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ ωώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ аӑӓ гѓ еѐёӗ жӂӝ зӟ ийѝӣӥ кќ оӧ уўӯӱӳ чӵ ыӹ эӭ ії
        ѵѷ әӛ өӫ
        """
}
