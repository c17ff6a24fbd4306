import Messages
import WalletUI
import WebHost

/// Offers to draw pages with the processor where they stay blank with the graphics hardware.
@MainActor struct BlankPages {
    /// The words of the note.
    enum Word: String {
        /// A page stayed blank.
        case blank
        /// The user has chosen the processor.
        case software
    }

    /// The name of the note in the folder of the wallet's state.
    nonisolated static let name = "graphics"

    /// What is remembered for the next start; `nil` for keys that store nothing.
    let note: StateNote?
    /// Lets the processor draw from now on.
    let draw: @MainActor () -> Void
    /// Shows the offer, with what its button does.
    let offer: @MainActor (_ press: @escaping @MainActor () -> Void) -> Void
    /// Removes the offer.
    let withdraw: @MainActor () -> Void

    /// What the offer says.
    nonisolated static var sentence: String {
        localized("A page was loaded, but nothing was drawn. Some graphics drivers do not work with WebKitGTK.")
    }

    /// The window starts: what the user chose applies, and what failed is offered.
    func start() {
        switch note?.word.flatMap(Word.init) {
        case .software: draw()
        case .blank: show()
        case nil: break
        }
    }

    /// A page was drawn, or stayed blank.
    func learn(isDrawn: Bool) {
        let word = note?.word.flatMap(Word.init)
        guard word != .software else { return }
        if isDrawn {
            guard word == .blank else { return }
            note?.remove()
            withdraw()
        } else {
            note?.write(Word.blank.rawValue)
            show()
        }
    }

    private func show() {
        offer {
            note?.write(Word.software.rawValue)
            draw()
            withdraw()
        }
    }
}

extension WalletWindow {
    /// Offers to draw pages with the processor if they stay blank, now and at the next starts.
    func offerSoftwareDrawing(_ note: StateNote?) {
        let pages = BlankPages(
            note: note, draw: { [view] in view.drawWithoutHardware() },
            offer: { [window, view] press in
                window.showNotice(
                    .blankPage, BlankPages.sentence, button: localized("Draw without graphics hardware")
                ) {
                    press()
                    view.reload()
                }
            }, withdraw: { [window] in window.removeNotice(.blankPage) })
        pages.start()
        view.onFrames = { pages.learn(isDrawn: $0) }
    }
}
