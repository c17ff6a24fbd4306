public import BigInt
internal import Bridge

/// An `ethereum:` link for a payment or a token transfer (EIP-681).
///
/// Shops add the `label` and the `message` of BIP-21, which only describe the payment.
public struct EthereumLink: Hashable, Sendable {
    /// The recipient of the payment.
    public let recipient: EthereumAddress

    /// The token's contract; `nil` for the native coin.
    public let token: EthereumAddress?

    /// The chain ID; `nil` if the link does not specify it.
    public let chainID: UInt64?

    /// The amount in wei or in the token's smallest unit; `nil` if the link does not specify it.
    public let amount: BigUInt?

    /// The name of the recipient, by the author of the link.
    public let label: String?

    /// The gas limit, if the link specifies it.
    public let gasLimit: BigUInt?

    /// The gas price in wei, if the link specifies it.
    public let gasPrice: BigUInt?

    /// The maximum length of a link, in bytes.
    public static let longest = 2_048

    /// Reads a link strictly: addresses only, no duplicates, no unknown parts, whole numbers.
    ///
    /// - Throws: ``EthereumError/link(_:)`` or ``EthereumError/address(_:)``.
    public init(_ text: String) throws(EthereumError) {
        guard text.utf8.count <= Self.longest else { throw .link(.tooLong) }
        guard let colon = text.firstIndex(of: ":"), text[..<colon].lowercased() == "ethereum" else {
            throw .link(.scheme)
        }
        var rest = text[text.index(after: colon)...]
        // Some programs write the slashes of web addresses, which say nothing.
        if rest.hasPrefix("//") { rest = rest.dropFirst(2) }
        let halves =
            rest
            .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let fields = try Self.fields(halves.count > 1 && !halves[1].isEmpty ? halves[1] : nil)
        let path = halves[0].split(separator: "/", omittingEmptySubsequences: false)
        let target = path[0].split(separator: "@", omittingEmptySubsequences: false)
        guard path.count <= 2, target.count <= 2, let first = target.first else { throw .link(.form) }
        let address = try Self.address(first.hasPrefix("pay-") ? first.dropFirst(4) : first)
        chainID = target.count > 1 ? try Self.chain(target[1]) : nil
        let isTransfer = path.count == 2
        guard !isTransfer || path[1] == "transfer" else { throw .link(.function) }
        let known: Set = isTransfer ? ["address", "uint256"] : ["value"]
        guard fields.names.subtracting(known).isSubset(of: ["gas", "gasLimit", "gasPrice", "label", "message"]) else {
            throw .link(.unknown)
        }
        label = fields["label"]
        if isTransfer {
            guard let to = fields["address"] else { throw .link(.form) }
            (recipient, token) = (try Self.address(to[...]), address)
        } else {
            (recipient, token) = (address, nil)
        }
        amount = try Self.number(fields[isTransfer ? "uint256" : "value"])
        guard fields["gas"] == nil || fields["gasLimit"] == nil else { throw .link(.duplicate) }
        gasLimit = try Self.number(fields["gas"] ?? fields["gasLimit"])
        gasPrice = try Self.number(fields["gasPrice"])
    }

    private static func fields(_ query: Substring?) throws(EthereumError) -> LinkFields {
        guard let query else { return LinkFields() }
        do throws(BridgeError) {
            return try LinkFields(query)
        } catch {
            throw .link(error == .link(.duplicate) ? .duplicate : .form)
        }
    }

    private static func address(_ text: Substring) throws(EthereumError) -> EthereumAddress {
        guard text.hasPrefix("0x") else { throw .link(text.contains(".") ? .name : .form) }
        return try EthereumAddress(String(text))
    }

    private static func chain(_ text: Substring) throws(EthereumError) -> UInt64 {
        guard let first = text.utf8.first, first != UInt8(ascii: "0"), isDigits(text), let id = UInt64(text) else {
            throw .link(.number)
        }
        return id
    }

    private static func isDigits(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Reads a number in the form of EIP-681, such as `2.014e18`, or of JavaScript, such as `1e+21`; it must be whole and have
    /// at most 256 bits.
    private static func number(_ text: String?) throws(EthereumError) -> BigUInt? {
        guard let text else { return nil }
        guard text.utf8.count <= 100 else { throw .link(.number) }
        var halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        if halves.count > 1, halves[1].hasPrefix("+") { halves[1].removeFirst() }
        let parts = halves[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        var exponent = 0
        if halves.count > 1 {
            guard isDigits(halves[1]), let value = Int(halves[1]), value <= 77 else { throw .link(.number) }
            exponent = value
        }
        guard parts.allSatisfy({ isDigits($0) }) else { throw .link(.number) }
        var fraction = parts.count > 1 ? String(parts[1]) : ""
        while fraction.last == "0" { fraction.removeLast() }
        guard fraction.utf8.count <= exponent else { throw .link(.number) }
        let digits = parts[0] + fraction + String(repeating: "0", count: exponent - fraction.utf8.count)
        guard let number = BigUInt(String(digits), radix: 10), number.bitWidth <= 256 else { throw .link(.number) }
        return number
    }
}
