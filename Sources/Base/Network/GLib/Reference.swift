package import CSoup

/// One counted reference to a GLib object, released when its last owner in Swift is.
///
/// The deinit is isolated: an object that belongs to the network's main context is freed on its thread.
@NetworkActor package final class Reference {
    /// The object, valid for as long as this reference.
    package let pointer: UnsafeMutableRawPointer

    /// Takes over a reference that the caller owns (`transfer full`).
    package init(taking pointer: UnsafeMutableRawPointer) { self.pointer = pointer }

    /// Takes over a reference that the caller owns (`transfer full`).
    package init(taking pointer: OpaquePointer) { self.pointer = UnsafeMutableRawPointer(pointer) }

    /// Adds a reference to a borrowed object (`transfer none`).
    package init(retaining pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
        g_object_ref(pointer)
    }

    /// Adds a reference to a borrowed object (`transfer none`).
    package convenience init(retaining pointer: OpaquePointer) {
        self.init(retaining: UnsafeMutableRawPointer(pointer))
    }

    isolated deinit {
        g_object_unref(pointer)
    }

    /// The object as an instance of a class whose structure is in the headers, like the cast macros of C.
    package func cast<Object>(to type: Object.Type = Object.self) -> UnsafeMutablePointer<Object> {
        pointer.assumingMemoryBound(to: type)
    }

    /// The object as an instance of an interface, or of a class whose structure is not in the headers.
    package var opaque: OpaquePointer { OpaquePointer(pointer) }
}

/// Cancels GIO calls.
@NetworkActor package final class Cancellable {
    let reference: Reference

    package init() {
        // No trap: GLib itself ends the program without memory.
        guard let pointer = g_cancellable_new() else { preconditionFailure("GLib has no memory for an object") }
        reference = Reference(taking: pointer)
    }

    package var pointer: UnsafeMutablePointer<GCancellable> { reference.cast() }

    package var isCancelled: Bool { g_cancellable_is_cancelled(pointer) != 0 }

    /// Cancels the calls that use it; later calls with it fail immediately.
    package func cancel() { g_cancellable_cancel(pointer) }

    /// Runs `work`; cancelling the task also cancels this.
    package func following<Value: Sendable>(_ work: @NetworkActor () async throws -> Value) async rethrows -> Value {
        try await withTaskCancellationHandler {
            try await work()
        } onCancel: {
            Task { @NetworkActor in cancel() }
        }
    }
}
