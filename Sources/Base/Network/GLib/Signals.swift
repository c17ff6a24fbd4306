internal import CSoup

/// Handlers of one object's signals, which are disconnected together.
///
/// The C function of a handler captures nothing: it receives the owner, unretained, as its last argument. The owner
/// must therefore disconnect in its deinit or earlier.
@NetworkActor final class Signals {
    private let object: Reference
    private var handlers: [gulong] = []

    init(of object: Reference) { self.object = object }

    /// Connects `function`, a `@convention(c)` function of the signal's type, with `owner` as its last argument.
    func connect<Function>(_ name: String, _ owner: AnyObject, _ function: Function) {
        // Unsafe, because C stores every handler as one function type; GLib calls it with the signal's type.
        let callback = unsafeBitCast(function, to: GCallback.self)
        handlers.append(
            g_signal_connect_data(
                object.pointer, name, callback, Unmanaged.passUnretained(owner).toOpaque(), nil,
                GConnectFlags(rawValue: 0)))
    }

    /// Disconnects all handlers; none is called afterwards.
    func disconnect() {
        for handler in handlers { g_signal_handler_disconnect(object.pointer, handler) }
        handlers = []
    }
}
