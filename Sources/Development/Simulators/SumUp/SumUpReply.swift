import Foundation

/// The outcome that the user of the simulated SumUp app chooses.
package enum SumUpReply: String, Hashable, Sendable, CaseIterable {
    /// The card was charged.
    case success

    /// The card was declined.
    case failed

    /// The app is not ready: no user is logged in, or another payment is open.
    case invalidState = "invalidstate"
}

extension SumUpSale {
    /// The callback URL that the app opens with its result; `nil` if it was given none, and the user stays in the app.
    ///
    /// - Parameters:
    ///   - reply: The result.
    ///   - code: SumUp's transaction code, such as `TAAA23B`, or an empty string.
    ///   - platform: The platform of the app. On Android, there is no result for an app that is not ready.
    ///   - message: The app's message; iOS only.
    /// - Returns: The caller's URL, with its own query and fragment and the result added.
    package func callback(
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

/// The simulated platform: the apps parse links and report results slightly differently.
package enum SumUpPlatform: String, Hashable, Sendable, CaseIterable {
    /// The app on iOS.
    case iOS = "ios"

    /// The app on Android.
    case android
}
