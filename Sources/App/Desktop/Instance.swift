import CWebKit
import Dispatch
import Foundation
import GLibKit

/// The only running instance of a program on the session bus, which receives the links that the desktop opens.
///
/// Other programs call `org.freedesktop.Application.Open`, as defined by the Desktop Entry Specification. The caller is
/// unknown, and any program of this user can call it; a link is never more than a request to look at something.
@MainActor package final class Instance {
    /// Called with the received links; each has visible ASCII characters and at most ``longest`` bytes, and there are
    /// at most ``most``.
    ///
    /// A call without a link is a request to show the program.
    package var onLinks: (@MainActor ([String]) -> Void)? {
        didSet {
            let links = early
            early = []
            for group in links { onLinks?(group) }
        }
    }

    /// Links that came before anyone could handle them, because the program was starting.
    private var early: [[String]] = []

    /// The maximum length of a link in bytes.
    package nonisolated static let longest = 8_192

    /// The maximum number of links in one call.
    package nonisolated static let most = 8

    private let id: String
    private let bus: Ref<GObject>
    private var registration: guint = 0
    private var hasName = false

    /// Becomes the running instance; `nil` if there already is another one, or if there is no session bus.
    ///
    /// - Parameter id: The bus name, such as `io.github.drawbridge`; with slashes, it is the object's path.
    package init?(_ id: String) {
        guard let connection = Self.sessionBus() else { return nil }
        self.id = id
        bus = Ref(taking: UnsafeMutablePointer(connection))
        guard export(on: connection), Self.request(id, on: connection) else { return nil }
        hasName = true
    }

    /// What a program finds when it starts.
    package enum Start {
        /// It is the running instance.
        case first(Instance)

        /// The running instance has taken its links.
        case passed

        /// There is no session bus, or the running instance does not answer.
        case alone
    }

    /// Becomes the running instance, or passes `links` to it; of programs that start at the same moment, one becomes it.
    package static func start(_ id: String, passing links: [String]) -> Start {
        // The instance may end between the two questions.
        for _ in 0..<2 {
            if hand(links, to: id, within: startPatience) { return .passed }
            if let instance = Instance(id) { return .first(instance) }
        }
        return .alone
    }

    /// How long an instance may take that may just be starting, in milliseconds.
    private static let startPatience: Int32 = 15_000

    /// Connects to the session bus on its own thread, so that the connection and GTK start together.
    package nonisolated static func prepare() {
        // The process keeps the connection.
        Thread.detachNewThread { _ = sessionBus() }
    }

    /// Passes links to the running instance.
    ///
    /// - Returns: Whether there was one that accepted them.
    package static func hand(_ links: [String], to id: String, within milliseconds: Int32 = 5_000) -> Bool {
        guard links.allSatisfy(isFit), links.count <= most, let connection = sessionBus() else { return false }
        defer { g_object_unref(UnsafeMutableRawPointer(connection)) }
        guard isOwned(id, on: connection) else { return false }
        let list = g_variant_builder_new(stringsType)
        for link in links { g_variant_builder_add_value(list, g_variant_new_string(link)) }
        var parts: [OpaquePointer?] = [g_variant_builder_end(list), noPlatformData()]
        g_variant_builder_unref(list)
        var error: UnsafeMutablePointer<GError>?
        let answer = g_dbus_connection_call_sync(
            connection, id, path(of: id), interface, "Open", g_variant_new_tuple(&parts, 2), nil,
            G_DBUS_CALL_FLAGS_NO_AUTO_START, milliseconds, nil, &error)
        g_clear_error(&error)
        guard let answer else { return false }
        g_variant_unref(answer)
        return true
    }

    isolated deinit {
        let connection = OpaquePointer(bus.pointer)
        guard registration != 0 else { return }
        g_dbus_connection_unregister_object(connection, registration)
        // The connection belongs to the process, and would keep the name.
        if hasName, let answer = Self.ask("ReleaseName", [g_variant_new_string(id)], on: connection) {
            g_variant_unref(answer)
        }
    }

    /// Whether a link has only characters that are allowed in URLs.
    private nonisolated static func isFit(_ link: String) -> Bool {
        !link.isEmpty && link.utf8.count <= longest && link.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    private func take(_ links: [String]) {
        if let onLinks { onLinks(links) } else if early.count < Self.most { early.append(links) }
    }
}

extension Instance {
    private static let interface = "org.freedesktop.Application"

    private static let description = """
        <node><interface name="\(interface)">
          <method name="Activate"><arg type="a{sv}" direction="in"/></method>
          <method name="Open"><arg type="as" direction="in"/><arg type="a{sv}" direction="in"/></method>
          <method name="ActivateAction">
            <arg type="s" direction="in"/><arg type="av" direction="in"/><arg type="a{sv}" direction="in"/>
          </method>
        </interface></node>
        """

    private static func path(of id: String) -> String {
        "/" + id.split(separator: ".").joined(separator: "/")
    }

    private nonisolated static func sessionBus() -> OpaquePointer? {
        var error: UnsafeMutablePointer<GError>?
        let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, &error)
        g_clear_error(&error)
        if let bus { g_dbus_connection_set_exit_on_close(bus, 0) }
        return bus
    }

    private static let stringsType = g_variant_type_new("as")

    private static func noPlatformData() -> OpaquePointer? {
        let type = g_variant_type_new("a{sv}")
        let builder = g_variant_builder_new(type)
        defer {
            g_variant_builder_unref(builder)
            g_variant_type_free(type)
        }
        return g_variant_builder_end(builder)
    }

    private func export(on connection: OpaquePointer) -> Bool {
        var error: UnsafeMutablePointer<GError>?
        guard let node = g_dbus_node_info_new_for_xml(Self.description, &error) else {
            g_clear_error(&error)
            return false
        }
        defer { g_dbus_node_info_unref(node) }
        let release: GDestroyNotify = { data in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        }
        var table = GDBusInterfaceVTable()
        table.method_call = Self.answer
        let body: @MainActor ([String]) -> Void = { [weak self] links in self?.take(links) }
        registration = g_dbus_connection_register_object(
            connection, Self.path(of: id), node.pointee.interfaces[0], &table,
            Unmanaged.passRetained(SignalBox(body)).toOpaque(), release, &error)
        g_clear_error(&error)
        return registration != 0
    }

    private static let answer: GDBusInterfaceMethodCallFunc = { _, _, _, _, method, parameters, invocation, data in
        let body: @MainActor ([String]) -> Void = SignalBox<@MainActor ([String]) -> Void>.body(in: data)
        let method = method.map { String(cString: $0) }
        let links = method == "Open" ? Instance.links(in: parameters) : []
        guard let links else {
            g_dbus_method_invocation_return_dbus_error(
                invocation, "org.freedesktop.DBus.Error.InvalidArgs", "These links cannot be opened.")
            return
        }
        g_dbus_method_invocation_return_value(invocation, nil)
        if method != "ActivateAction" { MainActor.assumeIsolated { body(links) } }
    }

    /// The links of a call; `nil` if there are too many, or one is not a link.
    ///
    /// Links that are too long are not even copied.
    private nonisolated static func links(in parameters: OpaquePointer?) -> [String]? {
        guard let parameters else { return nil }
        let list = g_variant_get_child_value(parameters, 0)
        defer { g_variant_unref(list) }
        let count = g_variant_n_children(list)
        guard count <= most else { return nil }
        var links: [String] = []
        for index in 0..<count {
            let item = g_variant_get_child_value(list, index)
            defer { g_variant_unref(item) }
            var length: gsize = 0
            guard let text = g_variant_get_string(item, &length), length <= longest else { return nil }
            let link = String(cString: text)
            guard isFit(link) else { return nil }
            links.append(link)
        }
        return links
    }

    private static func request(_ id: String, on connection: OpaquePointer) -> Bool {
        // 4: do not queue for the name.
        let answer = ask("RequestName", [g_variant_new_string(id), g_variant_new_uint32(4)], on: connection)
        defer { if let answer { g_variant_unref(answer) } }
        guard let value = answer.map({ g_variant_get_child_value($0, 0) }) else { return false }
        defer { g_variant_unref(value) }
        // 1: this process now owns the name. 4: it already did, so another object of this process exists.
        return g_variant_get_uint32(value) == 1
    }

    private static func isOwned(_ id: String, on connection: OpaquePointer) -> Bool {
        let answer = ask("NameHasOwner", [g_variant_new_string(id)], on: connection)
        defer { if let answer { g_variant_unref(answer) } }
        guard let value = answer.map({ g_variant_get_child_value($0, 0) }) else { return false }
        defer { g_variant_unref(value) }
        return g_variant_get_boolean(value) != 0
    }

    private nonisolated static func ask(
        _ method: String, _ arguments: [OpaquePointer?], on bus: OpaquePointer
    ) -> OpaquePointer? {
        var arguments = arguments
        var error: UnsafeMutablePointer<GError>?
        let name = "org.freedesktop.DBus"
        let answer = g_dbus_connection_call_sync(
            bus, name, "/org/freedesktop/DBus", name, method, g_variant_new_tuple(&arguments, gsize(arguments.count)),
            nil, G_DBUS_CALL_FLAGS_NONE, 5_000, nil, &error)
        g_clear_error(&error)
        return answer
    }
}
