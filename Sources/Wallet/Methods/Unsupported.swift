import Bridge

/// A method that exists and that this wallet does not offer, with the sentence that says why.
struct Unsupported: Handler {
    private let sentence: String
    private let kind: RPCError.Kind

    /// Creates the handler.
    ///
    /// - Parameters:
    ///   - sentence: Why the wallet does not offer it.
    ///   - kind: ``/Bridge/RPCError/Kind/unknownMethod`` where libraries go on in another way only after that.
    init(_ sentence: String, kind: RPCError.Kind = .unsupported) {
        self.sentence = sentence
        self.kind = kind
    }

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        throw RPCError(kind, sentence, phrase: RPCError.unavailable(request.method))
    }
}
