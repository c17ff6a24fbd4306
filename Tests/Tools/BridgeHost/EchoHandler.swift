import Bridge

/// Answers with what it was asked.
struct EchoHandler: Handler {
    func handle(_ request: Request) async throws(RPCError) -> JSON {
        request.params
    }
}
