import Bridge
import Ethereum
import EthereumWallet
import WalletCore

/// `eth_getTransactionByHash` and `eth_getTransactionCount`: what the site's node says, and where the node does not know
/// a transaction yet that this wallet has sent, what the journal says.
///
/// Behind a load balancer, the node that is asked is often not the one that got the transaction; libraries wait until
/// it is known, and pages choose a nonce that is taken.
struct AskAboutOwn: Method {
    let node: AskNode
    let journal: any Journal

    /// The methods.
    static let names: Set = ["eth_getTransactionByHash", "eth_getTransactionCount"]

    var names: [String] { node.names }
    var access: MethodAccess { node.access }

    func parse(_ request: Request) throws(RPCError) -> [JSON] { try node.parse(request) }

    func run(_ params: [JSON], for request: Request) async throws(RPCError) -> JSON {
        if node.method == "eth_getTransactionByHash" { return try await transaction(params, for: request) }
        let answer = try await node.run(params, for: request)
        guard params.last == "pending", let account = params.first?.string.flatMap({ try? EthereumAddress($0) }),
            var count = Quantity.readWord(answer)
        else { return answer }
        let nonces = Set(await pending(of: account, for: request).compactMap(\.nonce))
        while nonces.contains(count) { count += 1 }
        return .string(Quantity.text(count))
    }

    private func transaction(_ params: [JSON], for request: Request) async throws(RPCError) -> JSON {
        let outcome: Result<JSON, RPCError>
        do throws(RPCError) {
            outcome = .success(try await node.run(params, for: request))
        } catch {
            outcome = .failure(error)
        }
        if Self.isOpen(outcome), let hash = params.first?.string, let own = await own(hash, for: request) {
            return own.pendingJSON
        }
        return try outcome.get()
    }

    /// Whether the node does not know the transaction, or could not be asked.
    private static func isOpen(_ outcome: Result<JSON, RPCError>) -> Bool {
        switch outcome {
        case .success(let answer): answer == .null
        case .failure(let error): error.kind == .disconnected || error.kind == .timedOut
        }
    }

    /// The transaction that a node has accepted from this wallet, if the site asked for it or sees its account.
    private func own(_ hash: String, for request: Request) async -> SignedTransaction? {
        let chain = chain(of: request)
        guard let record = try? await journal.transaction(hash.lowercased(), on: chain), sees(record, request) else {
            return nil
        }
        switch record.state {
        case .sent, .mined: return try? SignedTransaction(raw: record.raw)
        case .signed, .unknown, .replaced, .refused, .declined, .abandoned: return nil
        }
    }

    /// The transactions of `account` that a node has accepted and that no block is known to contain, if the site asked
    /// for them or sees the account.
    private func pending(of account: EthereumAddress, for request: Request) async -> [TransactionRecord] {
        let chain = chain(of: request)
        return ((try? await journal.open()) ?? []).filter {
            $0.state == .sent && $0.chain == chain && $0.from == account.description && sees($0, request)
        }
    }

    private func chain(of request: Request) -> String { node.chains.chain(of: request.peer.origin).caip }

    private func sees(_ record: TransactionRecord, _ request: Request) -> Bool {
        record.origin == request.peer.recordedOrigin
            || node.sites.accounts(for: request.peer.origin).contains(record.from.lowercased())
    }
}
