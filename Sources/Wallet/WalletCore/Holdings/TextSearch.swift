/// A search in many texts, which makes no difference between upper and lower case.
///
/// Most texts, such as addresses, are ASCII. `contains` of the standard library takes about 5 µs for each of them.
package struct TextSearch {
    private let wanted: String
    /// What is searched for, in lower case; `nil` if it is not ASCII.
    private let octets: [UInt8]?

    package init(_ text: String) {
        wanted = text.lowercased()
        octets = wanted.utf8.allSatisfy { $0 < 0x80 } ? Array(wanted.utf8) : nil
    }

    /// Whether `text` contains what is searched for.
    package func finds(in text: String) -> Bool {
        var text = text
        guard let octets, let isFound = text.withUTF8({ Self.finds(octets, in: $0) }) else {
            return text.lowercased().contains(wanted)
        }
        return isFound
    }

    /// Whether `text` contains `octets`; `nil` if it is not ASCII.
    private static func finds(_ octets: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Bool? {
        guard text.allSatisfy({ $0 < 0x80 }) else { return nil }
        guard octets.count <= text.count else { return false }
        return (0...(text.count - octets.count)).contains { start in
            octets.indices.allSatisfy { lower(text[start + $0]) == octets[$0] }
        }
    }

    private static func lower(_ octet: UInt8) -> UInt8 {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= octet ? octet | 0x20 : octet
    }
}
