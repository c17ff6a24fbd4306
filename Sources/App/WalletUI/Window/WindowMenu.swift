import WebHost
/// The content of the wallet's menu in a window.
public struct WindowMenu: Sendable {
    /// An item of the menu.
    public struct Item: Sendable {
        /// The ID that is passed to ``BrowserWindow/onMenu``.
        public let id: String

        /// The label.
        public let label: String

        /// Whether it is the selected item of a group; `nil` for an action.
        public let isChosen: Bool?

        /// Whether it is only a heading of the lines below it.
        public var isHeading: Bool { id.isEmpty }

        /// Creates a heading of the lines below it.
        public static func heading(_ label: String) -> Item { Item("", label: label) }

        /// Creates a line.
        public init(_ id: String, label: String, isChosen: Bool? = nil) {
            self.id = id
            self.label = label
            self.isChosen = isChosen
        }
    }

    /// The label of the menu button, such as the active account.
    public var label: String

    /// The items, in groups with separators between them.
    public var groups: [[Item]]

    /// Creates a menu.
    public init(label: String, groups: [[Item]]) {
        self.label = label
        self.groups = groups
    }
}
