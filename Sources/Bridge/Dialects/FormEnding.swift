/// How a payment's data-collection form says that it has ended.
public enum FormEnding: String, Hashable, Sendable {
    /// What was asked for has been given (`IC_COMPLETE`). The gateway's next answer is the proof, not this.
    case complete

    /// The form has failed (`IC_ERROR`). What the page says of it is not kept: it could repeat what was typed.
    case error
}
