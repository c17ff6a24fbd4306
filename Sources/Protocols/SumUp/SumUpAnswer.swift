internal import Bridge

/// The untrusted response of SumUp's app, which arrives as a link with this program's own scheme.
///
/// Anyone who can open a link can send one. It only changes the ``SumUpAttempt`` whose secret it contains, and at most
/// to “reported as successful”.
public struct SumUpAnswer: Hashable, Sendable {
    /// The claimed outcome.
    public let status: SumUpStatus

    /// A sentence from the app: untrusted text.
    public let message: String?

    /// SumUp's transaction code: letters and digits.
    public let transactionCode: String?

    /// This program's ID of the payment.
    public let foreignID: String?

    /// The secret of the attempt, which was in the callback address.
    public let attempt: String?

    /// Whether a receipt was sent; Android only.
    public let receiptSent: Bool?

    /// The maximum length of a link, in bytes.
    public static let longest = 8_192

    /// The host of the callback address.
    static let host = "sumup-callback"

    /// The callback address of the attempt with this secret.
    static func address(scheme: String, attempt: String) throws(SumUpError) -> SumUpReturnAddress {
        try SumUpReturnAddress("\(scheme)://\(host)?\(SumUpField.attempt.rawValue)=\(attempt)")
    }

    /// Whether `text` claims to be a response to the program with this scheme.
    public static func isAnswer(_ text: some StringProtocol, scheme: String) -> Bool {
        let start = "\(scheme)://\(host)"
        guard text.prefix(start.count).lowercased() == start else { return false }
        let rest = text.dropFirst(start.count)
        return rest.first.map { "?/#".contains($0) } ?? true
    }

    /// Parses a response.
    ///
    /// Any parameter that occurs twice is rejected; unknown parameters are ignored. A second `?` counts as `&`, because
    /// some senders append a query to an address that already has one.
    public init(parsing text: String, scheme: String) throws(SumUpError) {
        guard text.utf8.count <= Self.longest else { throw .tooLong }
        guard Self.isAnswer(text, scheme: scheme) else { throw .notAnAnswer }
        var rest = text.dropFirst(scheme.count + 3 + Self.host.count).prefix { $0 != "#" }
        if rest.first == "/" { rest.removeFirst() }
        guard rest.first == "?" else { throw rest.isEmpty ? .missing(.status) : .notAnAnswer }
        let query = String(rest.dropFirst().map { $0 == "?" ? "&" : $0 })
        let pairs = try SumUpQuery.pairs(query[...])
        func field(_ field: SumUpField) -> String? {
            pairs.first { $0.name == field.rawValue && !$0.value.isEmpty }?.value
        }
        guard let status = field(.status) else { throw .missing(.status) }
        switch status {
        case "success": self.status = .success
        case "failed":
            // A lost connection, for example, may be a cause, and says nothing about the card.
            let cause = field(.failureCause).map { SumUpFailure(rawValue: $0) } ?? .unsaid
            self.status = cause.map(SumUpStatus.failed) ?? .unknown
        case "invalidstate": self.status = .notReady
        default: self.status = .unknown
        }
        message = field(.message).map { $0.prefix(scalars: 500) }
        transactionCode = try Self.word(field(.transactionCode), .transactionCode)
        foreignID = field(.foreignID)
        try SumUpRules.check(foreignID, .foreignID)
        attempt = try Self.word(field(.attempt), .attempt)
        receiptSent = field(.receiptSent).flatMap { ["true": true, "false": false][$0] }
    }

    private static func word(_ text: String?, _ field: SumUpField) throws(SumUpError) -> String? {
        guard let text else { return nil }
        guard text.utf8.count <= 64 else { throw .wrong(field, .long) }
        let isWord = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D }
        guard isWord else { throw .wrong(field, .characters) }
        return text
    }
}
