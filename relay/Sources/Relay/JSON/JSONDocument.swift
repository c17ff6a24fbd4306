/// A JSON text that has been checked strictly by RFC 8259, with the place of each value in it.
///
/// Nothing is copied out of the text until it is asked for: what a relay passes on it passes on byte for byte. Refused
/// are, beyond the grammar: a byte order mark, lone surrogates, an object with two members of one name, more than 32
/// levels, 64 members of one object or 16,384 values.
final class JSONDocument: Sendable {
    /// The kind of a value.
    enum Kind: UInt8, Sendable {
        case null, `false`, `true`, number
        /// A string without escapes.
        case string
        /// A string with escapes.
        case escaped
        case array, object
    }

    /// A value, and where it is.
    ///
    /// The content of a string is without its quotation marks.
    struct Node: Sendable {
        let kind: Kind
        let start: Int32
        var end: Int32
        /// The index of the first node behind this value and everything in it.
        var next: Int32
    }

    let bytes: [UInt8]
    let nodes: [Node]

    /// Reads a text.
    ///
    /// - Throws: ``RelayError/json(offset:)``.
    init(_ bytes: [UInt8]) throws(RelayError) {
        var parser = JSONParser(bytes)
        nodes = try parser.document()
        self.bytes = bytes
    }

    /// The outermost value.
    var root: JSONValue { JSONValue(document: self, index: 0) }
}

/// A value in a ``JSONDocument``.
struct JSONValue {
    let document: JSONDocument
    let index: Int

    private var node: JSONDocument.Node { document.nodes[index] }

    /// The kind of the value.
    var kind: JSONDocument.Kind { node.kind }

    /// The text of the value as it was written; of a string without the quotation marks, with its escapes.
    var raw: ArraySlice<UInt8> { document.bytes[Int(node.start)..<Int(node.end)] }

    /// Whether the value is a string.
    var isString: Bool { kind == .string || kind == .escaped }

    /// The content of a string without escapes; `nil` for every other value.
    ///
    /// Names, topics and identifiers never need escapes.
    var plain: ArraySlice<UInt8>? { kind == .string ? raw : nil }

    /// The text of a string without escapes; `nil` for every other value.
    var text: String? { plain.map { String(decoding: $0, as: UTF8.self) } }

    /// The value of a number without sign, fraction and exponent, where it fits.
    var integer: Int? {
        guard kind == .number else { return nil }
        var number = 0
        for digit in raw {
            guard 0x30...0x39 ~= digit else { return nil }
            let (tens, isOver) = number.multipliedReportingOverflow(by: 10)
            let (sum, isAbove) = tens.addingReportingOverflow(Int(digit & 15))
            guard !isOver, !isAbove else { return nil }
            number = sum
        }
        return number
    }

    /// The member `name` of an object; `nil` where it is missing or this is not an object.
    subscript(name: StaticString) -> JSONValue? {
        guard kind == .object else { return nil }
        let end = Int(node.next)
        var place = index + 1
        while place < end {
            let value = JSONValue(document: document, index: place + 1)
            if JSONValue(document: document, index: place).isNamed(name) { return value }
            place = Int(value.node.next)
        }
        return nil
    }

    /// The elements of an array, at most `limit`; `nil` where there are more, or this is not an array.
    func elements(atMost limit: Int) -> [JSONValue]? {
        guard kind == .array else { return nil }
        let end = Int(node.next)
        var (place, elements): (Int, [JSONValue]) = (index + 1, [])
        while place < end {
            guard elements.count < limit else { return nil }
            let value = JSONValue(document: document, index: place)
            elements.append(value)
            place = Int(value.node.next)
        }
        return elements
    }

    private func isNamed(_ name: StaticString) -> Bool {
        let size = name.utf8CodeUnitCount
        guard kind == .string, raw.count == size else { return false }
        return name.withUTF8Buffer { raw.elementsEqual($0) }
    }
}
