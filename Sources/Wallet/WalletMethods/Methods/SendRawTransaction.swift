import Bridge
import Ethereum
import Primitives
import EthereumWallet
import WalletCore

/// `eth_sendRawTransaction`: passes on a transaction that is already signed, after checking it.
///
/// The user is not asked, because its signer has approved it and a site could send it to any server. The wallet must be
/// able to decode it, it must be for the site's chain and have a valid signature, and the site must be connected. A
/// transaction that the wallet's own account signed is written to the journal before it is sent to a node, so that its
/// nonce counts as used and its outcome is tracked.
struct SendRawTransaction: Method {
    let names = ["eth_sendRawTransaction"]
    let access = MethodAccess.unlocked
    let chains: ChainBook
    let sites: SiteAccounts
    let sending: EthereumSending
    let pace: SiteRateLimit

    func parse(_ request: Request) throws(RPCError) -> [UInt8] {
        guard let text = request.params[0]?.string, text.utf8.starts(with: "0x".utf8), let raw = Hex.decode(text),
            request.params.array?.count == 1
        else {
            throw RPCError(
                .invalidParameters, "The parameters must be [signed transaction], as hexadecimal text with 0x.")
        }
        return raw
    }

    func run(_ raw: [UInt8], for request: Request) async throws(RPCError) -> JSON {
        let origin = request.peer.origin
        guard sites.isConnected(request) else { throw .unauthorized }
        let chain = try chains.chain(for: request)
        let signed = try Self.read(raw)
        guard signed.transaction.chainID == chain.id else {
            throw RPCError(
                .invalidParameters,
                signed.transaction.chainID == 0
                    ? "The transaction is not bound to a chain, so it would be valid on all of them."
                    : "The transaction is for the chain \(signed.transaction.chainID), and the site is on \(chain.name) "
                        + "(\(chain.id)).", phrase: "invalid chain id for signer")
        }
        let node = try chains.node(for: chain)
        try await pace.run(
            for: origin, isConnected: true, chain: chain.id
        ) { () async throws(RPCError) in
            // It may have waited for its turn.
            guard sites.isConnected(request) else { throw .unauthorized }
            try await sending.pass(on: signed, on: chain, to: node, for: request)
        }
        return .string(HexText.of(signed.hash.bytes))
    }

    private static func read(_ raw: [UInt8]) throws(RPCError) -> SignedTransaction {
        do throws(EthereumError) {
            return try SignedTransaction(raw: raw)
        } catch .transaction(.blobs, _), .transaction(.authorizations, _), .transaction(.type, _) {
            throw RPCError(
                .unsupported,
                "The wallet does not send blob transactions, authorizations (EIP-7702) or transaction types that it "
                    + "cannot read.")
        } catch {
            throw RPCError(.invalidParameters, error.description)
        }
    }
}
