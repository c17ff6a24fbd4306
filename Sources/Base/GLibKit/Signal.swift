package import CWebKit

/// A Swift closure that is passed through a C callback's `user_data`.
///
/// GLib owns the box: connecting a signal retains it and the destroy notify releases it, so a handler lives as long as its
/// connection; that of an ``AsyncCall`` is released with its answer.
package final class SignalBox<Body> {
    package let body: Body

    package init(_ body: Body) {
        self.body = body
    }

    package static func body(in data: gpointer?) -> Body {
        // No trap: the handler is always connected with its box.
        guard let data else { preconditionFailure("GLib called a handler without its data") }
        return Unmanaged<SignalBox<Body>>.fromOpaque(data).takeUnretainedValue().body
    }
}

/// Connects signal handlers, with one function for each C signature.
///
/// The C functions capture nothing: each reads the box, asserts the main actor, and calls the closure.
@MainActor package enum Signal {
    /// Connects a handler of `instance::name(instance, user_data)`.
    package static func connect(
        _ instance: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor () -> Void
    ) {
        typealias Body = @MainActor () -> Void
        let trampoline: @convention(c) (gpointer?, gpointer?) -> Void = { _, data in
            let body: Body = SignalBox<Body>.body(in: data)
            MainActor.assumeIsolated { body() }
        }
        attach(instance, name, erase(trampoline), body as Body)
    }

    /// Connects a handler of `instance::name(instance, argument, user_data)` whose result is ignored.
    package static func connect(
        _ instance: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor (gpointer?) -> Void
    ) {
        typealias Body = @MainActor (gpointer?) -> Void
        let trampoline: @convention(c) (gpointer?, gpointer?, gpointer?) -> Void = { _, argument, data in
            let body: Body = SignalBox<Body>.body(in: data)
            // Unsafe because pointers are not Sendable; GLib calls back on the main thread, where the body runs.
            nonisolated(unsafe) let argument = argument
            MainActor.assumeIsolated { body(argument) }
        }
        attach(instance, name, erase(trampoline), body as Body)
    }

    /// Connects a handler of `instance::name(instance, number, user_data)`, for enumerations.
    package static func connect(
        _ instance: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor (Int32) -> Void
    ) {
        typealias Body = @MainActor (Int32) -> Void
        let trampoline: @convention(c) (gpointer?, Int32, gpointer?) -> Void = { _, number, data in
            let body: Body = SignalBox<Body>.body(in: data)
            MainActor.assumeIsolated { body(number) }
        }
        attach(instance, name, erase(trampoline), body as Body)
    }

    /// Connects a handler of `instance::name(instance, number, argument, user_data)` whose result is ignored.
    package static func connect(
        _ instance: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor (Int32, gpointer?) -> Void
    ) {
        typealias Body = @MainActor (Int32, gpointer?) -> Void
        let trampoline: @convention(c) (gpointer?, Int32, gpointer?, gpointer?) -> Void = { _, number, argument, data in
            let body: Body = SignalBox<Body>.body(in: data)
            // Unsafe because pointers are not Sendable; GLib calls back on the main thread, where the body runs.
            nonisolated(unsafe) let argument = argument
            MainActor.assumeIsolated { body(number, argument) }
        }
        attach(instance, name, erase(trampoline), body as Body)
    }

    /// Connects a handler of `instance::name(instance, argument, user_data) -> gboolean`; true stops the emission.
    package static func connect(
        _ instance: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor (gpointer?) -> Bool
    ) {
        typealias Body = @MainActor (gpointer?) -> Bool
        let trampoline: @convention(c) (gpointer?, gpointer?, gpointer?) -> gboolean = { _, argument, data in
            let body: Body = SignalBox<Body>.body(in: data)
            // Unsafe because pointers are not Sendable; GLib calls on the main thread, where the body runs.
            nonisolated(unsafe) let argument = argument
            return MainActor.assumeIsolated { body(argument) } ? 1 : 0
        }
        attach(instance, name, erase(trampoline), body as Body)
    }

    /// Connects a handler of `instance::name(instance, argument, second, user_data)`.
    package static func connect(
        _ instance: UnsafeMutableRawPointer, _ name: String,
        _ body: @escaping @MainActor (gpointer?, gpointer?) -> Void
    ) {
        typealias Body = @MainActor (gpointer?, gpointer?) -> Void
        let trampoline: @convention(c) (gpointer?, gpointer?, gpointer?, gpointer?) -> Void = {
            _, argument, second, data in
            let body: Body = SignalBox<Body>.body(in: data)
            // Unsafe because pointers are not Sendable; GLib calls on the main thread, where the body runs.
            nonisolated(unsafe) let (argument, second) = (argument, second)
            MainActor.assumeIsolated { body(argument, second) }
        }
        attach(instance, name, erase(trampoline), body as Body)
    }

    /// Connects a handler of `instance::name(instance, argument, second, user_data) -> gboolean`.
    package static func connect(
        _ instance: UnsafeMutableRawPointer, _ name: String,
        _ body: @escaping @MainActor (gpointer?, gpointer?) -> Bool
    ) {
        typealias Body = @MainActor (gpointer?, gpointer?) -> Bool
        let trampoline: @convention(c) (gpointer?, gpointer?, gpointer?, gpointer?) -> gboolean = {
            _, argument, second, data in
            let body: Body = SignalBox<Body>.body(in: data)
            // Unsafe because pointers are not Sendable; GLib calls on the main thread, where the body runs.
            nonisolated(unsafe) let (argument, second) = (argument, second)
            return MainActor.assumeIsolated { body(argument, second) } ? 1 : 0
        }
        attach(instance, name, erase(trampoline), body as Body)
    }

    /// Connects a handler of `instance::name(instance, user_data) -> gboolean`; true stops the emission.
    package static func connect(
        _ instance: UnsafeMutableRawPointer, _ name: String, _ body: @escaping @MainActor () -> Bool
    ) {
        typealias Body = @MainActor () -> Bool
        let trampoline: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, data in
            let body: Body = SignalBox<Body>.body(in: data)
            return MainActor.assumeIsolated { body() } ? 1 : 0
        }
        attach(instance, name, erase(trampoline), body as Body)
    }

    /// Connects a handler of `instance::name(instance, number, argument, second, user_data) -> gboolean`.
    package static func connect(
        _ instance: UnsafeMutableRawPointer, _ name: String,
        _ body: @escaping @MainActor (Int32, gpointer?, gpointer?) -> Bool
    ) {
        typealias Body = @MainActor (Int32, gpointer?, gpointer?) -> Bool
        let trampoline: @convention(c) (gpointer?, Int32, gpointer?, gpointer?, gpointer?) -> gboolean = {
            _, number, argument, second, data in
            let body: Body = SignalBox<Body>.body(in: data)
            // Unsafe because pointers are not Sendable; GLib calls on the main thread, where the body runs.
            nonisolated(unsafe) let (argument, second) = (argument, second)
            return MainActor.assumeIsolated { body(number, argument, second) } ? 1 : 0
        }
        attach(instance, name, erase(trampoline), body as Body)
    }

    /// Connects a handler of `instance::name(instance, argument, second, number, user_data) -> gboolean`.
    package static func connect(
        _ instance: UnsafeMutableRawPointer, _ name: String,
        _ body: @escaping @MainActor (gpointer?, gpointer?, Int32) -> Bool
    ) {
        typealias Body = @MainActor (gpointer?, gpointer?, Int32) -> Bool
        let trampoline: @convention(c) (gpointer?, gpointer?, gpointer?, Int32, gpointer?) -> gboolean = {
            _, argument, second, number, data in
            let body: Body = SignalBox<Body>.body(in: data)
            // Unsafe because pointers are not Sendable; GLib calls on the main thread, where the body runs.
            nonisolated(unsafe) let (argument, second) = (argument, second)
            return MainActor.assumeIsolated { body(argument, second, number) } ? 1 : 0
        }
        attach(instance, name, erase(trampoline), body as Body)
    }

    /// Connects `trampoline`, a C function without captures that reads `body` from its last argument.
    package static func attach<Body>(
        _ instance: UnsafeMutableRawPointer, _ name: String, _ trampoline: GCallback, _ body: Body
    ) {
        let box = Unmanaged.passRetained(SignalBox(body)).toOpaque()
        let release: GClosureNotify = { data, _ in
            if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
        }
        g_signal_connect_data(instance, name, trampoline, box, release, GConnectFlags(rawValue: 0))
    }

    /// Unsafe because C stores every handler as one function type; GLib calls it with the signal's type.
    package static func erase<Function>(_ trampoline: Function) -> GCallback {
        unsafeBitCast(trampoline, to: GCallback.self)
    }
}
