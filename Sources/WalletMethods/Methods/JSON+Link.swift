internal import Bridge

/// What pages of Link's dialect write in more than one way.
extension JSON {
    /// A text that may be left out: `null` and an empty one are as none.
    func optionalText(_ name: String) throws(RPCError) -> String? {
        switch self[name] {
        case nil, .null?, .string("")?: return nil
        case .string(let text)?: return text
        default: throw RPCError(.malformed, "“\(name)” must be a string.")
        }
    }

    /// A number, which may be written as a text; not read yet.
    func numberText(_ name: String) -> String? {
        self[name]?.string ?? self[name]?.number?.text
    }
}
