import Bridge
import Ethereum
import Keys
import Primitives
import EthereumWallet

/// `eth_signTypedData` in its first version, from before EIP-712 was final; the name without a version suffix also
/// accepts version 4.
struct SignLegacyTypedData: Method {
    let access = MethodAccess.needsKeys
    let ethereum: EthereumAccounts

    /// Signs data of version 4, which the name without a version suffix also accepts.
    let version4: SignTypedData?

    var names: [String] { [version4 == nil ? "eth_signTypedData_v1" : "eth_signTypedData"] }

    func parse(_ request: Request) throws(RPCError) -> (data: JSON, address: String) {
        guard let first = request.params[0], let second = request.params[1] else {
            throw RPCError(.invalidParameters, "The parameters must be [typed data, address].")
        }
        // In version 1 the data comes first, in later versions the address.
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
        if let version4, !LegacyTypedData.isLikely(parameter) {
            return try await version4.sign(
                parameter, by: address, for: request)
        }
        let account = try ethereum.requireAccount(address, for: request)
        let data: LegacyTypedData
        do throws(EthereumError) {
            data = try LegacyTypedData(parameter)
        } catch {
            throw RPCError(.invalidParameters, error.description)
        }
        return try await ethereum.sign(
            SignableLegacyTypedData(data: data, context: ethereum.context(of: account, for: request)), for: request)
    }
}
