import Bridge

/// A test's control of the wallet and its user: `t.wallet`.
@MainActor struct WalletControls {
    /// The user whom the test controls.
    let approver: ScriptedApprover

    /// The wallet under test.
    let wallet: TestWallet

    /// Locks or unlocks the wallet.
    let setLocked: @MainActor (Bool) -> Void

    /// Executes `method` with these parameters, for a page of `origin`.
    func obey(_ method: HarnessMethod, _ params: JSON, of origin: Origin) async throws(RPCError) -> JSON {
        switch method {
        case .approve: approver.add(.approve, times: try times(params["times"]))
        case .reject: approver.add(.reject, times: try times(params["times"]))
        case .always: approver.always(try answer(params["answer"]))
        case .type: approver.type(try text(params["text"], "the text to type"))
        case .hold: approver.hold()
        case .release: approver.release()
        case .questions: return try await questions(atLeast: params["atLeast"])
        case .disconnect: try await wallet.disconnect(origin)
        case .setChain: try await wallet.setChain(try text(params["chainId"], "the chain"), origin)
        case .lock: setLocked(true)
        case .unlock: setLocked(false)
        case .chain:
            return try await wallet.controlChain(
                try text(params["order"], "the order"), params["params"] ?? .object(JSONObject()))
        case .start, .begin, .skip, .end, .done, .error, .log: throw .unknownMethod(method.rawValue)
        }
        return .null
    }

    private func questions(atLeast: JSON?) async throws(RPCError) -> JSON {
        guard let count = atLeast?.number?.integer, (0...1_000).contains(count) else {
            throw RPCError(.invalidParameters, "The number of questions to wait for must be a whole number.")
        }
        await withCheckedContinuation { continuation in
            approver.whenAsked(count) { continuation.resume() }
        }
        return .array(approver.questions.map(\.json))
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
