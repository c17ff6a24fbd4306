import ArgumentParser
import Bridge
import Messages

/// The option `--json` of a command that reads the settings or the files of the wallet.
struct JSONOption: ParsableArguments {
    @Flag(help: ArgumentHelp(localized("Print JSON.")))
    var json = false

    /// Prints one form of the result.
    func say(_ json: JSON, _ lines: [String]) {
        if self.json { return Console.say(json.text) }
        for line in lines { Console.say(line) }
    }
}

extension JSON {
    /// A text, or `null`.
    init(_ text: String?) { self = text.map { .string($0) } ?? .null }
}
