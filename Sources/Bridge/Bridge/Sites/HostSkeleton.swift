/// The skeleton of a name, which is equal for names that look alike.
///
/// The idea is that of Unicode Technical Standard 39, section 4. The table holds what a domain name can contain;
/// beyond it, letters with marks and the many forms of Latin letters are found by their Unicode names.
package enum HostSkeleton {
    /// The skeleton of a host in its ASCII form, where international labels are read first, or of the sign of a token.
    package static func of(_ host: some StringProtocol) -> String {
        host.split(separator: ".", omittingEmptySubsequences: false).map { label in
            let decoded = label.hasPrefix("xn--") ? Punycode.decode(Substring(label.dropFirst(4))) : nil
            return folded((decoded ?? String(label)).unicodeScalars.map(ascii).joined())
        }.joined(separator: ".")
    }

    /// The words of a skeleton, which dots and hyphens separate.
    static func words(_ skeleton: String) -> [String] {
        skeleton.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "-" }.map(String.init)
    }

    /// Folds ASCII characters that look alike.
    private static func folded(_ text: String) -> String {
        var folded: [UInt8] = []
        for byte in text.utf8 {
            let next = singles[byte] ?? byte
            switch (folded.last, next) {
            case (UInt8(ascii: "r")?, UInt8(ascii: "n")):
                folded[folded.count - 1] = UInt8(ascii: "m")
            case (UInt8(ascii: "v")?, UInt8(ascii: "v")):
                folded[folded.count - 1] = UInt8(ascii: "w")
            case (UInt8(ascii: "c")?, UInt8(ascii: "l")):
                folded[folded.count - 1] = UInt8(ascii: "d")
            default:
                folded.append(next)
            }
        }
        return String(decoding: folded, as: UTF8.self)
    }

    private static let singles: [UInt8: UInt8] = {
        let pairs: [(Character, Character)] = [
            ("0", "o"), ("1", "l"), ("i", "l"), ("|", "l"), ("2", "z"), ("3", "e"), ("4", "a"), ("5", "s"), ("6", "b"),
            ("7", "t"), ("8", "b"), ("9", "g"), ("_", "-"),
        ]
        var table: [UInt8: UInt8] = [:]
        for (from, to) in pairs { table[from.asciiValue ?? 0] = to.asciiValue ?? 0 }
        return table
    }()

    /// The ASCII letters that a character looks like, or the character itself.
    private static func ascii(_ scalar: Unicode.Scalar) -> String {
        if scalar.isASCII { return String(scalar).lowercased() }
        if let known = lookalikes[scalar] { return known }
        if scalar.properties.isDefaultIgnorableCodePoint { return "" }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: return ""
        case .decimalNumber: return scalar.properties.numericValue.map { "\(Int($0))" } ?? String(scalar)
        case .dashPunctuation: return "-"
        default: break
        }
        guard let name = scalar.properties.name else { return String(scalar) }
        return latin(name) ?? baseNames[base(of: name)] ?? String(scalar)
    }

    /// The base letter of a character with this Unicode name, such as `LATIN SMALL LETTER O WITH STROKE`.
    private static func latin(_ name: String) -> String? {
        for start in starts where name.hasPrefix(start) {
            let letter = base(of: String(name.dropFirst(start.count)))
            if letter.utf8.count == 1 { return letter.lowercased() }
            return special[letter]
        }
        return nil
    }

    private static func base(of name: String) -> String {
        name.byteRange(of: " WITH ").map { String(name[..<$0.lowerBound]) } ?? name
    }

    private static let starts = [
        "LATIN SMALL LETTER ", "LATIN CAPITAL LETTER ", "LATIN LETTER SMALL CAPITAL ", "FULLWIDTH LATIN SMALL LETTER ",
        "FULLWIDTH LATIN CAPITAL LETTER ", "MODIFIER LETTER SMALL ", "LATIN SUBSCRIPT SMALL LETTER ",
    ]

    /// Latin letters whose Unicode names do not begin with the letter that they look like.
    private static let special: [String: String] = [
        "ALPHA": "a", "TURNED ALPHA": "a", "SCRIPT A": "a", "SCRIPT G": "g", "OPEN E": "e", "REVERSED OPEN E": "e",
        "SCHWA": "e", "TURNED E": "e", "CLOSED OPEN E": "e", "DOTLESS I": "i", "IOTA": "i", "DOTLESS J": "j",
        "TURNED M": "w", "TURNED W": "m", "TURNED V": "v", "TURNED N": "u", "TURNED U": "n", "UPSILON": "u",
        "TURNED H": "h", "TURNED R": "r", "LONG S": "f", "ESH": "l", "ENG": "n", "KRA": "k", "ETH": "d", "THORN": "p",
        "SHARP S": "b", "AE": "ae", "OE": "oe", "BARRED O": "o", "GAMMA": "y", "PHI": "o", "LAMBDA": "n", "WYNN": "p",
        "GLOTTAL STOP": "t", "EZH": "e", "YOGH": "e", "DZ DIGRAPH": "dz", "BETA": "b", "CHI": "x", "BROKEN L": "l",
        "SAKHA YAT": "b", "DUM": "d", "OU": "o", "SMALL CAPITAL I": "i", "TOP HALF O": "o", "BOTTOM HALF O": "o",
    ]

    private static let baseNames: [String: String] = {
        var names: [String: String] = [:]
        for (scalar, letters) in lookalikes {
            if let name = scalar.properties.name { names[name] = letters }
        }
        return names
    }()

    /// Letters of other scripts that look like Latin letters, in pairs: the letter, and the Latin letter.
    private static let lookalikes: [Unicode.Scalar: String] = {
        let tables = [
            // Cyrillic
            "аaбbвbгrґrдdеeєeзeиuіiїiјjкkлnмmнhоoпnрpсcтtуyўyүyұyхxһhцuшwщwъbьbѕsԁdԛqԝwӏlңhқkғfѡwѵvөoԑeђhћhџuсcԍgяr",
            // Greek
            "αaβbγyδdεeζzηnθoιiκkλnμuνvοoπnρpσoςcτtυuφoχxωwϲcϳj",
            // Armenian
            "օoոnսuցgհhզqքpռnեtյjլlիhտmաwգqրnւlմuղnժdէtդnպwօoսu",
            // Cherokee, whose small letters have a fixed offset from these
            "ᎠdᎡrᎢtᎥiᎪaᎫjᎬeᎳwᎷmᎻhᎽyᏀgᏂhᏃzᏏbᏒrᏔwᏕsᏙvᏚsᏞlᏟcᏢpᏦkᏧdᏮbᏳgᏴb",
            // Lisu
            "ꓐbꓑpꓒdꓓdꓔtꓖgꓗkꓙjꓚcꓜzꓝfꓟmꓠnꓡlꓢsꓣrꓦvꓧhꓪwꓫxꓬyꓮaꓰeꓲiꓳoꓴu",
            // Coptic, Georgian, Tifinagh, Hebrew, Arabic, Devanagari and so on
            "₳a฿b₿b₵c₫d€e₲g₭k₦n₱p₴s₮t₩w¥y",
            "ⲁaⲃbⲅrⲉeⲏhⲓiⲕkⲙmⲛnⲟoⲡnⲣpⲥcⲧtⲩyⲭxჿoⴰoⵏlⵔoⵕqⴷvסoןlוlاlهo०o௦o౦o೦o൦oဝoวo໐oㅇo〇o口o丨l工iー-",
        ]
        var found: [Unicode.Scalar: String] = [:]
        for table in tables {
            let scalars = Array(table.unicodeScalars)
            for index in stride(from: 0, to: scalars.count - 1, by: 2) {
                found[scalars[index]] = String(scalars[index + 1])
                let value = scalars[index].value
                if 0x13A0...0x13EF ~= value, let small = Unicode.Scalar(value - 0x13A0 + 0xAB70) {
                    found[small] = String(scalars[index + 1])
                }
            }
        }
        return found
    }()
}
