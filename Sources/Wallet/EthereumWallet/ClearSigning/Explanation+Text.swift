package import Bridge
import Ethereum
import Messages
import WalletCore

extension Explanation {
    /// The explanation of a text that is signed as structured data: it gets the warnings of any other text from `peer`.
    package static func text(_ text: String, from peer: Peer, rows: [Approval.Row]) -> Explanation {
        let warnings = MessageWarnings(PersonalMessage(text: text), from: peer)
        var explanation = Explanation(localizable("Sign a text as structured data."), verb: localized("Sign"))
        explanation.rows = rows
        for warning in [warnings.ofKeys, warnings.ofLogins].compactMap(\.self) {
            explanation.warn(warning.level, warning.text)
        }
        explanation.warn(
            .caution,
            localized(
                """
                The wallet does not know this type of message. It names no amount and nobody else, but the \
                requester may use it for something that it does not say.
                """))
        return explanation
    }
}
