/// The name of an object's member, or an index of an array.
struct CodingName: CodingKey {
    let stringValue: String
    let intValue: Int?

    /// The name of a member; it is never an index, even if it is a number.
    init(member name: String) {
        stringValue = name
        intValue = nil
    }

    init(place: Int) {
        stringValue = String(place)
        intValue = place
    }

    init?(stringValue: String) { self.init(member: stringValue) }

    init?(intValue: Int) { self.init(place: intValue) }

    /// The key that ``Decoder`` and ``Encoder`` use for a superclass.
    static let superclass = CodingName(member: "super")
}

/// Error messages with the path to the wrong value.
enum CodingPath {
    /// The maximum nesting depth of values.
    static let deepest = 64

    /// How often one value may be read or written, by types that contain nothing but another type.
    static let mostRounds = 16

    /// The message that the value at `path` has `fault`, such as “size.width” must be a number.
    static func message(_ path: [any CodingKey], _ fault: String, whole: String) -> String {
        guard !path.isEmpty else { return "\(whole) \(fault)" }
        var text = ""
        for key in path {
            if let place = (key as? CodingName)?.intValue {
                text += "[\(place)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return "\(RPCError.quoted(text)) \(fault)"
    }

    /// The message about `error` that a method's caller may see: the path, and what is expected there.
    static func message(of error: DecodingError, whole: String) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            return message(context.codingPath + [key], "is missing.", whole: whole)
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            // Descriptions by other types may quote the value, and are not meant for the caller.
            let isOwn = context.debugDescription.hasPrefix("must ") || context.debugDescription.hasPrefix("is ")
            return message(context.codingPath, isOwn ? context.debugDescription : "is not valid.", whole: whole)
        @unknown default:
            return "\(whole) cannot be read."
        }
    }
}
