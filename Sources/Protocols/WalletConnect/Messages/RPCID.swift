package import Bridge

/// The id of a JSON-RPC message, exactly as it was written: a whole number of up to 64 bits, or text.
///
/// Clients use milliseconds and random digits: 16 digits between clients, 19 with the relay, which a `Double` cannot
/// hold. An answer must have the id of its request, of the same kind.
public enum RPCID: Hashable, Sendable {
    /// A whole number that fits 64 bits with a sign.
    case number(Int64)

    /// A whole number above the largest with a sign.
    case large(UInt64)

    /// Text, of at most ``maximumBytes``.
    case text(String)

    /// The most bytes of a text.
    public static let maximumBytes = 128

    /// Reads an id; `nil` for another kind of value, for a fraction, and for a number in another form than the plain
    /// one, which could not be answered exactly.
    package init?(_ json: JSON?) {
        switch json {
        case .string(let text) where 1...Self.maximumBytes ~= text.utf8.count: self = .text(text)
        case .number(let number):
            if let value = Int64(number.text), String(value) == number.text {
                self = .number(value)
            } else if let value = UInt64(number.text), String(value) == number.text {
                self = .large(value)
            } else {
                return nil
            }
        default: return nil
        }
    }

    /// The id as JSON.
    package var json: JSON {
        switch self {
        case .number(let value): JSONNumber(String(value)).map { .number($0) } ?? .null
        case .large(let value): JSONNumber(String(value)).map { .number($0) } ?? .null
        case .text(let text): .string(text)
        }
    }

    /// When the message was made by its id, in milliseconds since 1970; `nil` if the id does not tell.
    ///
    /// An update of a session that is older than the last one is discarded by this.
    package var milliseconds: Int64? {
        let value: Int64? =
            switch self {
            case .number(let value): value
            case .large: nil
            case .text(let text): Int64(text)
            }
        guard let value else { return nil }
        switch value {
        case 1_000_000_000_000_000..<1_000_000_000_000_000_000: return value / 1_000
        case 1_000_000_000_000_000_000...: return value / 1_000_000
        default: return nil
        }
    }
}

extension RPCID: CustomStringConvertible {
    /// The number or the text.
    public var description: String {
        switch self {
        case .number(let value): String(value)
        case .large(let value): String(value)
        case .text(let text): text
        }
    }
}

/// Makes the ids of requests on one topic: milliseconds times 1,000 and three random digits.
///
/// Each has a later millisecond than the one before it, since peers discard an update of the same millisecond as a
/// repetition.
package struct RPCIDSource: Hashable, Sendable {
    /// The millisecond of the last id; what has to be kept for the ids after a restart.
    package private(set) var last: Int64

    /// The last millisecond whose ids are exact in a `Double`: peers in JavaScript read them so.
    private static let latest: Int64 = (1 << 53) / 1_000 - 1

    /// Continues after `last`.
    package init(last: Int64 = 0) {
        self.last = min(max(last, 0), Self.latest)
    }

    /// Makes the next id at `now`, in milliseconds since 1970.
    package mutating func next(at now: Int64) -> RPCID {
        var generator = SystemRandomNumberGenerator()
        return next(at: now, using: &generator)
    }

    /// The next id, with random digits of `generator`.
    mutating func next(at now: Int64, using generator: inout some RandomNumberGenerator) -> RPCID {
        last = min(max(now, last + 1), Self.latest)
        return .number(last * 1_000 + Int64.random(in: 0..<1_000, using: &generator))
    }
}
