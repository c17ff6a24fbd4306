import Ethereum
import Bridge
import Keys

/// `personal_sign` (EIP-191, version 0x45), also as Link's `requestWeb3Sign` asks for it.
struct PersonalSign: Handler {
    let desk: Desk

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        let (first, second) = (request.params[0]?.string, request.params[1]?.string)
        guard let first, let second else {
            throw RPCError(.invalidParameters, "The parameters must be [message, address].")
        }
        // Some dapps give the address first, as the old eth_sign had it.
        let isSwapped = (try? EthereumAddress(second)) == nil && (try? EthereumAddress(first)) != nil
        return .string(
            try await sign(isSwapped ? second : first, by: isSwapped ? first : second, for: request))
    }

    /// Shows `message` and signs it with the account at `address`.
    func sign(_ message: String, by address: String, for request: Request) async throws(RPCError) -> String {
        let signer = try desk.requireAccount(address, for: request)
        let message = PersonalMessage(message)
        var approval = Approval("Sign a message with \(desk.keyring.account.name).", verb: "Sign")
        approval.rows = desk.rows(for: request)
        approval.warnings = desk.warnings(about: request)
        approval.fields = [field(of: message)]
        approval.payload = message.preimage
        let check = SignInCheck(
            message: message, signer: signer, request: request, account: desk.keyring.account.name,
            chain: desk.chain(for: request))
        check.apply(to: &approval)
        return try desk.keyring.sign(await desk.gate.ask(approval, for: request))
    }

    /// What the user reads: the text, or the bytes as hexadecimal digits where they are none.
    private func field(of message: PersonalMessage) -> Approval.Field {
        if let text = message.text { return Approval.Field(path: "message", type: "text", value: text) }
        return Approval.Field(path: "message", type: "bytes", value: "0x" + Hex.encode(message.bytes))
    }
}
