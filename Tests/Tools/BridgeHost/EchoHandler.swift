import Bridge

/// Answers with what it was asked.
struct EchoHandler: SynchronousHandler {
    func result(of request: Request) throws(RPCError) -> JSON {
        request.params
    }
}
