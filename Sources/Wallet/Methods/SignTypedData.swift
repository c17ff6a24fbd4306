import Ethereum
import Bridge

/// `eth_signTypedData_v3` and `eth_signTypedData_v4` (EIP-712), also as Link's `requestWeb3Sign` asks for it.
struct SignTypedData: Handler {
    let desk: Desk
    let version: TypedDataVersion

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        guard let address = request.params[0]?.string, let data = request.params[1] else {
            throw RPCError(.invalidParameters, "The parameters must be [address, typed data].")
        }
        return .string(try await sign(data, by: address, for: request))
    }

    /// Shows `parameter`, an object or the text of one, and signs it with the account at `address`.
    func sign(_ parameter: JSON, by address: String, for request: Request) async throws(RPCError) -> String {
        try desk.requireAccount(address, for: request)
        let data: TypedData
        do throws(EthereumError) {
            data = try TypedData(parameter, version: version)
        } catch {
            throw RPCError(.invalidParameters, error.description)
        }
        let chain = desk.chains.chain(of: request.peer.origin)
        if let chainID = data.chainID, chainID != chain.id {
            throw RPCError(
                .invalidParameters,
                "The data is for the chain \(chainID), and the site is on \(chain.name) (\(chain.id)).")
        }
        return try desk.keyring.sign(await desk.gate.ask(approval(of: data, for: request), for: request))
    }

    private func approval(of data: TypedData, for request: Request) -> Approval {
        var approval = Approval("Sign structured data with \(desk.keyring.account.name).", verb: "Sign")
        approval.rows = desk.rows(for: request) + [Approval.Row("Kind", .theirs(data.primaryType))]
        if case .string(let name)? = data.domain["name"] { approval.rows.append(Approval.Row("For", .theirs(name))) }
        if let contract = contract(of: data) {
            approval.rows.append(Approval.Row("Contract", .exact(contract.description), note: "unknown"))
        }
        approval.fields = data.fields
        approval.payload = data.preimage
        approval.warnings = desk.warnings(about: request) + warnings(about: data)
        return approval
    }

    private func contract(of data: TypedData) -> EthereumAddress? {
        guard case .address(let contract)? = data.domain["verifyingContract"] else { return nil }
        return contract
    }

    private func warnings(about data: TypedData) -> [Approval.Warning] {
        var warnings: [Approval.Warning] = []
        if Self.spending.contains(data.primaryType) {
            warnings.append(
                Approval.Warning(
                    .danger,
                    "This signature lets somebody else spend your tokens, without asking again and at no cost to them. "
                        + "Look at the spender, the amount and the deadline below."))
        } else if contract(of: data) != nil {
            warnings.append(
                Approval.Warning(
                    .caution, "This contract is not known to the wallet. What the signature allows cannot be explained."
                ))
        }
        if data.chainID == nil {
            warnings.append(
                Approval.Warning(.caution, "The data names no chain: the signature is good on every chain."))
        }
        return warnings
    }

    /// The types by which tokens are given away: EIP-2612, DAI, Permit2.
    private static let spending: Set<String> = [
        "Permit", "PermitSingle", "PermitBatch", "PermitTransferFrom", "PermitBatchTransferFrom",
        "PermitWitnessTransferFrom", "PermitBatchWitnessTransferFrom",
    ]
}
