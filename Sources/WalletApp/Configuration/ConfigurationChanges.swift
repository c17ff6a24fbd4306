/// Changes the settings in their file, one change after the other, away from the main thread.
actor ConfigurationChanges {
    private let file: ConfigurationFile

    init(_ file: ConfigurationFile) {
        self.file = file
    }

    /// Changes the current settings; the change is on disk when it returns.
    func make(_ change: @Sendable (inout Settings) -> Void) throws(WalletAppError) {
        var settings = try file.read()
        change(&settings)
        try file.write(settings)
    }
}
