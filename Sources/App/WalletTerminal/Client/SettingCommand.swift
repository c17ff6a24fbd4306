import ArgumentParser
import HeadlessWallet
import Messages

/// The options of a command that reads the settings.
struct SettingsToRead: ParsableArguments {
    @Option(help: ArgumentHelp(localized("The configuration file to read, instead of the default one.")))
    var config: String?
    @OptionGroup var output: JSONOption

    var file: ConfigurationFile { ConfigurationFile(config) }

    /// Carries out a command, and prints its outcome as JSON, or else as lines.
    func say<Command: SettingsCommand>(_ command: Command, _ lines: (Command.Outcome) -> [String]) throws {
        let outcome = try file.perform(command)
        output.say(CommandCoding.json(outcome), lines(outcome))
    }
}

/// The options of a command that changes the settings.
struct SettingsToChange: ParsableArguments {
    @Option(help: ArgumentHelp(localized("The configuration file to change, instead of the default one.")))
    var config: String?
    @OptionGroup var output: JSONOption

    var file: ConfigurationFile { ConfigurationFile(config) }

    /// Carries out a command, which an open window takes over.
    @discardableResult func perform<Command: SettingsCommand>(_ command: Command) throws -> Command.Outcome {
        let outcome = try file.perform(command)
        reloadWindow()
        return outcome
    }

    /// Lets the running window read the settings again; without a window, it does nothing.
    func reloadWindow() {
        guard config == nil, let options = try? TerminalOptions.parse([]) else { return }
        _ = try? TerminalClient(options: options).ask(ReloadSettings())
    }
}

/// A command of the terminal that changes a setting and has nothing else to say; with `--json`, it prints that it has.
protocol SettingCommand: ParsableCommand {
    associatedtype Change: SettingsCommand

    var settings: SettingsToChange { get }

    /// The change.
    var change: Change { get }
}

extension SettingCommand {
    func run() throws {
        try settings.perform(change)
        settings.output.sayChanged()
    }
}
