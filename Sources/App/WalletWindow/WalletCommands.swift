package import ArgumentParser
import Messages
import WalletTerminal

/// The commands of the wallet.
package enum WalletCommands {
    /// The commands of the program `drawbridge`.
    package static let all: [any ParsableCommand.Type] =
        [OpenCommand.self] + TerminalCommands.accounts + [PSBTCommand.self] + TerminalCommands.tools
        + [ConnectCommand.self] + TerminalCommands.sessions + [PayCommand.self] + TerminalCommands.settings
        + [WalletsCommand.self] + TerminalCommands.practice
        + [
            SumUpCommand.self, DoctorCommand.self, LinkCommand.self, RegisterCommand.self, UnregisterCommand.self,
            ReadQRCommand.self,
        ]

    /// The command that runs without a name: it opens the wallet.
    package static let usual: any ParsableCommand.Type = OpenCommand.self

    /// The sentence about a word that is not a command, if it is like one.
    static func correction(of word: String) -> String? {
        let names = all.map { $0._commandName }
        guard word.utf8.count <= 30, word.allSatisfy({ $0.isLetter || $0 == "-" }),
            let near = names.min(by: { distance($0, word) < distance($1, word) }), distance(near, word) <= 2
        else { return nil }
        guard near != word else {
            return localized("The command comes first, and its options after it: drawbridge \(word, as: "command") …")
        }
        return localized(
            "There is no command “\(word, as: "word")”. Did you mean “\(near, as: "command")”?")
    }

    /// The number of letters to insert, remove or replace to get one word from the other.
    private static func distance(_ one: String, _ other: String) -> Int {
        var row = Array(0...other.count)
        for (index, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (place, compared) in other.enumerated() {
                let next = min(row[place] + 1, row[place + 1] + 1, diagonal + (letter == compared ? 0 : 1))
                (diagonal, row[place + 1]) = (row[place + 1], next)
            }
        }
        return row[other.count]
    }

    /// The commands that the windows of the wallet run in a new process of their program; another program that shows
    /// these windows needs them too.
    package static let ofWindows: [any ParsableCommand.Type] = [HiddenWalletCommand.self, ReadQRCommand.self]

    /// Those of windows for practice, which handle no recovery phrase.
    package static let ofPractice: [any ParsableCommand.Type] = [ReadQRCommand.self]
}

/// `wallet` in a program that is not the wallet itself: only its windows run it, not the user.
private struct HiddenWalletCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: WalletsCommand.configuration.commandName, abstract: WalletsCommand.configuration.abstract,
        shouldDisplay: false, subcommands: WalletsCommand.configuration.subcommands)
}
