import ArgumentParser
import Messages
import WebHost

/// The choice to show pages without WebKit's sandbox, by name and for one run: it is never stored.
package struct SandboxOption: ParsableArguments {
    /// The option as it is written.
    static let name = "--without-sandbox"

    @Flag(
        name: [.customLong("without-sandbox"), .customLong("no-sandbox")],
        help: ArgumentHelp(
            localized(
                """
                Show pages without WebKit’s sandbox in this run. Only for pages that you trust with all your files.
                """)))
    package var withoutSandbox = false

    /// Creates the choice to keep the sandbox.
    package init() {}

    /// Makes the choice; before the first profile is made.
    @MainActor package func apply() {
        if withoutSandbox { WebSandbox.waive() }
    }
}
