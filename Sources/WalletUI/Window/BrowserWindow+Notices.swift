import Bridge

extension BrowserWindow {
    /// Shows a notice of the wallet above the page, until the user closes it or presses its button.
    ///
    /// - Parameters:
    ///   - id: What the notice is about; an earlier notice about the same is replaced.
    ///   - sentence: The text.
    ///   - button: The label of the button; `nil` for none.
    ///   - press: Called when the button is pressed.
    public func showNotice(
        _ id: NoticeID, _ sentence: String, button: String? = nil, _ press: (@MainActor () -> Void)? = nil
    ) {
        notices.show(id, VisibleText.of(sentence), button: button, press)
    }

    /// Shows a notice about a request of a page or of another program, until the user closes it or the next one
    /// replaces it.
    ///
    /// It has its own bar: it does not replace a notice of the wallet or a question of the page, and loading a page
    /// does not remove it.
    public func report(_ sentence: String) {
        reports.show(VisibleText.of(sentence))
    }

    /// Removes a notice of ``showNotice(_:_:button:_:)`` that no longer applies.
    public func removeNotice(_ id: NoticeID) {
        notices.remove(id)
    }

    /// The notices of ``showNotice(_:_:button:_:)`` that are shown, the newest last, for tests.
    package var shownNotices: [String] { notices.sentences }
}
