import ArgumentParser
package import Bridge
import Messages

/// The option `--json` of a command that reads the settings or the files of the wallet.
package struct JSONOption: ParsableArguments {
    @Flag(help: ArgumentHelp(localized("Print JSON.")))
    var json = false

    /// Creates the option.
    package init() {}

    /// Prints that something was changed, which other forms than JSON do not say.
    func sayChanged() { say(JSON.changed, []) }

    /// Prints one form of the result.
    package func say(_ json: JSON, _ lines: [String]) {
        if self.json { return Console.say(json.text) }
        for line in lines { Console.say(line) }
    }
}

extension JSON {
    /// What a command says that has changed something.
    package static let changed: JSON = ["changed": true]

    /// A text, or `null`.
    package init(_ text: String?) { self = text.map { .string($0) } ?? .null }
}
