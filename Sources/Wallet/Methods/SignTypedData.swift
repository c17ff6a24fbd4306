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
        let account = try desk.requireAccount(address, for: request)
        let data: TypedData
        do throws(EthereumError) {
            data = try TypedData(parameter, version: version)
        } catch {
            throw RPCError(.invalidParameters, error.description)
        }
        let chain = desk.chain(for: request)
        if let chainID = data.chainID, chainID != chain.id {
            throw RPCError(
                .invalidParameters,
                "The data is for the chain \(chainID), and the site is on \(chain.name) (\(chain.id)).")
        }
        let said = await desk.clearSigning.explain(data, on: chain, signer: account)
        return try desk.keyring.sign(await desk.gate.ask(approval(of: data, saying: said, for: request), for: request))
    }

    private func approval(of data: TypedData, saying said: Explanation, for request: Request) -> Approval {
        var approval = Approval(said.sentence, verb: said.verb)
        approval.rows = desk.rows(for: request)
        approval.warnings = desk.warnings(about: request)
        said.apply(to: &approval)
        if case .string(let name)? = data.domain["name"] { approval.rows.append(Approval.Row("For", .theirs(name))) }
        let contract = contract(of: data)
        if let contract, !approval.rows.contains(where: { $0.value == .exact(contract.description) }) {
            let name = desk.descriptors.name(of: contract, on: data.chainID ?? 0)
            approval.rows.append(Approval.Row("Contract", .exact(contract.description), note: name ?? "unknown"))
        }
        if contract != nil, !said.isExplained, said.warnings.isEmpty {
            approval.warnings.append(
                Approval.Warning(
                    .caution, "This contract is not known to the wallet. What the signature allows cannot be explained."
                ))
        }
        if data.chainID == nil {
            approval.warnings.append(
                Approval.Warning(.caution, "The data names no chain: the signature is good on every chain."))
        }
        approval.fields = data.fields
        approval.payload = data.preimage
        return approval
    }

    private func contract(of data: TypedData) -> EthereumAddress? {
        guard case .address(let contract)? = data.domain["verifyingContract"] else { return nil }
        return contract
    }
}
