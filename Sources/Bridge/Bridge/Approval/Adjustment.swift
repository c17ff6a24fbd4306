/// A value of an approval that the user can change before approving, such as the network fee.
///
/// Each change makes a new approval, which replaces the old one: the user always approves exactly what is on the
/// screen.
public struct Adjustment: Hashable, Sendable {
    /// One of several values that the user can choose.
    public struct Choice: Hashable, Sendable {
        /// The value.
        public let value: String

        /// The name of the choice, such as `Normal`.
        public let label: String

        /// What it means for the user, such as `0.42 USD, about 30 seconds`.
        public let note: String?

        /// Creates a choice.
        public init(_ value: String, label: String, note: String? = nil) {
            self.value = value
            self.label = label
            self.note = note
        }
    }

    /// The key of this value in ``Decision/adjusted(_:)``; unique in an approval.
    public let id: String

    /// The label, such as `Network fee`; text of the wallet itself.
    public let label: String

    /// The current value: the value of one of the choices, or a text that can be typed.
    public let value: String

    /// The unit shown after a typed value, such as `gwei`.
    public let unit: String?

    /// What the value means for the user, such as `at most 0.000118 ETH`; text of the wallet itself.
    public let note: String?

    /// The values that the user can choose; empty if the value is typed.
    public let choices: [Choice]

    /// Why the value is invalid, as a sentence; an approval with an invalid value cannot be approved.
    public var problem: String?

    /// Whether it is a box to tick; its value is `true` or `false`.
    public let isTick: Bool

    /// Whether it is an advanced setting, hidden until the user expands it.
    public let isAdvanced: Bool

    /// The row that already shows the value and gets an edit button; `nil` if the value needs its own line.
    public let role: Approval.Row.Role?

    /// Creates an adjustment.
    public init(
        id: String, label: String, value: String, unit: String? = nil, note: String? = nil, choices: [Choice] = [],
        problem: String? = nil, isTick: Bool = false, isAdvanced: Bool = false, role: Approval.Row.Role? = nil
    ) {
        self.id = id
        self.label = label
        self.value = value
        self.unit = unit
        self.note = note
        self.choices = choices
        self.problem = problem
        self.isTick = isTick
        self.isAdvanced = isAdvanced
        self.role = role
    }
}
