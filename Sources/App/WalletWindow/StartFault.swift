import Bridge
import GLibKit
import Glibc
import Messages
import WalletUI

/// Shows in a window why the program could not start: a desktop does not show terminal output.
@MainActor enum StartFault {
    private enum Action: Hashable {
        case close
    }

    /// Runs `body`; if it fails and there is no terminal, shows the error in a window until the user closes it.
    ///
    /// Call it after ``MainLoop/start()``.
    static func telling<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch {
            if isatty(STDERR_FILENO) == 0 { show("\(error)", heading: localized("Drawbridge could not start")) }
            throw error
        }
    }

    /// Shows a sentence in a window until the user closes it.
    static func show(_ sentence: String, heading: String) {
        let mark = SecurityPhraseFile(state: nil)?.mark() ?? PhraseMark(.random())
        let window = ScreenWindow(over: nil, notice: nil, mark: mark)
        window.onPress = { _, _ in MainLoop.stop() }
        window.onClose = { MainLoop.stop() }
        var step = Screen(title: "Drawbridge", heading: heading)
        step.mark = .stopped
        step.paragraphs = [Screen.Paragraph(sentence)]
        step.buttons = [Screen.Button(Action.close, label: localized("Close"), .next)]
        window.show(step, pane: nil)
        withExtendedLifetime(window) { MainLoop.run() }
    }
}
