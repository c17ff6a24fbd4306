package import CWebKit

/// Any widget of GTK.
package typealias Widget = UnsafeMutablePointer<GtkWidget>

/// One counted reference to a GObject, given back when the last owner lets go.
///
/// The deinit is isolated, so the reference is always dropped on the thread that GTK lives on.
@MainActor package final class Ref<Object> {
    package let pointer: UnsafeMutablePointer<Object>

    /// Takes over a reference that the callee gave us (`transfer full`).
    package init(taking pointer: UnsafeMutablePointer<Object>) {
        self.pointer = pointer
    }

    /// Adds a reference of our own to one that we were only shown (`transfer none`, or floating).
    package init(retaining pointer: UnsafeMutablePointer<Object>) {
        self.pointer = pointer
        g_object_ref_sink(pointer)
    }

    isolated deinit {
        g_object_unref(pointer)
    }
}

extension UnsafeMutablePointer {
    /// The same object, seen as another class of its ancestry; what C writes as a cast macro.
    package func cast<Other>(to type: Other.Type = Other.self) -> UnsafeMutablePointer<Other> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
    }
}
