/// One value of an approval that the user may change before the yes, such as the network fee.
///
/// With every change the asker makes a new approval, which is shown in the place of the old one: what the user agrees
/// to is always what stands on the screen.
public struct Adjustment: Hashable, Sendable {
    /// One of a few values among which the user picks.
    public struct Choice: Hashable, Sendable {
        /// The value that it stands for.
        public let value: String

        /// Its name, such as `Normal`.
        public let label: String

        /// What it comes to, such as `0.42 USD, about 30 seconds`.
        public let note: String?

        /// Creates a choice.
        public init(_ value: String, label: String, note: String? = nil) {
            self.value = value
            self.label = label
            self.note = note
        }
    }

    /// The name by which ``Decision/adjusted(_:)`` speaks of it; unique in an approval.
    public let id: String

    /// What it is about, such as `Network fee`; in our words.
    public let label: String

    /// What it is now: the value of one of the choices, or a text that can be typed.
    public let value: String

    /// The unit behind a typed value, such as `gwei`.
    public let unit: String?

    /// What the value comes to, such as `at most 0.000118 ETH`; in our words.
    public let note: String?

    /// The values among which the user picks; empty where the value is typed.
    public let choices: [Choice]

    /// Why the value cannot be used, as a sentence; an approval with one cannot be approved.
    public var problem: String?

    /// Whether it is for those who know the details, and folded away until they look.
    public let isAdvanced: Bool

    /// The row that shows the value already, and beside which it is edited; `nil` where it needs a line of its own.
    public let role: Approval.Row.Role?

    /// Creates an adjustment.
    public init(
        id: String, label: String, value: String, unit: String? = nil, note: String? = nil, choices: [Choice] = [],
        problem: String? = nil, isAdvanced: Bool = false, role: Approval.Row.Role? = nil
    ) {
        self.id = id
        self.label = label
        self.value = value
        self.unit = unit
        self.note = note
        self.choices = choices
        self.problem = problem
        self.isAdvanced = isAdvanced
        self.role = role
    }
}
