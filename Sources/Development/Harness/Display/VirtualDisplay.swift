import Foundation
import LocalServer

/// A virtual display for machines without a screen: Xvfb, with a separate session bus.
public enum VirtualDisplay {
    /// Indicates that this program runs in a virtual display.
    private static let mark = "DRAWBRIDGE_VIRTUAL_DISPLAY"

    /// Whether this program was started by ``run(_:)``.
    public static var isInside: Bool {
        ProcessInfo.processInfo.environment[mark] != nil
    }

    /// Prevents this program from using Wayland; call it before anything is drawn.
    ///
    /// ``AccessibilityDriver`` can use the keyboard on X11 only: on Wayland, libatspi (2.46) asks GNOME Shell for one,
    /// and aborts if another shell runs. Wayland desktops have an X11 display, too; otherwise a virtual one is created.
    public static func avoidWayland() {
        unsetenv("WAYLAND_DISPLAY")
        setenv("GDK_BACKEND", "x11", 1)
    }

    /// Runs this program again in a virtual display and waits until it exits.
    ///
    /// Call it from the main thread, before anything else is running. The display, the bus and the folder for sockets
    /// (`XDG_RUNTIME_DIR`) exist only for that run. Interrupts are passed on.
    ///
    /// - Parameter arguments: The program and its arguments; the program is found the same way as this process's.
    /// - Returns: The exit status of the program, or 128 plus the signal that ended it.
    /// - Throws: If a required program is not installed, or if this already is a virtual display.
    public static func run(_ arguments: [String] = CommandLine.arguments) throws(HarnessError) -> Int32 {
        guard !isInside else {
            throw HarnessError(.unusable, "The virtual display does not work: no window can be opened in it.")
        }
        for (program, package) in [("xvfb-run", "xvfb"), ("xauth", "xauth"), ("dbus-run-session", "dbus-daemon")] {
            guard find(program) != nil else {
                throw HarnessError(
                    .unusable,
                    "There is no display, and \(program), which creates one, is not installed: apt install \(package).")
            }
        }
        FileHandle.standardError.write(Data("No display: running in a virtual one (Xvfb).\n".utf8))
        let folder = try RuntimeFolder()
        defer { folder.remove() }
        let status = try Child(command(arguments, folder), environment: environment(folder), chatter: folder.chatter)
            .wait()
        if !folder.hasStarted { FileHandle.standardError.write(folder.chatterText) }
        return status
    }

    /// The command that starts `arguments` in a display.
    ///
    /// The output of the display, the bus and the services that it activates goes to a file; the shell gives the
    /// program itself this process's output, passed as descriptors 8 and 9, as `scripts/screen` does.
    private static func command(_ arguments: [String], _ folder: RuntimeFolder) -> [String] {
        let program = SiteFolder.resolved("/proc/self/exe") ?? arguments.first ?? ""
        // With its own authority file, xvfb-run exits with status 5 if it cannot remove that file's folder.
        return ["xvfb-run", "-a", "-f", "\(folder.path)/Xauthority", "-s", "-screen 0 1280x900x24"]
            + ["dbus-run-session", "--"]
            + ["sh", "-c", script, program, ProcessInfo.processInfo.environment["TMPDIR"] ?? ""]
            + arguments.dropFirst()
    }

    /// Starts the program `$0`; the first argument is the original `TMPDIR`.
    private static let script = #"""
        : >&8 2>&9 && : > "$XDG_RUNTIME_DIR/started"
        if [ -n "$1" ]; then TMPDIR=$1; else unset TMPDIR; fi
        shift
        exec "$0" "$@" >&8 2>&9 8>&- 9>&-
        """#

    private static func environment(_ folder: RuntimeFolder) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for variable in ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS"] {
            environment[variable] = nil
        }
        environment[mark] = "1"
        environment["GDK_BACKEND"] = "x11"
        // There is no graphics card, and compositing in software takes twice the processor time.
        environment["WEBKIT_DISABLE_COMPOSITING_MODE"] = environment["WEBKIT_DISABLE_COMPOSITING_MODE"] ?? "1"
        environment["XDG_RUNTIME_DIR"] = folder.path
        // xvfb-run leaves its own behind if a signal ends it.
        environment["TMPDIR"] = folder.path
        return environment
    }

    private static func find(_ program: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }
}
