import Bridge
import HeadlessWallet
import Messages
import WalletUI

extension SentTransaction {
    /// What the window shows of it.
    var screen: Screen {
        var screen = Screen(title: HomeScreens.title, heading: localized("Sent"))
        if state == .unknown {
            screen = Screen(title: HomeScreens.title, heading: localized("Unknown outcome"))
            screen.paragraphs = [Form.Paragraph(sentence ?? "", tone: .caution)]
        } else {
            screen.mark = .done
            screen.paragraphs = [
                Form.Paragraph(localized("The network has the transaction. The history shows when it is confirmed."))
            ]
            screen.paragraphs += sentence.map { [Form.Paragraph($0)] } ?? []
        }
        screen.rows = [Approval.Row(localized("Transaction ID"), .exact(txid))]
        screen.buttons = [
            Screen.Button(HomeScreens.Action.history.rawValue, label: localized("History")),
            Screen.Button(HomeScreens.Action.home.rawValue, label: localized("Done"), .next),
        ]
        return screen
    }
}
