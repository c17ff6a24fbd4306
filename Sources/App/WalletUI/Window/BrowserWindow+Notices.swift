import Bridge
import CWebKit
import Messages
import WebHost

/// What can be done about pages that cannot be opened.
private enum ObstacleAction: Hashable {
    case again
}

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
        if let help = obstacle.help { return explain(url, obstacle.reason, help) }
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
                onAction?(.show)
            }
        }
    }

    /// Shows in place of the page why none is opened, and what helps.
    private func explain(_ url: String, _ reason: String, _ help: String) {
        var screen = Screen(title: options.title, heading: localized("Pages cannot be opened safely"))
        screen.paragraphs = [
            Screen.Paragraph(reason, tone: .danger),
            Screen.Paragraph(
                localized(
                    """
                    Without the sandbox, a page that takes over its process can read and change your files, so no page was \
                    opened.
                    """)),
            Screen.Paragraph(help),
        ]
        if let option = options.sandboxOption {
            screen.paragraphs.append(
                Screen.Paragraph(
                    localized(
                        """
                        To open pages without the sandbox once, start this program with the option \
                        \(option, as: "option"). Do that only for pages that you trust completely.
                        """)))
        }
        screen.buttons = [Screen.Button(ObstacleAction.again, label: localized("Try again"), .next)]
        obstacleArea.onPress = { [weak self] _, _ in self?.view?.load(url) }
        obstacleArea.show(screen)
    }

    /// Removes a notice of ``showNotice(_:_:button:_:)`` that no longer applies.
    public func removeNotice(_ id: NoticeID) {
        notices.remove(id)
    }

    /// Whether a notice of ``showNotice(_:_:button:_:)`` is shown.
    package func showsNotice(_ id: NoticeID) -> Bool { notices.shows(id) }

    /// The notices of ``showNotice(_:_:button:_:)`` that are shown, the newest last, for tests.
    package var shownNotices: [String] { notices.sentences }
}
