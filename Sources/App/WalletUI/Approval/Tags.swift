import CWebKit
import GLibKit
import WebHost

/// The text styles of a text box, one tag for each ``Passage/Style``.
///
/// Values are shaded and indented: a line feed in a value makes another shaded line, never a line of the wallet itself.
@MainActor struct Tags {
    let table: Ref<GtkTextTagTable>

    init() {
        let builder: UnsafeMutablePointer<GtkBuilder> = gtk_builder_new_from_string(Self.definition, -1)
        defer { g_object_unref(builder) }
        guard let object = gtk_builder_get_object(builder, "tags") else {
            // No trap: the tags are defined in this file.
            preconditionFailure("the tags of a text box are defined in this file")
        }
        table = Ref(retaining: object.cast())
    }

    private static let definition =
        "<interface><object class='GtkTextTagTable' id='tags'>" + Passage.Style.allCases.map { tag($0) }.joined()
        + "</object></interface>"

    private static func tag(_ style: Passage.Style) -> String {
        "<child type='tag'><object class='GtkTextTag'><property name='name'>\(style.rawValue)</property>"
            + "<property name='direction'>ltr</property>\(properties(of: style))</object></child>"
    }

    private static func properties(of style: Passage.Style) -> String {
        switch style {
        case .trusted: above + bold
        case .note: indented + italic
        case .path: mono + above + bold
        case .type: mono + above + italic
        case .value:
            mono + indented + property("indent", "0") + property("paragraph-background", "rgba(127,127,127,0.14)")
        case .raw: mono + property("scale", "0.9")
        }
    }

    private static let mono = property("family", "monospace")
    private static let above = property("pixels-above-lines", "6")
    private static let bold = property("weight", "700")
    private static let italic = property("style", "italic")
    private static let indented = property("left-margin", "28")

    private static func property(_ name: String, _ value: String) -> String {
        "<property name='\(name)'>\(value)</property>"
    }
}
