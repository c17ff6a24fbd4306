package import Bridge

/// A request that was received: it waits for the user, or it was answered.
package struct ReceivedRecord: Hashable, Sendable {
    /// Whether a request was answered.
    package enum State: Hashable, Sendable {
        /// The user has not decided.
        case pending(SessionRequest)
        /// The user has approved it, and the run of the program with this number carries it out.
        case begun(SessionRequest, run: Int64)
        /// It was answered: the envelope of the answer, and how it is published.
        case answered(String, SessionMethod.Publishing)
    }

    /// The topic and the id.
    package var key: RequestKey
    /// The order in which requests came.
    package var number: Int64
    /// The SHA-256 of the message, in hexadecimal digits.
    package var hash: String
    /// Whether it was answered.
    package var state: State
    /// When it came, in seconds since 1970.
    package var received: Int64
    /// When the request ends, in seconds since 1970.
    package var expiry: Int64
    /// The attestation of the app's origin, if there is one.
    package var attestation: String?
    /// The bytes of the request or the answer.
    package var size: Int
    /// Where the answer went, if not to the topic of the request: the answer to a sign-in.
    package var answerTopic: Topic?

    /// When something has to be done about it.
    var due: Int64 {
        switch state {
        case .pending, .begun: expiry
        case .answered: received.addingReportingOverflow(SessionDurations.journal).partialValue
        }
    }

    /// Whether it has no answer.
    var isPending: Bool {
        switch state {
        case .pending, .begun: true
        case .answered: false
        }
    }

    /// Notes that a run of the program carries it out.
    ///
    /// - Returns: Whether that is new.
    /// - Throws: ``WalletConnectError/session(_:)``: `unknownRequest` if it was answered, or another run has begun it;
    ///   `expired`.
    mutating func begin(in run: Int64, now: Int64) throws(WalletConnectError) -> Bool {
        guard !isPending || expiry > now else { throw .session(.expired) }
        switch state {
        case .pending(let request):
            state = .begun(request, run: run)
            return true
        case .begun(_, run): return false
        case .begun, .answered: throw .session(.unknownRequest)
        }
    }
}

/// A request that was sent.
package struct SentRecord: Hashable, Sendable {
    /// What came out of a request.
    package enum State: Hashable, Sendable {
        /// There is no answer yet.
        case waiting
        /// The peer answered.
        case answered(RPCResponse.Outcome)
        /// There was no answer in time.
        case expired
        /// The peer answered after that.
        case answeredLate(RPCResponse.Outcome)
        /// The relay did not accept it.
        case undelivered
        /// The session ended first, for this reason.
        case ended(ErrorResponse)
    }

    /// The topic and the id.
    package var key: RequestKey
    /// The method of the protocol.
    package var method: SessionMethod
    /// The call of the wallet's method, if it is one.
    package var request: SessionRequest?
    /// What came out.
    package var state: State
    /// The SHA-256 of the message, in hexadecimal digits.
    package var hash: String
    /// When it was sent, in seconds since 1970.
    package var created: Int64
    /// Until when an answer is waited for, in seconds since 1970.
    package var expiry: Int64
    /// The bytes of the request and of the answer.
    package var size = 0

    /// When something has to be done about it.
    var due: Int64 {
        state == .waiting ? expiry : created.addingReportingOverflow(SessionDurations.journal).partialValue
    }

    /// What the caller gets; `nil` until it is known.
    package var outcome: Result<JSON, WalletConnectError>? {
        switch state {
        case .waiting: nil
        case .answered(.result(let json)), .answeredLate(.result(let json)): .success(json)
        case .answered(.failure(let response)), .answeredLate(.failure(let response)):
            .failure(.session(.rejected(response)))
        case .expired: .failure(.session(.expired))
        case .undelivered: .failure(.session(.undelivered))
        case .ended(let reason): .failure(.session(.ended(reason)))
        }
    }
}

/// A message that is not in the relay's outbox yet.
package struct OutgoingRecord: Hashable, Sendable {
    /// The order of messages.
    package var number: Int64
    /// The topic.
    package var topic: Topic
    /// The envelope.
    package var message: String
    /// How it is published.
    package var publishing: SessionMethod.Publishing
    /// When its lifetime ends, in seconds since 1970.
    package var expiry: Int64
}

/// A message whose key cannot be opened yet.
package struct UnopenedMessage: Hashable, Sendable {
    /// The order of messages.
    package var number: Int64
    /// The topic.
    package var topic: Topic
    /// The envelope.
    package var message: String
    /// The attestation of the publisher's origin, if there is one.
    package var attestation: String?
    /// When it is dropped, in seconds since 1970.
    package var expiry: Int64
    /// When it came to the relay, or here, in seconds since 1970.
    package var arrived: Int64
}
