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
            preconditionFailure("the tags of a text box are defined in this file")
        }
        table = Ref(retaining: object.cast())
    }

    private static let definition = """
        <interface><object class="GtkTextTagTable" id="tags">
        \(tag("ours", "<property name='pixels-above-lines'>6</property><property name='weight'>700</property>"))
        \(tag("note", "<property name='left-margin'>28</property><property name='style'>italic</property>"))
        \(tag("path", mono + "<property name='pixels-above-lines'>6</property><property name='weight'>700</property>"))
        \(tag("type", mono + "<property name='pixels-above-lines'>6</property><property name='style'>italic</property>"))
        \(tag("value", mono + "<property name='left-margin'>28</property><property name='indent'>0</property>"
            + "<property name='paragraph-background'>rgba(127,127,127,0.14)</property>"))
        \(tag("raw", mono + "<property name='scale'>0.9</property>"))
        </object></interface>
        """

    private static let mono = "<property name='family'>monospace</property>"

    private static func tag(_ name: String, _ properties: String) -> String {
        "<child type='tag'><object class='GtkTextTag'><property name='name'>\(name)</property>"
            + "<property name='direction'>ltr</property>\(properties)</object></child>"
    }
}
