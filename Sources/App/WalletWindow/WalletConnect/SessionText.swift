import Bridge
import EthereumWallet
import Foundation
import HeadlessWallet
import Messages
import WalletConnect
import WalletUI

/// The wallet's sentences about WalletConnect sessions.
enum SessionText {
    /// The title of windows about WalletConnect.
    static let title = localized("Drawbridge – WalletConnect")

    /// The question about a link in a page of the wallet's own window.
    static func question(about page: Origin?) -> Screen {
        var step = Screen(title: title, heading: localized("Connect this page to the wallet by WalletConnect?"))
        if let page { step.source = Screen.Source(page, .website) }
        step.paragraphs = [
            Screen.Paragraph(
                localized(
                    """
                    The wallet contacts the relay and asks the app behind the link what it wants. You are asked again \
                    before it can see anything.
                    """))
        ]
        step.buttons = [
            Screen.Button(Screen.Answer.cancel, label: localized("Don’t connect")),
            Screen.Button(Screen.Answer.submit, label: localized("Continue"), .paying),
        ]
        return step
    }

    /// The state of the connection to the relay, as a sentence; also while WalletConnect is off or has no relay.
    static func state(of relay: RelayState, _ settings: SessionSettings) -> String {
        if settings.relay == nil { return localized("No relay is set. Apps are reached through a relay.") }
        if !settings.isEnabled { return localized("WalletConnect is turned off. Apps cannot reach the wallet.") }
        return relay.sentence
    }

    /// How long ago something was, roughly.
    static func ago(_ seconds: Int64, now: Int64) -> String {
        let minutes = max(0, now - seconds) / 60
        let (hours, days) = (minutes / 60, minutes / 1_440)
        return switch minutes {
        case ..<1: localized("just now")
        case ..<60:
            localized(
                "\(minutes, as: "count") minute ago", plural: "\(minutes, as: "count") minutes ago", count: minutes)
        case ..<1_440:
            localized("\(hours, as: "count") hour ago", plural: "\(hours, as: "count") hours ago", count: hours)
        default: localized("\(days, as: "count") day ago", plural: "\(days, as: "count") days ago", count: days)
        }
    }

    /// The state of a session, for its line in the list.
    static func state(of session: SessionDetails, _ relay: RelayState) -> String {
        guard session.isSettled else { return localized("Waiting for the app") }
        if case .connected = relay { return localized("Connected") }
        return session.version == .v1 ? localized("Connected") : localized("Offline")
    }

    /// What happened to something that waited for the user.
    static func withdrawal(of name: String, isProposal: Bool, _ why: Withdrawal) -> String {
        switch (isProposal, why) {
        case (true, .expired):
            localized("\(name, as: "app") wanted to connect, but its request expired. Nothing was shared.")
        case (true, .ended):
            localized("\(name, as: "app") wanted to connect, but withdrew its request. Nothing was shared.")
        case (false, .expired): localized("A request of \(name, as: "app") expired before you answered it.")
        case (_, .replaced): localized("\(name, as: "app") has sent another request instead.")
        case (false, .ended): localized("A request of \(name, as: "app") was withdrawn, because its session ended.")
        }
    }

    /// What waits until the wallet is unlocked or uses another account.
    static func waiting(_ waiting: [SessionChannelEvent.Waiting]) -> String? {
        guard let first = waiting.first else { return nil }
        let name = first.peer.quotedName
        let count = waiting.reduce(0) { $0 + $1.count }
        switch first.obstacle {
        case .locked:
            return localized(
                "\(name, as: "app") is waiting for you. Unlock the wallet to see its request.",
                plural:
                    "\(name, as: "app") is waiting for you, with \(count, as: "count") requests in all. Unlock the wallet to see them.",
                count: count)
        case .otherAccount:
            let address = first.peer.accounts.first?.address ?? ""
            return localized(
                "\(name, as: "app") asks for the account \(address, as: "address"). Choose this account in the menu to see its request."
            )
        }
    }

    /// Why the wallet could not accept a proposal.
    static func refusal(of name: String, _ fault: NamespaceFault) -> String {
        switch fault {
        case .unsupportedNamespace, .unsupportedChain, .noAccount:
            localized("\(name, as: "app") requires a network that this wallet does not support. It was not connected.")
        case .unsupportedMethod, .unsupportedEvent:
            localized("\(name, as: "app") requires a function that this wallet does not support. It was not connected.")
        default: localized("\(name, as: "app") sent a request that is not valid. It was not connected.")
        }
    }
}
