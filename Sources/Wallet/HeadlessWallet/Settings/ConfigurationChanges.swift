/// Changes the settings in their file, one change after the other, away from the main thread.
package actor ConfigurationChanges {
    private let file: ConfigurationFile

    package init(_ file: ConfigurationFile) {
        self.file = file
    }

    /// The current settings.
    package func read() throws(WalletError) -> Settings { try file.read() }

    /// Carries out a command about the settings.
    package func perform<Command: SettingsCommand>(_ command: Command) throws(WalletError) -> Command.Outcome {
        try file.perform(command)
    }

    /// Changes the current settings; the change is on disk when it returns.
    ///
    /// - Returns: The new settings.
    @discardableResult package func make(_ change: @Sendable (inout Settings) -> Void) throws(WalletError) -> Settings {
        var settings = try file.read()
        change(&settings)
        try file.write(settings)
        return settings
    }
}
