package import Bridge
import CWebKit
import GLibKit
import WebHost

/// The place in a browser window where the wallet shows a ``Screen`` instead of the page.
@MainActor package final class ScreenArea {
    /// Called with the action of the pressed button or the selected choice, and the values of the fields.
    package var onPress: (@MainActor (_ action: ScreenAction, _ values: [FieldID: String]) -> Void)?

    /// The screen that is shown; `nil` while the page is shown.
    package private(set) var screen: Screen?

    let widget = Draw.box(GTK_ORIENTATION_VERTICAL)

    /// The user's security phrase.
    package var mark: PhraseMark?

    private var sheet: ScreenSheet?

    /// What is entered in the fields now, by the ID of the field.
    package var values: [FieldID: String] { sheet?.values ?? [:] }

    init() {
        ApprovalStyle.load()
        gtk_widget_set_no_show_all(widget, 1)
    }

    /// Shows `screen`.
    ///
    /// The choice that has the focus keeps it and stays in view, also at another place of the list, and the text that the
    /// user has scrolled to stays in view, if only the balances in it have changed. A button with the focus keeps it, too.
    /// After a search, the list is at its start.
    func show(_ screen: Screen) {
        if let shown = self.screen, let sheet, screen.isAnotherMoment(of: shown) {
            self.screen = screen
            sheet.update(screen)
            return
        }
        let isSameStep =
            self.screen?.heading == screen.heading && self.screen?.focus == screen.focus && screen.problems.isEmpty
        let place = isSameStep ? sheet?.place : nil
        // Other answers above a list are another search.
        let isSearched = !screen.choices.isEmpty && screen.fields != self.screen?.fields
        let old = sheet
        let sheet = ScreenSheet(
            screen, pane: nil, mark: mark, columns: Self.columns, onPress: { [weak self] in self?.press($0) },
            onChoose: { [weak self] in self?.choose($0) })
        old?.leave()
        self.sheet = sheet
        self.screen = screen
        Draw.name(sheet.widget, VisibleText.of(screen.heading))
        Draw.role(sheet.widget, ATK_ROLE_PANEL)
        Draw.add(sheet.widget, to: widget, expands: true)
        gtk_widget_show(widget)
        if let place { sheet.restore(place, isSearched: isSearched) } else { sheet.grabFocus() }
    }

    /// Removes the screen.
    func hide() {
        guard let sheet else { return }
        sheet.leave()
        gtk_widget_hide(widget)
        (self.sheet, screen) = (nil, nil)
    }

    /// The width of a text box, in characters.
    private static let columns = 72

    private func press(_ button: Screen.Button) {
        guard let sheet else { return }
        if button.kind != .plain, !sheet.checkFields() { return }
        onPress?(button.action, sheet.values)
    }

    private func choose(_ action: ScreenAction) {
        guard let sheet else { return }
        onPress?(action, sheet.values)
    }
}
