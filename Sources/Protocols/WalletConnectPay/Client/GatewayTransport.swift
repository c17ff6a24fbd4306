internal import Bridge
internal import Logging
internal import Network

/// Sends requests to the gateway and returns its responses.
struct GatewayTransport: Sendable {
    let access: GatewayAccess
    let sender: any HTTPSender
    let time: TimeSource
    let retry: RetryRule
    let log: Logger

    /// Sends the request once.
    func once(_ question: GatewayRequest) async -> GatewayReply {
        guard !Task.isCancelled else { return .failure(.wire(.closed)) }
        let start = time.now()
        let reply = await reply(to: question)
        switch reply {
        case .answer: log.debug("asked", metadata: notes(question, "answered", since: start))
        case .failure(let fault):
            log.notice("request failed", metadata: notes(question, Self.name(of: fault), since: start))
        }
        return reply
    }

    /// Sends the request until there is a response or retrying is useless; only for requests that may be sent twice.
    func patiently(_ question: GatewayRequest) async throws(PayError) -> JSON {
        let start = time.now()
        var number = 0
        while true {
            switch await once(question) {
            case .answer(let answer): return answer
            case .failure(let fault):
                number += 1
                guard fault.isPassing,
                    let pause = retry.pause(before: number, wish: fault.retryAfter, elapsed: time.now() - start)
                else { throw fault.meaning(for: question.route) }
                try await wait(pause)
            }
        }
    }

    /// Waits, unless the task is cancelled.
    func wait(_ duration: Duration) async throws(PayError) {
        do {
            try await time.sleep(duration)
        } catch {
            throw .cancelled
        }
        guard !Task.isCancelled else { throw .cancelled }
    }

    private func reply(to question: GatewayRequest) async -> GatewayReply {
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await sender.send(question.request(access))
        } catch {
            return .failure(.wire(Task.isCancelled ? .closed : error))
        }
        guard 200..<300 ~= response.status else { return .failure(.refused(GatewayRefusal(response))) }
        // A transport may not enforce the limit.
        guard response.body.count <= GatewayRequest.sizeLimit else { return .failure(.wire(.tooLarge)) }
        let isShort = response.body.count <= JSON.shortBytes
        let answer = if isShort { Self.read(response.body) } else { await Self.readLong(response.body) }
        guard let answer, answer.object != nil else { return .failure(.unreadable) }
        return .answer(answer)
    }

    /// A long response is not parsed on the main thread.
    @concurrent private static func readLong(_ body: [UInt8]) async -> JSON? { read(body) }

    private static func read(_ body: [UInt8]) -> JSON? {
        try? JSON(parsing: body, rules: .message)
    }

    // MARK: Logging

    /// The end of the payment's ID is enough to recognise a payment in the log, and not enough to look it up.
    private func notes(_ question: GatewayRequest, _ outcome: String, since start: Duration) -> Logger.Metadata {
        [
            "what": "\(question.route.rawValue)", "payment": "…\(question.payment.text.dropFirst(4).suffix(4))",
            "outcome": "\(outcome)", "time": "\(time.now() - start)",
        ]
    }

    private static func name(of fault: GatewayFault) -> String {
        switch fault {
        case .refused(let refusal): "\(refusal.status)\(refusal.code.map { " \($0.rawValue)" } ?? "")"
        case .wire(let error): "\(error)"
        case .unreadable: "invalid answer"
        }
    }
}
