internal import Bridge

/// What comes back from SumUp's app through this program's own scheme, read without being trusted.
///
/// Anyone who can open a link can send one. It only ever moves the ``SumUpAttempt`` whose secret it carries, and never
/// to more than “said to have succeeded”.
public struct SumUpAnswer: Hashable, Sendable {
    /// How it ended, as is claimed.
    public let status: SumUpStatus

    /// A sentence of the app's, foreign text.
    public let message: String?

    /// The payment's name at SumUp: letters and digits.
    public let transactionCode: String?

    /// Our name of the payment.
    public let foreignID: String?

    /// The secret of the attempt, which was in the address to which the answer goes.
    public let attempt: String?

    /// Whether a receipt was sent; Android only.
    public let receiptSent: Bool?

    /// The longest link that is read, in bytes.
    public static let longest = 8_192

    /// The host of the address to which answers go.
    static let host = "sumup-callback"

    /// The address to which the answer to the attempt with this secret goes.
    static func address(scheme: String, attempt: String) throws(SumUpError) -> SumUpReturnAddress {
        try SumUpReturnAddress("\(scheme)://\(host)?\(SumUpField.attempt.rawValue)=\(attempt)")
    }

    /// Whether `text` claims to be an answer to the program with this scheme.
    public static func isAnswer(_ text: some StringProtocol, scheme: String) -> Bool {
        let start = "\(scheme)://\(host)"
        guard text.prefix(start.count).lowercased() == start else { return false }
        let rest = text.dropFirst(start.count)
        return rest.first.map { "?/#".contains($0) } ?? true
    }

    /// Reads an answer.
    ///
    /// A name that occurs twice is refused, whatever it is; unknown names are ignored. A second
    /// `?` counts as `&`: some senders add theirs to an address that had one.
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
        case "failed": self.status = .failed(field(.failureCause).flatMap(SumUpFailure.init(rawValue:)) ?? .unsaid)
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
