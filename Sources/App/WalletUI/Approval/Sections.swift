import CWebKit
import GLibKit
import WebHost

/// The collapsed sections below the summary of an approval; each opens in place.
@MainActor final class Sections {
    /// A section that can be opened.
    private struct Part {
        let id: String
        let toggle: Widget
        let pane: Widget
    }

    let widget = Draw.box(GTK_ORIENTATION_VERTICAL, spacing: 9)

    /// Called when a section opens, with its content, or closes.
    var onOpen: (@MainActor (Widget?) -> Void)?

    private let toggles = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
    private var parts: [Part] = []

    init() {
        Draw.add(toggles, to: widget)
    }

    /// Adds a section; `make` draws its content when it opens for the first time.
    func add(_ id: String, title: String, isOpen: Bool, make: @escaping @MainActor () -> Widget) {
        let toggle: Widget = gtk_toggle_button_new()
        let arrow: Widget = gtk_image_new_from_icon_name("pan-end-symbolic", GTK_ICON_SIZE_BUTTON)
        Draw.fit(arrow)
        let line = Draw.box(GTK_ORIENTATION_HORIZONTAL, spacing: 3)
        Draw.add(arrow, to: line)
        Draw.add(Draw.label(title), to: line)
        gtk_container_add(toggle.cast(), line)
        gtk_button_set_relief(toggle.cast(), GTK_RELIEF_NONE)
        gtk_widget_set_halign(toggle, GTK_ALIGN_START)
        Draw.style(toggle, "approval-section")
        Draw.name(toggle, title)
        let pane = Draw.box(GTK_ORIENTATION_VERTICAL)
        gtk_widget_set_no_show_all(pane, 1)
        parts.append(Part(id: id, toggle: toggle, pane: pane))
        Draw.add(toggle, to: toggles)
        Draw.add(pane, to: widget)
        var make = Optional(make)
        let open = { @MainActor (isOpen: Bool) in
            if isOpen, let draw = make {
                make = nil
                let content = draw()
                Draw.add(content, to: pane)
                gtk_widget_show_all(content)
            }
            let icon = isOpen ? "pan-down-symbolic" : "pan-end-symbolic"
            gtk_image_set_from_icon_name(arrow.cast(), icon, GTK_ICON_SIZE_BUTTON)
            Draw.show(pane, isOpen)
        }
        gtk_toggle_button_set_active(toggle.cast(), isOpen ? 1 : 0)
        open(isOpen)
        Signal.connect(toggle, "toggled") { [weak self] () -> Void in
            let isOpen = gtk_toggle_button_get_active(toggle.cast()) != 0
            open(isOpen)
            self?.onOpen?(isOpen ? pane : nil)
        }
    }

    var isEmpty: Bool { parts.isEmpty }

    /// The IDs of the open sections.
    var open: Set<String> {
        Set(parts.filter { gtk_toggle_button_get_active($0.toggle.cast()) != 0 }.map(\.id))
    }

    /// Puts the titles below each other if there is no space for them in one line.
    func set(narrow isNarrow: Bool) {
        gtk_orientable_set_orientation(
            OpaquePointer(toggles), isNarrow ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL)
    }
}
