import Foundation

/// What the user of the simulated SumUp app decides.
public enum SumUpReply: String, Hashable, Sendable, CaseIterable {
    /// The card was charged.
    case success

    /// The card was declined.
    case failed

    /// The app is not ready: no user is logged in, or another payment is open.
    case invalidState = "invalidstate"
}

extension SumUpSale {
    /// The address that the app opens with its answer; `nil` where it was given none, and the user stays in the app.
    ///
    /// - Parameters:
    ///   - reply: What is answered.
    ///   - code: The payment's name at SumUp, such as `TAAA23B`; empty where it never got one.
    ///   - platform: Whose answer it is. Android has no word for an app that is not ready.
    ///   - message: A sentence of the app's; iOS only.
    /// - Returns: The caller's address with its own query and fragment, and the answer added.
    public func callback(
        _ reply: SumUpReply, code: String, as platform: SumUpPlatform = .iOS, message: String = ""
    ) -> String? {
        let name =
            switch platform {
            case .iOS: reply == .success ? "callbacksuccess" : "callbackfail"
            case .android: "callback"
            }
        guard let address = parameters[name], !address.isEmpty else { return nil }
        var answer: [(String, String)] = []
        switch platform {
        case .iOS:
            answer = [
                ("smp-status", reply.rawValue), ("smp-message", message), ("smp-tx-code", code),
                ("foreign-tx-id", foreignID ?? ""),
            ]
        case .android:
            answer = [
                ("smp-status", reply == .success ? "success" : "failed"),
                (
                    "smp-failure-cause",
                    reply == .success ? "" : reply == .failed ? "transaction-failed" : "invalid-token"
                ),
                ("smp-tx-code", code), ("smp-receipt-sent", "false"), ("foreign-tx-id", foreignID ?? ""),
            ]
        }
        let text = answer.filter { !$0.1.isEmpty }.map { "\($0.0)=\(Self.escaped($0.1))" }.joined(separator: "&")
        let fragment = address.firstIndex(of: "#") ?? address.endIndex
        let base = address[..<fragment]
        return base + (base.contains("?") ? "&" : "?") + text + address[fragment...]
    }

    private static func escaped(_ text: String) -> String {
        let unreserved = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}

/// Which of SumUp's apps is played: they read and answer a little differently.
public enum SumUpPlatform: String, Hashable, Sendable, CaseIterable {
    /// The app on iOS.
    case iOS = "ios"

    /// The app on Android.
    case android
}
