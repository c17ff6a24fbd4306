internal import Bridge
internal import Logging
internal import Network

/// Carries questions to the gateway, and what it answers back.
struct GatewayTransport: Sendable {
    let access: GatewayAccess
    let sender: any HTTPSender
    let time: TimeSource
    let retry: RetryRule
    let log: Logger

    /// Asks once.
    func once(_ question: GatewayRequest) async throws(GatewayFault) -> JSON {
        guard !Task.isCancelled else { throw .wire(.closed) }
        let start = time.now()
        do throws(GatewayFault) {
            let answer = try await answer(to: question)
            log.debug("asked", metadata: notes(question, "answered", since: start))
            return answer
        } catch {
            log.notice("request failed", metadata: notes(question, Self.name(of: error), since: start))
            throw error
        }
    }

    /// Asks until there is an answer, or no use in asking; only for what may be asked twice.
    func patiently(_ question: GatewayRequest) async throws(PayError) -> JSON {
        let start = time.now()
        var number = 0
        while true {
            do throws(GatewayFault) {
                return try await once(question)
            } catch {
                number += 1
                guard error.isPassing,
                    let pause = retry.pause(before: number, wish: error.retryAfter, elapsed: time.now() - start)
                else { throw error.meaning(for: question.route) }
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

    private func answer(to question: GatewayRequest) async throws(GatewayFault) -> JSON {
        let response: HTTPResponse
        do throws(NetworkError) {
            response = try await sender.send(question.request(access))
        } catch {
            throw .wire(Task.isCancelled ? .closed : error)
        }
        guard 200..<300 ~= response.status else { throw .refused(GatewayRefusal(response)) }
        // A carrier that does not count would be believed here otherwise.
        guard response.body.count <= GatewayRequest.sizeLimit else { throw .wire(.tooLarge) }
        let isShort = response.body.count <= JSON.shortBytes
        let answer = if isShort { Self.read(response.body) } else { await Self.readLong(response.body) }
        guard let answer, answer.object != nil else { throw .unreadable }
        return answer
    }

    /// What is long is not read on the main thread.
    @concurrent private static func readLong(_ body: [UInt8]) async -> JSON? { read(body) }

    private static func read(_ body: [UInt8]) -> JSON? {
        try? JSON(parsing: body, rules: .message)
    }

    // MARK: What is noted

    /// The end of the payment's id is enough to find a payment again, and not enough to look it up.
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
