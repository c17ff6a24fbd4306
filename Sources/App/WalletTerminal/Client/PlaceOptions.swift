package import ArgumentParser

/// Where a wallet's files are, as tests and the program's own processes say it.
package struct PlaceOptions: ParsableArguments {
    /// The folder of the wallets; `nil` for the user's.
    @Option(help: .hidden)
    package var folder: String?

    /// The folder of the wallet's data; `nil` for the user's.
    @Option(name: .customLong("state-folder"), help: .hidden)
    package var state: String?

    /// Creates the user's place.
    package init() {}
}
