import Ethereum
import Bridge

/// Link's `requestWeb3Sign`: a signature by the user's Ethereum account.
struct RequestWeb3Sign: Method {
    let names = ["requestWeb3Sign"]
    let access = MethodAccess.needsKeys
    let personalSign: PersonalSign
    let signTypedData: SignLegacyTypedData
    let sendTransaction: SendTransaction
    let signTransaction: SendTransaction

    /// The signature that a page requests.
    struct Wish {
        let message: String
        let type: String
        let address: String
    }

    func parse(_ request: Request) throws(RPCError) -> Wish {
        guard let message = request.params["message"]?.string, let type = request.params["signType"]?.string,
            let address = request.params["address"]?.string
        else { throw RPCError(.malformed, "“address”, “message” and “signType” must be strings.") }
        return Wish(message: message, type: type, address: address)
    }

    func run(_ wish: Wish, for request: Request) async throws(RPCError) -> JSON {
        let (message, address) = (wish.message, wish.address)
        let signature: String
        switch wish.type {
        case "personal_sign":
            signature = try await personalSign.sign(message, by: address, for: request)
        case "eth_signTypedData":
            signature = try await signTypedData.sign(
                .string(message), by: address, for: request)
        case "eth_sign":
            throw RPCError(.unsupported, "eth_sign is not supported: it could sign anything, even a payment.")
        case "eth_sendTransaction", "eth_signTransaction":
            let json: JSON
            switch JSON.read(message, rules: .message) {
            case .value(let value): json = value
            case .fault(let fault): throw RPCError(.malformed, "“message” \(fault.reason.rawValue).")
            }
            let method = wish.type == "eth_sendTransaction" ? sendTransaction : signTransaction
            signature = try await method.perform(json, by: address, for: request)
        default:
            throw RPCError(.unsupported, "The wallet does not know the signType \(RPCError.quoted(wish.type)).")
        }
        return ["message": .string(message), "signature": .string(signature)]
    }
}
