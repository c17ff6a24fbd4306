import CWebKit
import GLibKit
import Glibc

/// Tries whether the program that makes WebKit's sandbox works, before WebKit needs it.
///
/// WebKit (2.50) ends the whole program if it cannot start its sandbox. No page is loaded before ``isReady``.
@MainActor final class SandboxProbe {
    /// The probe of this program.
    static let shared = SandboxProbe()

    /// The programs that WebKit starts, by the paths that Debian's WebKit has.
    nonisolated static let bubblewrap = "/usr/bin/bwrap"
    nonisolated static let proxy = "/usr/bin/xdg-dbus-proxy"

    /// Whether the result is known.
    private(set) var isReady = false

    private var fault: SandboxFault?

    private var isRunning = false
    private var waiting: [@MainActor () -> Void] = []

    /// Whether a process can be started now: the sandbox works, and WebKit uses it.
    var works: Bool { isReady && fault == nil && !WebSandbox.isWaived && !SandboxSurroundings().isLeftToOthers }

    /// Starts to try, unless it is being tried already.
    ///
    /// What worked may have stopped to work, so it is tried again before another process is started.
    func begin() {
        guard !isRunning else { return }
        (isReady, isRunning, fault) = (false, true, nil)
        guard !WebSandbox.isWaived, !SandboxSurroundings().isLeftToOthers else { return finish(nil) }
        for path in [Self.bubblewrap, Self.proxy] where access(path, X_OK) != 0 { return finish(.missing(path)) }
        run()
    }

    /// Tries it and waits for the result, for a program that opens no page.
    ///
    /// - Parameters:
    ///   - root: The folder that has the files of the system.
    ///   - environment: The environment variables.
    /// - Returns: Why it cannot be started; `nil` if it can.
    nonisolated static func check(root: String, environment: [String: String]) -> SandboxFault? {
        let surroundings = SandboxSurroundings(root: root, environment: environment)
        if surroundings.isInFlatpak { return .flatpak }
        if surroundings.isInSnap { return .snap }
        if surroundings.isDisplayRemote { return .display }
        for path in [Self.bubblewrap, Self.proxy] where access("\(root)\(path)", X_OK) != 0 { return .missing(path) }
        // A program whose memory no other may read cannot list this folder, only look into it.
        guard access("\(root)/proc/self/ns", X_OK) == 0 else { return .notFound }
        guard let process = start(root: root) else { return surroundings.failure }
        defer { g_object_unref(UnsafeMutableRawPointer(process)) }
        return g_subprocess_wait_check(process, nil, nil) != 0 ? nil : surroundings.failure
    }

    /// Runs `work` once the result is known.
    func whenReady(_ work: @escaping @MainActor () -> Void) {
        waiting.append(work)
        if isReady { finish(fault) } else { begin() }
    }

    /// Why the sandbox cannot be started; `nil` if it can, or if WebKit will not try.
    ///
    /// It is tried again before the next load then: the user may have changed what was wrong.
    func takeFault() -> SandboxFault? {
        guard let fault else { return nil }
        (self.fault, isReady) = (nil, false)
        return fault
    }

    private func finish(_ fault: SandboxFault?) {
        (self.fault, isReady, isRunning) = (fault, true, false)
        let work = waiting
        waiting = []
        for each in work { each() }
    }

    /// Starts the second program in a sandbox that the first one makes, with the namespaces that WebKit wants.
    private nonisolated static func start(root: String = "") -> OpaquePointer? {
        let arguments = [
            "\(root)\(bubblewrap)", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "--unshare-pid",
            "--unshare-net",
            "--die-with-parent", proxy, "--version",
        ]
        var pointers: [UnsafePointer<CChar>?] = arguments.map { UnsafePointer(strdup($0)) } + [nil]
        defer { for pointer in pointers { free(UnsafeMutableRawPointer(mutating: pointer)) } }
        let silent = GSubprocessFlags(
            rawValue: G_SUBPROCESS_FLAGS_STDOUT_SILENCE.rawValue | G_SUBPROCESS_FLAGS_STDERR_SILENCE.rawValue)
        return g_subprocess_newv(&pointers, silent, nil)
    }

    private func run() {
        guard let process = Self.start() else { return finish(SandboxSurroundings().failure) }
        AsyncCall.start {
            g_subprocess_wait_check_async(process, nil, $0, $1)
        } _: { result in
            let works = g_subprocess_wait_check_finish(process, result, nil) != 0
            SandboxProbe.shared.finish(works ? nil : SandboxSurroundings().failure)
        }
        // The call keeps it until it is answered.
        g_object_unref(UnsafeMutableRawPointer(process))
    }
}
