/// What is known about results that were submitted to the gateway, and when the same results may be submitted again.
///
/// It belongs to one set of results. ``PaymentGateway`` submits them once per call; after a failure, the flow decides
/// with this type what to do next.
struct PaymentSubmission: Sendable {
    /// The maximum number of automatic resubmissions of the same results if the effect is not known.
    static let mostRepeats = 2

    /// The maximum number of automatic resubmissions of the same results if the submission certainly had no effect.
    static let mostHarmlessRepeats = 5

    /// The number of status responses that must report that the payment still awaits a payer before the same results
    /// are submitted again, if the effect is not known.
    static let checks = 3

    /// The time after which nothing that was sent can still arrive, in seconds: no server holds a request for so long.
    static let longestTransit: Int64 = 120

    /// How often the same results were submitted again since the user's last action.
    var repeats = 0

    /// The remaining number of status responses that must report that the payment still awaits a payer before the same
    /// results are submitted again.
    var checksLeft = 0

    /// When a submission ended whose effect is not known, in seconds since 1970.
    private(set) var lostAt: Int64?

    private var isHarmless = false

    /// Whether the same results may be submitted again now.
    var canRepeat: Bool { repeats < (isHarmless ? Self.mostHarmlessRepeats : Self.mostRepeats) }

    /// Records that a submission failed with `error`.
    ///
    /// - Returns: How long to wait before the status is requested.
    mutating func fail(with error: PayError, at now: Int64) -> Duration {
        switch error.submissionEffect {
        case .unknown:
            lose(at: now)
            return .zero
        case .refused:
            isHarmless = false
            checksLeft = 1
            return .zero
        case .none:
            isHarmless = true
            checksLeft = 1
            let pause = Duration.seconds(min(repeats, 2))
            guard case .rateLimited(let wish?) = error else { return pause }
            return min(max(wish, pause), PaymentFlow.longestPause)
        }
    }

    /// Records that the effect of a submission is not known.
    mutating func lose(at now: Int64) {
        isHarmless = false
        checksLeft = Self.checks
        lostAt = now
    }

    /// Counts a status response that reports that the payment still awaits a payer.
    ///
    /// - Returns: How long to wait before the status is requested again; `nil` if that is not necessary.
    mutating func nextCheck() -> Duration? {
        checksLeft = max(0, checksLeft - 1)
        return checksLeft > 0 ? .seconds(Self.checks - checksLeft) : nil
    }

    /// How long a submission may still be on its way; `nil` if none is.
    func transitTime(at now: Int64) -> Duration? {
        guard let lostAt else { return nil }
        let (elapsed, isBeyondAll) = now.subtractingReportingOverflow(lostAt)
        return isBeyondAll || elapsed >= Self.longestTransit ? nil : .seconds(Self.longestTransit - max(0, elapsed))
    }
}

extension PayError {
    /// What an error of ``PaymentGateway/confirm(_:option:signatures:collectedData:maxPollMs:)`` says about the effect.
    enum SubmissionEffect {
        /// The gateway examined the results, and did not accept them.
        case refused
        /// The gateway did not receive the results, or reported that it failed: the status confirms that.
        case none
        /// The gateway may have accepted the results.
        case unknown
    }

    /// What the error says about the effect of a submission.
    var submissionEffect: SubmissionEffect {
        switch self {
        case _ where isRefusal: .refused
        case .noConnection, .noProxy, .untrusted, .rateLimited, .internalError: .none
        // These statuses are from the gateway itself; those of an intermediary do not say what the gateway did.
        case .http(429), .http(500), .http(501), .http(503), .http(505...): .none
        default: .unknown
        }
    }

    /// Whether the results were made for a price that is no longer valid.
    var isStalePrice: Bool { self == .quoteExpired || self == .routeExpired }

    /// Whether the gateway has examined what was submitted and did not accept it, or there is nothing left to submit.
    ///
    /// An unknown payment is not a refusal: the gateway knew it before, so another gateway may be answering.
    var isRefusal: Bool {
        switch self {
        case .invalidRequest, .invalidAccount, .paymentExpired, .paymentCancelled, .complianceFailed, .optionNotFound,
            .invalidOption, .invalidState, .dataCollectionRequired, .unsupportedMethod, .invalidSignature,
            .unauthorized, .configuration, .versionRefused, .transactionReplaced, .quoteExpired, .routeExpired:
            true
        default: false
        }
    }
}
