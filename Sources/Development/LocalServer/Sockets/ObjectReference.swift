internal import CSoup

/// Owns one reference to a GLib object.
///
/// Unsafe, because pointers are not Sendable; reference counting is thread-safe.
package final class ObjectReference<Object>: @unchecked Sendable {
    package let pointer: UnsafeMutablePointer<Object>

    /// Takes over the caller's reference.
    package init(taking pointer: UnsafeMutablePointer<Object>) {
        self.pointer = pointer
    }

    /// Adds a reference.
    package init(retaining pointer: UnsafeMutablePointer<Object>) {
        g_object_ref(pointer)
        self.pointer = pointer
    }

    deinit {
        g_object_unref(pointer)
    }

    /// The object as an instance of another class, to which it must belong.
    package func cast<Other>(to _: Other.Type = Other.self) -> UnsafeMutablePointer<Other> {
        UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Other.self)
    }
}
