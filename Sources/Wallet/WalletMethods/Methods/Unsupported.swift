import Bridge
import EthereumWallet

/// A method that exists but that this wallet does not offer, with a sentence that says why.
struct Unsupported: Method {
    let names: [String]
    let access = MethodAccess.open
    private let sentence: String
    private let kind: RPCError.Kind

    /// Describes methods that the wallet does not offer.
    ///
    /// - Parameters:
    ///   - names: The methods.
    ///   - sentence: Why the wallet does not offer it.
    ///   - kind: ``/Bridge/RPCError/Kind/unknownMethod`` if libraries use a fallback only after that error.
    init(_ names: [String], _ sentence: String, kind: RPCError.Kind = .unsupported) {
        self.names = names
        self.sentence = sentence
        self.kind = kind
    }

    func run(_ params: JSON, for request: Request) async throws(RPCError) -> JSON {
        throw RPCError(kind, sentence, phrase: RPCError.unavailable(request.method))
    }
}

extension Unsupported {
    /// The methods of Ethereum's dialect that the wallet does not offer.
    ///
    /// For some of them, libraries have a fallback if they get the error -32601 (method not found).
    @MainActor static var all: [Unsupported] {
        [
            Unsupported(["eth_sign"], "eth_sign is not supported: it could sign anything, even a payment."),
            Unsupported(
                ["eth_getEncryptionPublicKey", "eth_decrypt"], "The wallet has no keys for encryption."),
            Unsupported(
                ["eth_newPendingTransactionFilter"], "Filters for pending transactions are not supported.",
                kind: .unknownMethod),
        ]
    }
}
