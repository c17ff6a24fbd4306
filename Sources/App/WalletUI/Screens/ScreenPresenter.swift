package import Bridge
import WebHost

/// Asks the user the questions of ``Screen``s: a window, or a terminal.
@MainActor package protocol ScreenPresenter: AnyObject {
    /// Asks `screen` and waits for the answers; `nil` if the user does not want to answer.
    func ask(_ screen: Screen) async -> ScreenAnswers?

    /// Shows what is wrong with the last answers, by field ID, and waits for new ones; `nil` as for ``ask(_:)``.
    ///
    /// An ID with a slash and a number, such as `words/7`, means one of a field's words.
    func complain(_ problems: [FieldID: String]) async -> ScreenAnswers?

    /// Shows what is being done with the answers, until which the user cannot close a window.
    func work(_ sentence: String)
}
