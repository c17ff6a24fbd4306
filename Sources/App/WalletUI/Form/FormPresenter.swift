import WebHost
/// Shows forms to the user: a window, or a terminal.
@MainActor package protocol FormPresenter: AnyObject {
    /// Asks `form` and waits for the answers; `nil` if the user does not want to answer.
    func ask(_ form: Form) async -> FormAnswers?

    /// Shows what is wrong with the last answers, by field ID, and waits for new ones; `nil` as for ``ask(_:)``.
    ///
    /// An ID with a slash and a number, such as `words/7`, means one of a field's words.
    func complain(_ problems: [String: String]) async -> FormAnswers?

    /// Shows what is being done with the answers.
    func work(_ sentence: String)
}

extension FormWindow: FormPresenter {}
