/// The id of a request as the client wrote it: a number or a string, so that the reply has the same type.
///
/// Clients use numbers above 2^53, as numbers and as strings; nothing here makes a floating-point number of one.
struct RequestID: Hashable, Sendable {
    /// The JSON text.
    let json: [UInt8]

    /// The id of the reply to a frame whose id could not be read (JSON-RPC 2.0, section 5).
    static let unknown = RequestID(json: Array("null".utf8))

    private init(json: [UInt8]) { self.json = json }

    /// An id that no other request has; for a publication that the relay itself repeats.
    static func unique() -> RequestID { RequestID(json: Bytes32.random().hex) }

    /// Reads an id; `nil` where the relay does not accept it.
    init?(_ value: JSONValue) {
        switch value.kind {
        case .number:
            guard 1...19 ~= value.raw.count, value.integer != nil else { return nil }
            json = Array(value.raw)
        case .string:
            guard 1...64 ~= value.raw.count else { return nil }
            json = [UInt8(ascii: "\"")] + value.raw + [UInt8(ascii: "\"")]
        default: return nil
        }
    }

    /// The id without quotation marks: a retry may change the type.
    var content: ArraySlice<UInt8> {
        json.first == UInt8(ascii: "\"") ? json.dropFirst().dropLast() : json[...]
    }

    /// The number; `nil` where the id is a text.
    var number: UInt64? { Self.number(content) }

    /// Reads a number of at most 19 digits.
    static func number(_ digits: ArraySlice<UInt8>) -> UInt64? {
        guard 1...19 ~= digits.count else { return nil }
        var number: UInt64 = 0
        for digit in digits {
            guard 0x30...0x39 ~= digit else { return nil }
            // 19 digits always fit.
            number = number &* 10 &+ UInt64(digit & 15)
        }
        return number
    }
}
