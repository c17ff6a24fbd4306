import Bridge
import Ethereum
import Primitives
import EthereumWallet
import WalletCore

/// `eth_sendRawTransaction`: passes a transaction on that is signed already, after a look at what it is.
///
/// Nobody is asked: its signer has agreed to it, and a site could hand it to any server. It must be one that the wallet
/// can read, for the site's chain, and validly signed; the site must be connected. What the wallet's own account signed
/// is written to the journal before a node hears of it, so that its nonce is in use and its fate is followed.
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
        let chain = chains.chain(of: origin)
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
        ) { () async throws(RPCError) in try await sending.pass(on: signed, on: chain, to: node, for: request) }
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
