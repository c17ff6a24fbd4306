import Bridge
import EthereumWallet
import WalletCore

/// `wallet_getCallsStatus` and `wallet_showCallsStatus` (EIP-5792): what became of a batch of calls.
struct CallsStatus: Method {
    /// What is done with the status.
    enum Action: String, CaseIterable {
        case get = "wallet_getCallsStatus"
        case show = "wallet_showCallsStatus"
    }

    let action: Action
    let access = MethodAccess.open
    let sites: SiteAccounts
    let chains: ChainBook
    let bundles: CallBundles
    let pace: SiteRateLimit

    var names: [String] { [action.rawValue] }

    func parse(_ request: Request) throws(RPCError) -> String {
        guard let id = request.params[0]?.string, id.utf8.count <= 4_096 else {
            throw RPCError(.invalidParameters, "The parameters must be [id].")
        }
        return id
    }

    func run(_ id: String, for request: Request) async throws(RPCError) -> JSON {
        guard let bundle = bundles.bundle(id, of: request.peer.origin) else {
            throw RPCError(.unknownBundle, "This site has sent no batch with this ID since the wallet was started.")
        }
        // The window lists every transaction under Activity, so that there is nothing else to show.
        guard action == .get else { return .null }
        let node = try chains.node(for: bundle.chain)
        var receipts: [JSON] = []
        for hash in bundle.hashes {
            let answer = try await node.ask(
                "eth_getTransactionReceipt", [.string(hash)], for: request.peer.origin,
                isConnected: sites.isConnected(request), on: bundle.chain, at: pace)
            if let receipt = Self.receipt(answer.result, of: hash) { receipts.append(receipt) }
        }
        let status = Self.status(of: receipts, sent: bundle.hashes.count, calls: bundle.count)
        return [
            "version": "2.0.0", "id": .string(bundle.id), "chainId": .string(bundle.chain.hexID),
            "status": .number(JSONNumber(status)), "atomic": false, "receipts": .array(receipts),
        ]
    }

    /// The status code: 100 pending, 200 confirmed, 500 all failed, 600 some failed or were not sent.
    static func status(of receipts: [JSON], sent: Int, calls: Int) -> Int {
        guard receipts.count == sent else { return 100 }
        let succeeded = receipts.count { $0["status"] == "0x1" }
        if succeeded == calls { return 200 }
        return succeeded == 0 && sent == calls ? 500 : 600
    }

    /// The members of a receipt that the specification names; `nil` if it is not one of `hash` in a block.
    private static func receipt(_ receipt: JSON, of hash: String) -> JSON? {
        guard receipt["transactionHash"]?.string?.lowercased() == hash.lowercased(), let logs = receipt["logs"]?.array,
            let blockHash = receipt["blockHash"]?.string, let block = receipt["blockNumber"]?.string,
            let gas = receipt["gasUsed"]?.string, let status = receipt["status"]?.string.flatMap(HexNumber.read)
        else { return nil }
        let plain = logs.prefix(mostLogs).map { log -> JSON in
            ["address": log["address"] ?? .null, "data": log["data"] ?? "0x", "topics": log["topics"] ?? []]
        }
        return [
            "logs": .array(plain), "status": status == 1 ? "0x1" : "0x0", "blockHash": .string(blockHash),
            "blockNumber": .string(block), "gasUsed": .string(gas), "transactionHash": .string(hash),
        ]
    }

    private static let mostLogs = 2_000
}
