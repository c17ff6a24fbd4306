import Bridge

/// A method that exists and that this wallet does not offer, with the sentence that says why.
struct Unsupported: Handler {
    let sentence: String

    init(_ sentence: String) {
        self.sentence = sentence
    }

    func handle(_ request: Request) async throws(RPCError) -> JSON {
        throw RPCError(.unsupported, sentence)
    }
}
