import Messages

/// Why the program cannot do what the user requested: one sentence for the user.
package struct WalletAppError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The sentence.
    package let description: String

    package init(_ description: String) {
        self.description = description
    }

    /// No window can be opened.
    package static var noDisplay: WalletAppError {
        WalletAppError(localized("There is no display to open a window on."))
    }
}
