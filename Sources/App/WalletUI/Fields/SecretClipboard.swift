package import Bridge
import CWebKit
import GLibKit
import Glibc
import WebHost

/// A secret that the user has copied: the clipboard is emptied after a minute, unless something else was copied since.
///
/// Programs that keep what was copied are asked to leave it out, by the sign that password managers use.
@MainActor package enum SecretClipboard {
    /// How long a secret stays.
    package static let time = Duration.seconds(60)

    /// Stands for the last secret: the clipboard names it as the owner of what it has.
    private static var token: Ref<GObject>?
    private static var secret: UnsafeMutableRawBufferPointer?
    private static var expiry: Task<Void, Never>?

    private static var clipboard: OpaquePointer? {
        gtk_clipboard_get(gdk_atom_intern_static_string("CLIPBOARD"))
    }

    /// Copies the UTF-8 bytes of a secret.
    package static func copy(_ text: UnsafeRawBufferPointer, clock: TimeSource = .system) {
        clear()
        guard let object = g_cancellable_new(), let targets = gtk_target_list_new(nil, 0) else { return }
        let token = Ref<GObject>(taking: UnsafeMutableRawPointer(object).assumingMemoryBound(to: GObject.self))
        gtk_target_list_add_text_targets(targets, 0)
        gtk_target_list_add(targets, gdk_atom_intern_static_string("x-kde-passwordManagerHint"), 0, hint)
        var count: gint = 0
        let table = gtk_target_table_new_from_list(targets, &count)
        gtk_target_list_unref(targets)
        defer { gtk_target_table_free(table, count) }
        guard gtk_clipboard_set_with_owner(clipboard, table, guint(count), give, forget, token.pointer) != 0 else {
            return
        }
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
        copy.copyMemory(from: text)
        (self.token, secret) = (token, copy)
        expiry = Task {
            guard (try? await clock.sleep(time)) != nil, !Task.isCancelled else { return }
            clear()
        }
    }

    /// Empties the clipboard, if it still has the secret.
    package static func clear() {
        expiry?.cancel()
        expiry = nil
        if let token, gtk_clipboard_get_owner(clipboard) == token.pointer { gtk_clipboard_clear(clipboard) }
        drop()
    }

    /// What the clipboard has as text, for tests.
    package static var shownText: String? {
        guard let text = gtk_clipboard_wait_for_text(clipboard) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }

    /// Copies a text that stays, for tests.
    package static func copyOther(_ text: String) { gtk_clipboard_set_text(clipboard, text, gint(text.utf8.count)) }

    /// Wipes the copy from which the clipboard is served.
    private static func drop() {
        token = nil
        guard let secret else { return }
        self.secret = nil
        wipe(secret)
        secret.deallocate()
    }

    /// The number of the target that is only a sign.
    private static let hint: guint = 1

    private static let give: GtkClipboardGetFunc = { _, selection, info, _ in
        // Unsafe because pointers are not Sendable; GTK calls on the main thread.
        nonisolated(unsafe) let selection = selection
        MainActor.assumeIsolated {
            guard info != hint else {
                let sign = Array("secret".utf8)
                return gtk_selection_data_set(
                    selection, gtk_selection_data_get_target(selection), 8, sign, gint(sign.count))
            }
            guard let secret else { return }
            let text = secret.baseAddress?.assumingMemoryBound(to: CChar.self)
            gtk_selection_data_set_text(selection, text, gint(secret.count))
        }
    }

    /// Something else has been copied.
    private static let forget: GtkClipboardClearFunc = { _, owner in
        let owner = owner.map { UInt(bitPattern: $0) }
        MainActor.assumeIsolated {
            if let token, UInt(bitPattern: token.pointer) == owner { drop() }
        }
    }
}
