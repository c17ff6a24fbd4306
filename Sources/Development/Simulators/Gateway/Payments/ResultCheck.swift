internal import Bridge
internal import Ethereum
internal import Primitives

/// Checks the results of a wallet against the required actions.
enum ResultCheck {
    /// Checks one result for each action, in order.
    ///
    /// A signature of typed data must be the account's; any other result must look like a transaction hash.
    static func check(_ results: [String], of actions: [JSON], by account: AccountText) throws(SimulatorError) {
        guard results.count >= actions.count else { throw .values("Validation error: Next result not present") }
        guard results.count == actions.count else { throw .values("Validation error: Unexpected result") }
        for (result, action) in zip(results, actions) {
            guard let data = action["data"], let method = data["method"]?.string else { continue }
            switch method {
            case "eth_signTypedData", "eth_signTypedData_v3", "eth_signTypedData_v4":
                try checkSignature(result, of: data["params"]?[1], method: method, by: account)
            case "eth_sendTransaction":
                guard Hex.decode(result)?.count == 32, result.utf8.starts(with: "0x".utf8) else {
                    throw .values("Validation error: A transaction hash has 32 bytes")
                }
            default:
                guard !result.isEmpty else { throw .values("Validation error: Empty result") }
            }
        }
    }

    private static func checkSignature(
        _ text: String, of parameter: JSON?, method: String, by account: AccountText
    ) throws(SimulatorError) {
        guard text.utf8.starts(with: "0x".utf8), let bytes = Hex.decode(text), bytes.count == 65 else {
            throw .values("Validation error: A signature has 65 bytes")
        }
        let version: TypedDataVersion = method == "eth_signTypedData_v3" ? .v3 : .v4
        let signer: EthereumAddress
        do {
            let data = try TypedData(parameter ?? .null, version: version)
            signer = EthereumAddress(try RecoverableSignature(encoded: bytes).signer(of: data.digest))
        } catch {
            throw .wrongSignature
        }
        guard signer.description.lowercased() == account.address.lowercased() else { throw .wrongSignature }
    }
}
