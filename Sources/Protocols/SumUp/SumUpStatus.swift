/// The outcome of a payment according to a response.
///
/// It is only a claim, because anyone can open a link.
public enum SumUpStatus: Hashable, Sendable {
    /// `success`.
    case success

    /// `failed`, with the reason that Android reports.
    case failed(SumUpFailure)

    /// `invalidstate`: the app was not ready, so no payment was tried.
    case notReady

    /// An undocumented status, or an undocumented cause of a failure; it counts neither as a success nor as a failure.
    case unknown
}

/// Why a payment failed, as reported by SumUp's app on Android.
public enum SumUpFailure: String, Hashable, Sendable, CaseIterable {
    /// The card was declined, the payer cancelled, or it did not work.
    case transaction = "transaction-failed"

    /// The app has no permission to use the location.
    case location = "geolocation-required"

    /// The request was not understood.
    case parameter = "invalid-param"

    /// The app is not logged in.
    case login = "invalid-token"

    /// There was no known reason.
    case unsaid = ""
}
