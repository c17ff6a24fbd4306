import Bridge
import Primitives
import EthereumWallet
import WalletCore

/// The methods that only read: `eth_accounts`, `eth_coinbase`, `eth_chainId`, `net_version`, `web3_clientVersion`,
/// `web3_sha3`.
struct EthereumFacts: Method {
    /// Which fact.
    enum Fact: String, CaseIterable {
        case accounts = "eth_accounts"
        case coinbase = "eth_coinbase"
        case chainID = "eth_chainId"
        case networkVersion = "net_version"
        case clientVersion = "web3_clientVersion"
        case keccak = "web3_sha3"
    }

    let access = MethodAccess.open
    let fact: Fact
    let sites: SiteAccounts
    let chains: ChainBook
    let pace: SiteRateLimit
    let version: String

    var names: [String] { [fact.rawValue] }

    func run(_ params: JSON, for request: Request) async throws(RPCError) -> JSON {
        let origin = request.peer.origin
        switch fact {
        case .accounts: return .array(sites.accounts(for: origin).map { .string($0) })
        case .coinbase: return sites.accounts(for: origin).first.map { .string($0) } ?? .null
        case .chainID: return .string(chains.chain(of: origin).hexID)
        case .networkVersion: return .string(String(chains.chain(of: origin).id))
        case .clientVersion: return .string("Drawbridge/\(version)")
        case .keccak:
            guard let text = params[0]?.string, text.utf8.starts(with: "0x".utf8),
                let bytes = Hex.decode(text)
            else { throw RPCError(.invalidParameters, "The parameters must be [bytes], as hexadecimal text with 0x.") }
            let hash = try await pace.compute(for: origin) { () throws(RPCError) in
                bytes.count <= PersonalSign.short ? Keccak256.hash(bytes) : await Self.hash(bytes)
            }
            return .string(HexText.of(hash.bytes))
        }
    }

    /// This runs off the main thread, because any page may send a megabyte.
    @concurrent nonisolated private static func hash(_ bytes: [UInt8]) async -> Digest32 { Keccak256.hash(bytes) }
}
