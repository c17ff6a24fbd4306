import Bridge
import CWebKit
import Messages
import WebHost

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

    /// Says why a page was not opened, and asks where the user may open it anyway.
    func hold(_ url: String, _ obstacle: LoadObstacle) {
        let address = Quotation.of(address: url, limit: ExternalNavigation.mostShown)
        guard obstacle.isAdvice else {
            let sentence = localized("\(address, as: "address") was not opened. \(obstacle.reason, as: "reason")")
            return bar.show(sentence, as: GTK_MESSAGE_ERROR)
        }
        let question = PromptBar.Question(
            sentence: SiteSentence(localizable("This page was not opened. \(obstacle.reason, as: "reason")")),
            quotation: address, yes: localized("Open anyway"), no: localized("Go back"), isDangerous: true)
        questions.ask(question) { [weak self] isOpened in
            guard let self, let isOpened else { return }
            if isOpened {
                leaveScreen()
                view?.loadAnyway(url)
            } else if view?.shownURL == nil {
                // There is no page to which to go back.
                onHome?()
            }
        }
    }

    /// Removes a notice of ``showNotice(_:_:button:_:)`` that no longer applies.
    public func removeNotice(_ id: NoticeID) {
        notices.remove(id)
    }

    /// The notices of ``showNotice(_:_:button:_:)`` that are shown, the newest last, for tests.
    package var shownNotices: [String] { notices.sentences }
}
