import WebHost
/// Whoever asks the user forms: a window, or a terminal.
@MainActor public protocol FormPresenter: AnyObject {
    /// Asks `form` and waits for the answers; `nil` where the user does not want to answer.
    func ask(_ form: Form) async -> FormAnswers?

    /// Says what is wrong with the last answers, by the field's id, and waits for others; `nil` as ``ask(_:)``.
    ///
    /// An id with a slash and a number, such as `words/7`, means one of a field's words.
    func complain(_ problems: [String: String]) async -> FormAnswers?

    /// Says what is being done with the answers.
    func work(_ sentence: String)
}

extension FormWindow: FormPresenter {}
