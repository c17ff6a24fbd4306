import Messages

/// A command about the user's settings, which are in a file: an open window takes over what it changes.
package protocol SettingsCommand: WalletCommand {
    /// Changes the settings, or only reads them.
    func apply(to settings: inout Settings) throws(WalletError) -> Outcome
}

extension SettingsCommand {
    package static var needsKeys: Bool { false }

    @MainActor package func run(in wallet: Wallet) async throws(WalletError) -> Outcome {
        guard let settings = wallet.settings else {
            throw WalletError(.failed, localized("This wallet has no settings."))
        }
        let outcome = try await settings.perform(self)
        await wallet.host?.reload()
        return outcome
    }
}

extension ConfigurationFile {
    /// Carries out a command about the settings; if it has changed them, they are on disk when it returns.
    package func perform<Command: SettingsCommand>(_ command: Command) throws(WalletError) -> Command.Outcome {
        try command.check()
        let before = try read()
        var settings = before
        let outcome = try command.apply(to: &settings)
        if settings != before { try write(settings) }
        return outcome
    }
}

/// A member that is `null` in JSON, instead of left out, if there is no value.
@propertyWrapper package struct OrNull<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    package var wrappedValue: Value?

    package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}
