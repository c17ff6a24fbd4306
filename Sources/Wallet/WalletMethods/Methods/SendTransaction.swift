import Bridge
import Ethereum
import EthereumWallet

/// `eth_sendTransaction` and `eth_signTransaction`, also when Link's `requestWeb3Sign` requests them.
struct SendTransaction: Method {
    let access = MethodAccess.needsKeys
    let ethereum: EthereumAccounts
    let sending: EthereumSending

    /// Whether it is sent, or only signed and returned to the site.
    let isSent: Bool

    var names: [String] { [isSent ? "eth_sendTransaction" : "eth_signTransaction"] }

    func parse(_ request: Request) throws(RPCError) -> JSON {
        guard let transaction = request.params[0] else {
            throw RPCError(.invalidParameters, "The parameters must be [transaction].")
        }
        return transaction
    }

    func run(_ transaction: JSON, for request: Request) async throws(RPCError) -> JSON {
        .string(try await perform(transaction, by: nil, for: request))
    }

    /// Shows the transaction that `json` describes and sends or signs it with the account at `address`, or with the one
    /// that `json` names.
    ///
    /// - Returns: The hash of the transaction that was sent, or the bytes of the one that was signed.
    func perform(_ json: JSON, by address: String?, for request: Request) async throws(RPCError) -> String {
        guard ethereum.mayUseAccount(request.peer) else { throw .unauthorized }
        let chain = ethereum.chain(for: request)
        let wanted = try Self.read(json)
        if let id = wanted.chainID, id != chain.id {
            throw RPCError(
                .invalidParameters,
                "The transaction is for the chain \(id), and the site is on \(chain.name) (\(chain.id)).")
        }
        let account = try ethereum.requireAccount(address ?? wanted.from?.description, for: request)
        guard wanted.from == nil || wanted.from == account else { throw .unauthorized }
        if isSent { return try await sending.send(wanted, by: account, for: request) }
        return HexText.of(try await sending.sign(wanted, by: account, for: request))
    }

    private static func read(_ json: JSON) throws(RPCError) -> TransactionRequest {
        do throws(EthereumError) {
            return try TransactionRequest(json)
        } catch .transaction(.blobs, _), .transaction(.authorizations, _), .transaction(.type, _) {
            throw RPCError(
                .unsupported,
                "The wallet does not send blob transactions or unknown transaction types, and never delegates an "
                    + "account to code (EIP-7702).")
        } catch {
            throw RPCError(.invalidParameters, error.description)
        }
    }
}
