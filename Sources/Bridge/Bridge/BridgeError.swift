/// Why a text or a URL could not be parsed.
///
/// Errors for peers are ``RPCError``.
public enum BridgeError: Error, Hashable, Sendable {
    /// A text is not the JSON that the bridge accepts.
    case json(JSON.Fault)

    /// A text is not the origin of a web page.
    case origin(Origin.Fault)

    /// The query of a link cannot be parsed.
    case link(LinkFields.Fault)

    /// The URL of a form is not allowed.
    case form(PaymentHostRule.Fault)
}

extension BridgeError {
    /// A fault of JSON at a byte, counted from 0.
    static func json(_ reason: JSON.Fault.Reason, at offset: Int) -> BridgeError {
        .json(JSON.Fault(reason, at: offset))
    }

    /// The fault of a text that is not valid JSON.
    var json: JSON.Fault? {
        guard case .json(let fault) = self else { return nil }
        return fault
    }
}

extension BridgeError: CustomStringConvertible {
    /// A sentence in English, for pages and logs.
    public var description: String {
        switch self {
        case .json(let fault): "The text \(fault.reason.rawValue), at byte \(fault.offset)."
        case .origin: "The text is not the origin of a web page."
        case .link(.form): "The link is not well formed."
        case .link(.duplicate): "The link has the same parameter twice."
        case .form: "The address of the form cannot be opened."
        }
    }
}
