import CWebKit
import GLibKit

/// Receives signals from the session service (logind) when the screen is locked or the machine suspends.
///
/// Without this service it receives no signals. Only the owner of the service's bus name can send it signals, and a
/// false signal can only lock the wallet.
@MainActor package final class SessionWatch {
    private var bus: Ref<GObject>?
    private var subscriptions: [guint] = []
    private let leave: @MainActor () -> Void

    /// Starts to listen on the system bus; `leave` is called when the session is locked, and before the machine suspends.
    package init(_ leave: @escaping @MainActor () -> Void) {
        self.leave = leave
        AsyncCall.start {
            g_bus_get(G_BUS_TYPE_SYSTEM, nil, $0, $1)
        } _: { result in
            if let bus = g_bus_get_finish(result, nil) { self.listen(on: bus) }
        }
    }

    isolated deinit {
        guard let bus else { return }
        for subscription in subscriptions {
            g_dbus_connection_signal_unsubscribe(OpaquePointer(bus.pointer), subscription)
        }
    }

    private func listen(on connection: OpaquePointer) {
        bus = Ref(taking: UnsafeMutablePointer(connection))
        g_dbus_connection_set_exit_on_close(connection, 0)
        subscribe(connection, "org.freedesktop.login1.Session", "Lock")
        subscribe(connection, "org.freedesktop.login1.Manager", "PrepareForSleep")
    }

    /// The lock of any session counts: another seat's lock may lock this wallet too early, never too late.
    private func subscribe(_ connection: OpaquePointer, _ interface: String, _ member: String) {
        let heard: GDBusSignalCallback = { _, _, _, _, _, parameters, data in
            // The same signal reports resuming, with false.
            if let parameters, g_variant_n_children(parameters) > 0 {
                let first = g_variant_get_child_value(parameters, 0)
                defer { g_variant_unref(first) }
                let isBoolean = g_variant_classify(first) == G_VARIANT_CLASS_BOOLEAN
                if isBoolean, g_variant_get_boolean(first) == 0 { return }
            }
            let body: @MainActor () -> Void = SignalBox<@MainActor () -> Void>.body(in: data)
            MainActor.assumeIsolated { body() }
        }
        let body: @MainActor () -> Void = { [weak self] in self?.leave() }
        let release: GDestroyNotify = { data in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        }
        subscriptions.append(
            g_dbus_connection_signal_subscribe(
                connection, "org.freedesktop.login1", interface, member, nil, nil, G_DBUS_SIGNAL_FLAGS_NONE, heard,
                Unmanaged.passRetained(SignalBox(body)).toOpaque(), release))
    }
}
