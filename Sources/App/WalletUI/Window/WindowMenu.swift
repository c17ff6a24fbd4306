import WebHost
/// The content of the wallet's menu in a window.
public struct WindowMenu: Sendable {
    /// An item of the menu.
    public struct Item: Sendable {
        /// What selecting it does, for ``BrowserWindow/Action/menu(_:)``; `nil` for a heading of the lines below it.
        public let action: ScreenAction?

        /// The label.
        public let label: String

        /// Whether it is the selected item of a group; `nil` for an action.
        public let isChosen: Bool?

        /// Creates a heading of the lines below it.
        public static func heading(_ label: String) -> Item { Item(label: label, action: nil, isChosen: nil) }

        /// Creates a line.
        public init(_ action: some Hashable & Sendable, label: String, isChosen: Bool? = nil) {
            self.init(label: label, action: ScreenAction(action), isChosen: isChosen)
        }

        private init(label: String, action: ScreenAction?, isChosen: Bool?) {
            (self.label, self.action, self.isChosen) = (label, action, isChosen)
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
