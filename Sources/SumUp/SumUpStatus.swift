/// How an answer says that a payment ended.
///
/// It is a claim: anybody can open a link.
public enum SumUpStatus: Hashable, Sendable {
    /// `success`.
    case success

    /// `failed`, with what Android says about why.
    case failed(SumUpFailure)

    /// `invalidstate`: the app was not ready, so that nothing was tried.
    case notReady

    /// Something that no guide names; never taken for a success.
    case unknown
}

/// Why a payment failed, as SumUp's app on Android says it.
public enum SumUpFailure: String, Hashable, Sendable, CaseIterable {
    /// The card or the person said no, or it did not work.
    case transaction = "transaction-failed"

    /// The app may not know where it is.
    case location = "geolocation-required"

    /// The request was not understood.
    case parameter = "invalid-param"

    /// The app is not logged in.
    case login = "invalid-token"

    /// Nothing that is known was said.
    case unsaid = ""
}
