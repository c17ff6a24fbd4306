internal import Bridge
internal import Network

/// Hands a confirmation over to the gateway, until its outcome is known or certain to be unknown.
struct HandOver {
    /// How often the status is looked at when an answer was lost, before the fate of the payment is called unknown.
    private static let looks = 3

    let transport: GatewayTransport
    let question: GatewayRequest

    /// Whether the gateway may have it.
    private var mayBeThere: Bool

    /// Creates it.
    ///
    /// - Parameters:
    ///   - transport: What sends it.
    ///   - question: What is sent.
    ///   - mayBeThere: Whether it was sent before, and may have arrived.
    init(_ transport: GatewayTransport, _ question: GatewayRequest, mayBeThere: Bool) {
        self.transport = transport
        self.question = question
        self.mayBeThere = mayBeThere
    }

    /// Sends it; where something was sent before, only if the payment waits still.
    mutating func run() async throws(HandOverFault) -> ConfirmResult {
        if mayBeThere, let result = try await look(otherwise: .outcomeUnknown) { return result }
        let start = transport.time.now()
        var number = 0
        while true {
            let fault: GatewayFault
            do throws(GatewayFault) {
                let answer = try await transport.once(question)
                guard let result = try? ConfirmResult(answer) else { throw .unreadable }
                return result
            } catch {
                fault = error
            }
            let meaning = fault.meaning(for: question.route)
            let fate = Fate(after: fault)
            switch fate {
            case .judged:
                // A refusal of the second one says nothing of the first, which may have come late.
                if mayBeThere, let result = try await look(otherwise: .outcomeUnknown) { return result }
                throw HandOverFault(meaning: meaning, mayBeThere: false)
            case .unsent:
                if mayBeThere, let result = try await look(otherwise: .outcomeUnknown) { return result }
                throw failure(meaning)
            case .lost:
                mayBeThere = true
                return try await settle()
            case .unheard, .unreached, .failed:
                number += 1
                let elapsed = transport.time.now() - start
                let pause = transport.retry.pause(before: number, wish: fault.retryAfter, elapsed: elapsed)
                let couldBeThere = mayBeThere
                // Until the status says that it was not.
                if fate == .failed { mayBeThere = true }
                if let pause { try await wait(pause) }
                if fate != .unheard, let result = try await look(otherwise: meaning) { return result }
                mayBeThere = couldBeThere
                guard pause != nil else { throw failure(meaning) }
            }
        }
    }

    /// What a fault says of what was sent.
    private enum Fate {
        /// The gateway looked at it and does not want it.
        case judged
        /// It was not sent.
        case unsent
        /// Nobody looked at it.
        case unheard
        /// Nobody was there to take it.
        case unreached
        /// The gateway had a fault, and most likely did nothing with it.
        case failed
        /// Nobody knows.
        case lost

        init(after fault: GatewayFault) {
            self =
                switch fault {
                case .refused(let refusal) where refusal.isUnheard: .unheard
                // An intermediary answered, which does not know more than the wallet.
                case .refused(let refusal) where !refusal.isOwn || refusal.status == 502 || refusal.status == 504:
                    .lost
                case .refused(let refusal) where refusal.isPassing: .failed
                case .refused(let refusal) where refusal.meaning(for: .confirm) == .unauthorized: .unsent
                case .refused: .judged
                case .wire(.unreachable): .unreached
                case .wire(.untrusted), .wire(.unusableAddress): .unsent
                case .wire, .unreadable: .lost
                }
        }
    }

    /// Looks at the status until it says more than that the payment waits.
    private func settle() async throws(HandOverFault) -> ConfirmResult {
        for number in 1...Self.looks {
            if let result = try await look(otherwise: .outcomeUnknown) { return result }
            guard number < Self.looks, let pause = transport.retry.pause(before: number, wish: nil, elapsed: .zero)
            else {
                break
            }
            try await wait(pause)
        }
        throw failure(.outcomeUnknown)
    }

    /// The status of the payment, unless it is still pending; throws `otherwise` if it is unknown.
    private func look(otherwise: PayError) async throws(HandOverFault) -> ConfirmResult? {
        do throws(PayError) {
            let answer = try await transport.patiently(GatewayRequest(route: .status, payment: question.payment))
            let result = try ConfirmResult(answer)
            return result.status == .requiresAction ? nil : result
        } catch {
            throw failure(error == .cancelled ? .cancelled : otherwise)
        }
    }

    private func wait(_ pause: Duration) async throws(HandOverFault) {
        do throws(PayError) {
            try await transport.wait(pause)
        } catch {
            throw failure(error)
        }
    }

    /// Where the gateway may have it, no other error says so.
    private func failure(_ meaning: PayError) -> HandOverFault {
        HandOverFault(meaning: mayBeThere && meaning != .cancelled ? .outcomeUnknown : meaning, mayBeThere: mayBeThere)
    }
}
