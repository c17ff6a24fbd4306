import Bridge
import HeadlessWallet
import WalletTerminal
import WalletUI

/// A page of the wallet in its window: what it shows, and what each of its actions does.
///
/// It is an object, because news of the wallet arrive while it is shown; what it shows is a value.
@MainActor protocol Page: AnyObject {
    /// What can be done on it.
    associatedtype Action: Hashable & Sendable

    /// Whether it is shown while the wallet is locked.
    var isForLocked: Bool { get }

    /// What it shows now.
    var screen: Screen { get }

    /// Reads what it shows from the wallet: before it is drawn, when the user comes back to it, and after each change.
    ///
    /// No server is asked.
    func load() async

    /// Asks for what takes longer, once it is drawn.
    func ask() async

    /// Ends what it was doing: the user has left it.
    func leave()

    /// Does what the user has chosen.
    func handle(_ action: Action, _ input: ScreenInput) async -> Navigation
}

extension Page {
    var isForLocked: Bool { false }

    func load() async {}

    func ask() async {}

    func leave() {}
}

/// Where an action leads.
enum Navigation {
    /// To the same page, which is drawn again.
    case stay

    /// To the page from which the user came.
    case back

    /// To another page, from which the user can come back.
    case open(any Page)

    /// To another page in place of this one.
    case replace(any Page)

    /// To another page as the first one, from which Back leads to the balances.
    case root(any Page)

    /// To what the accounts hold.
    case home
}

/// What was entered on a page, by the ID of the field.
struct ScreenInput: Hashable {
    /// The answers as they were typed.
    let values: [FieldID: String]

    init(_ values: [FieldID: String] = [:]) { self.values = values }

    /// The answer of a field without white space around it; empty without an answer.
    subscript(field: FieldID) -> String { EnteredText.trimmed(values[field]) }

    /// Whether a box is checked.
    func isChecked(_ field: FieldID) -> Bool { values[field] == "true" }

    /// The IDs of the boxes that are checked, as text: of coins or accounts.
    var checked: Set<String> { Set(values.filter { $0.value == "true" }.map(\.key.rawValue)) }
}

extension Screen {
    /// A screen of the wallet in its window.
    init(_ heading: String) { self.init(title: AppIdentity.name, heading: heading) }
}
