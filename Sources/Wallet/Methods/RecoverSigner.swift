import Bridge
import Ethereum
import Primitives

/// Tells which account signed a message (`personal_ecRecover`).
///
/// It asks nobody, since anybody can compute it.
struct RecoverSigner: Handler {
    func handle(_ request: Request) async throws(RPCError) -> JSON {
        guard let message = request.params[0]?.string, let text = request.params[1]?.string,
            let signature = Hex.decode(text), signature.count == 65
        else { throw RPCError(.invalidParameters, "The parameters must be [message, signature of 65 bytes].") }
        do throws(EthereumError) {
            return .string(try PersonalMessage(message).signer(signature).description.lowercased())
        } catch {
            throw RPCError(.invalidParameters, error.description)
        }
    }
}
