import ArgumentParser
import Dispatch
import Glibc
import HeadlessWallet
import Messages
import Store
import SumUp
import Desktop
import WalletTerminal

/// `drawbridge link LINK`: the command that the desktop runs for a link of the program's schemes, and from its menu.
///
/// Without a link it opens the wallet. A running window gets a link; without one, it is handled here. The sender is not known.
struct LinkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "link", abstract: localized("Open a link. The desktop runs this command."))

    @Argument(help: ArgumentHelp(localized("The link.")))
    var link: String?

    @Option(help: .hidden)
    var state: String?

    func validate() throws {
        guard let link else { return }
        guard link.utf8.count <= AppIdentity.longestLink else {
            throw ValidationError(localized("The link is too long."))
        }
        guard link.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw ValidationError(localized("The link contains invalid characters."))
        }
    }

    func run() throws {
        guard let link else { return try OpenCommand.parse([]).run() }
        try MainActor.assumeIsolated {
            // A response is stored immediately, in this process; the store notifies the process that waits for it.
            if SumUpAnswer.isAnswer(link, scheme: AppIdentity.scheme) { return try takeAnswer(link) }
            // A window with the user's keys comes before one with demo keys.
            for name in [AppIdentity.id, AppIdentity.demo] where Instance.hand([link], to: name) { return }
            try LinkOpener.open(link)
        }
    }

    @MainActor private func takeAnswer(_ link: String) throws {
        let sumUpPayments = SumUpPayments(in: try Store.ofUser(in: state))
        Task {
            do throws(SumUpError) {
                let attempt = try await sumUpPayments.take(link).attempt
                Console.say(SumUpText.line(ListedCardPayment(attempt)))
                Glibc.exit(0)
            } catch  where error == .stray && Instance.hand([link], to: AppIdentity.demo) {
                // Only a window with demo keys, which stores nothing in the user's store, can know it.
                Glibc.exit(0)
            } catch {
                Console.complain("\(error)")
                Glibc.exit(1)
            }
        }
        dispatchMain()
    }
}
