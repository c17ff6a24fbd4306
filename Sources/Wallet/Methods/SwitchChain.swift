import Bridge

/// `wallet_switchEthereumChain` (EIP-3326): puts a site on another chain, with the user's consent.
struct SwitchChain: Handler {
    let desk: Desk

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        let origin = request.peer.origin
        guard let text = request.params[0]?["chainId"]?.string, let id = Self.quantity(text) else {
            throw RPCError(
                .invalidParameters, "“chainId” must be a hexadecimal number with 0x and without leading zeros.")
        }
        guard let chain = desk.chains.chain(id: id) else {
            throw RPCError(.unknownChain, "The wallet does not know the chain \(text).")
        }
        let current = desk.chains.chain(of: origin)
        guard chain != current else { return .null }
        var approval = Approval("Let \(origin.site) work on \(chain.name).", verb: "Switch to \(chain.name)")
        approval.rows = [
            Approval.Row("From", .ours(current.name)),
            Approval.Row("To", .ours(chain.name), note: "chain \(chain.id)"),
        ]
        approval.warnings = desk.warnings(about: request)
        _ = try await desk.gate.ask(approval, for: request)
        try desk.choose(chain.hexID, for: origin)
        return .null
    }

    /// A quantity of Ethereum JSON-RPC: `0x` and hexadecimal digits without leading zeros.
    static func quantity(_ text: String) -> UInt64? {
        guard text.utf8.starts(with: "0x".utf8), text.utf8.count > 2 else { return nil }
        let digits = text.dropFirst(2)
        guard digits.utf8.first != UInt8(ascii: "0") || digits.utf8.count == 1,
            digits.utf8.allSatisfy({ $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 })
        else { return nil }
        return UInt64(digits, radix: 16)
    }
}
