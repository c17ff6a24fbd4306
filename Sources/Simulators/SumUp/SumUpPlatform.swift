/// Which of SumUp's apps is played: they read and answer a little differently.
public enum SumUpPlatform: String, Hashable, Sendable, CaseIterable {
    /// The app on iOS.
    case iOS = "ios"

    /// The app on Android.
    case android
}
