internal import Bridge

/// Values that pages of Link's dialect write in more than one way.
extension JSON {
    /// An optional string; `null` and an empty string count as missing.
    func optionalText(_ name: String) throws(RPCError) -> String? {
        switch self[name] {
        case nil, .null?, .string("")?: return nil
        case .string(let text)?: return text
        default: throw RPCError(.malformed, "“\(name)” must be a string.")
        }
    }

    /// The text of a number, which may be a JSON number or a string; it is not parsed yet.
    func numberText(_ name: String) -> String? {
        self[name]?.string ?? self[name]?.number?.text
    }
}
