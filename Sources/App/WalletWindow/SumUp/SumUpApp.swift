import Desktop
import Messages
import SumUp

/// The program that takes payments with SumUp: that of the desktop, or a simulated one.
package struct SumUpApp: Sendable {
    /// Its name as people see it; `nil` if there is none.
    let name: @MainActor @Sendable () -> String?

    /// Passes it the address of a request; returns whether it takes it.
    let open: @MainActor @Sendable (_ url: String) -> Bool

    /// The sentence that is always visible beside its payments, if the window has a notice.
    let notice: String

    /// The program that the desktop has for the scheme, if any.
    static let ofDesktop = SumUpApp(
        name: { Programs.name(for: SumUpRequest.scheme) }, open: { Programs.open($0) },
        // The notice about demo keys does not apply to a card.
        notice: localized("demo keys, but a card is charged for real"))

    /// A simulated app, which charges no card.
    package static func simulated(
        named name: String, open: @escaping @MainActor @Sendable (_ url: String) -> Bool
    ) -> SumUpApp {
        SumUpApp(name: { name }, open: open, notice: localized("simulated, no card is charged"))
    }
}

extension WalletWindow {
    /// Takes the answer of a simulated SumUp app, as a link of another program.
    package func takeAnswer(_ link: String) { links.open(link, in: window) }
}
