import Bridge
import Primitives

/// The methods that only tell: `eth_accounts`, `eth_coinbase`, `eth_chainId`, `net_version`, `web3_clientVersion`,
/// `web3_sha3`.
enum EthereumFacts: Handler {
    case accounts(Desk)
    case coinbase(Desk)
    case chainID(Desk)
    case networkVersion(Desk)
    case clientVersion(String)
    case keccak(Desk)

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        let origin = request.peer.origin
        switch self {
        case .accounts(let desk): return .array(desk.accounts(for: origin).map { .string($0) })
        case .coinbase(let desk): return desk.accounts(for: origin).first.map { .string($0) } ?? .null
        case .chainID(let desk): return .string(desk.chains.chain(of: origin).hexID)
        case .networkVersion(let desk): return .string(String(desk.chains.chain(of: origin).id))
        case .clientVersion(let version): return .string(version)
        case .keccak(let desk):
            guard let text = request.params[0]?.string, text.utf8.starts(with: "0x".utf8),
                let bytes = Hex.decode(text)
            else { throw RPCError(.invalidParameters, "The parameters must be [bytes], as hexadecimal text with 0x.") }
            let hash = try await desk.pace.compute(for: origin) { () throws(RPCError) in
                bytes.count <= PersonalSign.short ? Keccak256.hash(bytes) : await Self.hash(bytes)
            }
            return .string(HexText.of(hash.bytes))
        }
    }

    /// Away from the main thread: any page may send a megabyte.
    @concurrent nonisolated private static func hash(_ bytes: [UInt8]) async -> Digest32 { Keccak256.hash(bytes) }
}
