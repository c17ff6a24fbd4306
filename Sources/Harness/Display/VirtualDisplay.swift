import Foundation

/// A display without a screen, for machines that have none: Xvfb, with a session bus of its own.
public enum VirtualDisplay {
    /// Says that this program runs in a virtual display that it was given here.
    private static let mark = "DRAWBRIDGE_VIRTUAL_DISPLAY"

    /// Whether this program was started again by ``run(_:)``.
    public static var isInside: Bool {
        ProcessInfo.processInfo.environment[mark] != nil
    }

    /// Keeps this program off Wayland; call it before anything is drawn.
    ///
    /// A ``AccessibilityDriver`` has a keyboard on X11 only: on Wayland libatspi (2.46) asks GNOME's shell for one, and
    /// ends the program where another shell runs. A desktop with Wayland has a display of X11, too, or a virtual one is
    /// made.
    public static func avoidWayland() {
        unsetenv("WAYLAND_DISPLAY")
        setenv("GDK_BACKEND", "x11", 1)
    }

    /// Starts this program again in a virtual display and waits for its end.
    ///
    /// Call it from the main thread, before anything else is running. The display, the bus and the folder for sockets
    /// (`XDG_RUNTIME_DIR`) belong to that one run and go with it. Interrupts are passed on.
    ///
    /// - Parameter arguments: The program and its arguments; the program is looked up as this process was.
    /// - Returns: The exit status: the program's own, or 128 and the signal that ended it.
    /// - Throws: Where a needed program is not installed, or this is a virtual display already.
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
    /// What the display, the bus and what it activates have to say goes to a file; the program itself, started by the
    /// shell at the end, gets this process's output back, which waits at descriptors 3 and 4.
    private static func command(_ arguments: [String], _ folder: RuntimeFolder) -> [String] {
        let program = SiteFolder.resolved("/proc/self/exe") ?? arguments.first ?? ""
        // With an authority file of its own, xvfb-run ends with status 5 where it cannot remove that file's folder.
        return ["xvfb-run", "-a", "-f", "\(folder.path)/Xauthority", "-s", "-screen 0 1280x900x24"]
            + ["dbus-run-session", "--"]
            + ["sh", "-c", script, program, ProcessInfo.processInfo.environment["TMPDIR"] ?? ""]
            + arguments.dropFirst()
    }

    /// Starts the program `$0`; the first argument is the `TMPDIR` that it had.
    private static let script = #"""
        : > "$XDG_RUNTIME_DIR/started"
        if [ -n "$1" ]; then TMPDIR=$1; else unset TMPDIR; fi
        shift
        exec "$0" "$@" >&3 2>&4 3>&- 4>&-
        """#

    private static func environment(_ folder: RuntimeFolder) -> [String: String] {
        var environment = ProcessInfo.processInfo.environment
        for variable in ["DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS"] {
            environment[variable] = nil
        }
        environment[mark] = "1"
        environment["GDK_BACKEND"] = "x11"
        environment["XDG_RUNTIME_DIR"] = folder.path
        // xvfb-run leaves its own behind when a signal ends it.
        environment["TMPDIR"] = folder.path
        return environment
    }

    private static func find(_ program: String) -> String? {
        let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        return folders.split(separator: ":").map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }
}
