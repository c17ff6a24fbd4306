/// What a window's menu offers, beside its page: the wallet's own things.
public struct WindowMenu: Sendable {
    /// One line of the menu.
    public struct Item: Sendable {
        /// The name by which ``BrowserWindow/onMenu`` tells of it.
        public let id: String

        /// What it says.
        public let label: String

        /// Whether it is the one in use, among items of which one is; `nil` for an item that does something.
        public let isChosen: Bool?

        /// Creates a line.
        public init(_ id: String, label: String, isChosen: Bool? = nil) {
            self.id = id
            self.label = label
            self.isChosen = isChosen
        }
    }

    /// What the menu's button says, such as the account in use.
    public var label: String

    /// The lines, in groups between which a line is drawn.
    public var groups: [[Item]]

    /// Creates a menu.
    public init(label: String, groups: [[Item]]) {
        self.label = label
        self.groups = groups
    }
}
