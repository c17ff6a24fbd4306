import Bridge
import Ethereum
import Primitives
import EthereumWallet

/// Tells which account signed a message (`personal_ecRecover`).
///
/// It does not ask the user, because anyone can compute it.
struct RecoverSigner: Method {
    let names = ["personal_ecRecover"]
    let access = MethodAccess.open
    let pace: SiteRateLimit

    func parse(_ request: Request) throws(RPCError) -> (message: String, signature: [UInt8]) {
        guard let message = request.params[0]?.string, let text = request.params[1]?.string,
            let signature = Hex.decode(text), signature.count == 65
        else { throw RPCError(.invalidParameters, "The parameters must be [message, signature of 65 bytes].") }
        return (message, signature)
    }

    func run(_ signed: (message: String, signature: [UInt8]), for request: Request) async throws(RPCError) -> JSON {
        try await pace.compute(for: request.peer.origin) { () throws(RPCError) in
            do throws(EthereumError) {
                let (message, signature) = (PersonalMessage(signed.message), signed.signature)
                let isShort = message.bytes.count <= PersonalSign.short
                let signer = isShort ? try message.signer(signature) : try await Self.signer(of: message, signature)
                return .string(signer.description.lowercased())
            } catch {
                throw RPCError(.invalidParameters, error.description)
            }
        }
    }

    /// This runs off the main thread, because any page may send a megabyte.
    @concurrent nonisolated private static func signer(
        of message: PersonalMessage, _ signature: [UInt8]
    ) async throws(EthereumError) -> EthereumAddress {
        try message.signer(signature)
    }
}
