package import CWebKit

/// Any GTK widget.
package typealias Widget = UnsafeMutablePointer<GtkWidget>

/// One counted reference to a GObject, released when its last owner in Swift is.
///
/// The deinit is isolated, so the reference is always released on GTK's thread.
@MainActor package final class Ref<Object> {
    package let pointer: UnsafeMutablePointer<Object>

    /// Takes over a reference that the caller owns (`transfer full`).
    package init(taking pointer: UnsafeMutablePointer<Object>) {
        self.pointer = pointer
    }

    /// Adds a reference to a borrowed object (`transfer none`, or floating).
    package init(retaining pointer: UnsafeMutablePointer<Object>) {
        self.pointer = pointer
        g_object_ref_sink(pointer)
    }

    isolated deinit {
        g_object_unref(pointer)
    }
}

extension UnsafeMutablePointer {
    /// The same object as an instance of another class in its hierarchy, like the cast macros of C.
    package func cast<Other>(to type: Other.Type = Other.self) -> UnsafeMutablePointer<Other> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
    }
}
