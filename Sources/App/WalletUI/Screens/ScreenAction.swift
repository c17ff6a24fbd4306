/// What a button or a choice of a ``Screen`` does: a case of an enumeration of the page that shows the screen.
public struct ScreenAction: Hashable, Sendable {
    private let value: any Hashable & Sendable

    /// Wraps the action of a page.
    public init(_ value: some Hashable & Sendable) { self.value = value }

    /// The action of a page; `nil` if it is one of another page.
    public func of<Action>(_ page: Action.Type) -> Action? { value as? Action }

    /// Whether both are the same case of the same page.
    public static func == (left: ScreenAction, right: ScreenAction) -> Bool {
        AnyHashable(left.value) == AnyHashable(right.value)
    }

    /// Hashes the case.
    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
