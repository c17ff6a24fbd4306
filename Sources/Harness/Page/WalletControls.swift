import Bridge

/// What a test may tell the wallet and its user: `t.wallet`.
@MainActor struct WalletControls {
    let session: PageSession

    /// Does what `request` says.
    func obey(_ request: Request) async throws(RPCError) -> JSON {
        let params = request.params
        let user = session.approver
        switch request.method {
        case "approve", "reject":
            user.add(request.method == "approve" ? .approve : .reject, times: try times(params["times"]))
        case "always": user.always(try answer(params["answer"]))
        case "type": user.type(try text(params["text"], "the text to type"))
        case "hold": user.hold()
        case "release": user.release()
        case "questions": return try await questions(atLeast: params["atLeast"])
        case "disconnect": try await session.wallet.disconnect(request.peer.origin)
        case "setChain": try session.wallet.setChain(try text(params["chainId"], "the chain"), request.peer.origin)
        case "lock": session.setLocked(true)
        case "unlock": session.setLocked(false)
        default: throw .unknownMethod(request.method)
        }
        return .null
    }

    private func questions(atLeast: JSON?) async throws(RPCError) -> JSON {
        guard let count = atLeast?.number?.integer, (0...1_000).contains(count) else {
            throw RPCError(.invalidParameters, "The number of questions to wait for must be a whole number.")
        }
        let user = session.approver
        await withCheckedContinuation { continuation in
            user.whenAsked(count) { continuation.resume() }
        }
        return .array(user.questions.map(\.json))
    }

    private func times(_ value: JSON?) throws(RPCError) -> Int {
        guard let times = value?.number?.integer, (1...1_000).contains(times) else {
            throw RPCError(.invalidParameters, "The number of times must be a whole number from 1 to 1000.")
        }
        return times
    }

    private func answer(_ value: JSON?) throws(RPCError) -> UserScript.Answer? {
        if value == .null { return nil }
        guard let answer = value?.string.flatMap(UserScript.Answer.init) else {
            throw RPCError(.invalidParameters, "The answer is “approve”, “reject” or null.")
        }
        return answer
    }

    private func text(_ value: JSON?, _ what: String) throws(RPCError) -> String {
        guard let text = value?.string else { throw RPCError(.invalidParameters, "The request does not have \(what).") }
        return text
    }
}
