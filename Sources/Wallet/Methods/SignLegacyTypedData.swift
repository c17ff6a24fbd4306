import Bridge
import Ethereum
import Keys
import Primitives

/// `eth_signTypedData` in its first version, from before EIP-712 was settled; the bare name also takes version 4.
struct SignLegacyTypedData: Method {
    let access = MethodAccess.needsKeys
    let desk: Desk

    /// Whether data of version 4 is signed too, as the bare name has it.
    let takesVersion4: Bool

    var names: [String] { [takesVersion4 ? "eth_signTypedData" : "eth_signTypedData_v1"] }

    func parse(_ request: Request) throws(RPCError) -> (data: JSON, address: String) {
        guard let first = request.params[0], let second = request.params[1] else {
            throw RPCError(.invalidParameters, "The parameters must be [typed data, address].")
        }
        // Version 1 has the data first, the later ones the address.
        let isAddressFirst = first.string.map { (try? EthereumAddress($0)) != nil } ?? false
        let (data, address) = isAddressFirst ? (second, first) : (first, second)
        guard let address = address.string else {
            throw RPCError(.invalidParameters, "The parameters must be [typed data, address].")
        }
        return (data, address)
    }

    func run(_ wish: (data: JSON, address: String), for request: Request) async throws(RPCError) -> JSON {
        .string(try await sign(wish.data, by: wish.address, for: request))
    }

    /// Shows `parameter` and signs it with the account at `address`.
    func sign(_ parameter: JSON, by address: String, for request: Request) async throws(RPCError) -> String {
        if takesVersion4, !LegacyTypedData.isLikely(parameter) {
            return try await SignTypedData(names: [], desk: desk, version: .v4).sign(
                parameter, by: address, for: request)
        }
        let account = try desk.requireAccount(address, for: request)
        let data: LegacyTypedData
        do throws(EthereumError) {
            data = try LegacyTypedData(parameter)
        } catch {
            throw RPCError(.invalidParameters, error.description)
        }
        let consent = try await desk.gate.ask(
            SignableLegacyTypedData(data: data, context: desk.context(of: account, for: request)), for: request)
        return HexText.of(try desk.activeAccount.sign(consent).encoded)
    }
}
