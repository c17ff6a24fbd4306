import Confinement
import Glibc

/// WebKit's sandbox, which confines the processes that run pages.
///
/// WebKit leaves it out without a word where it believes that something else confines its processes, such as Flatpak, and
/// ends the program where it cannot start it. So the program tries whether it can be started before WebKit does, and looks
/// at each process itself before it gets a page.
@MainActor public enum WebSandbox {
    /// Whether pages run without the sandbox, because the user has chosen that for this run of the program.
    public private(set) static var isWaived = false

    /// Shows pages without the sandbox until the program ends; call it before the first ``Profile`` is made.
    ///
    /// Windows and approvals say so. Let nobody choose it but the user, by name and for one run: a page that takes over its
    /// process can read and change everything that the user can.
    public static func waive() { isWaived = true }

    /// Tries whether the sandbox works on this system; no page is needed, and no display.
    ///
    /// - Parameters:
    ///   - root: The folder that has the files of the system.
    ///   - environment: The environment variables.
    /// - Returns: What is wrong and what helps; `nil` if it works.
    package nonisolated static func trial(
        root: String = "", environment: [String: String]
    ) -> (reason: String, help: String)? {
        SandboxProbe.check(root: root, environment: environment).map { ($0.reason, $0.help) }
    }

    /// The name of the processes that run pages, as the kernel cuts it off.
    static let processName = "WebKitWebProces"

    /// What this program is to the kernel; it does not change.
    private static let own = ProcessFacts(getpid())

    /// Looks for a process for pages that is not confined.
    ///
    /// A process belongs to no view for long, so all of this program's are looked at.
    ///
    /// - Parameter mustRun: Whether there must be a process, because one has asked for something.
    /// - Returns: Why pages cannot be shown in the processes that run now; `nil` if each of them is confined.
    static func fault(mustRun: Bool = true) -> SandboxFault? {
        guard !isWaived else { return nil }
        var fault: SandboxFault?
        for attempt in 1...4 {
            let processes = Descendants.named(processName, leaf: "WebKit", isExpected: mustRun)
            fault =
                processes.isEmpty
                ? (mustRun ? .notFound : nil) : processes.lazy.compactMap { Self.fault(of: $0.facts) }.first
            if fault == nil { return nil }
            // A process that ends loses piece by piece what confines it, and while many processes start and end, the
            // kernel may leave one out.
            if attempt < 4 { usleep(4_000) }
        }
        return fault
    }

    /// Whether each process that runs pages now is confined, and there is one.
    package static var confinesPages: Bool { fault() == nil }

    /// Whether the process that sent something, as the kernel says, may run pages; this program itself may send, too.
    static func mayServe(_ sender: pid_t) -> Bool {
        guard !isWaived, sender != getpid() else { return true }
        return ProcessFacts(sender).map { fault(of: $0) == nil } ?? false
    }

    private static func fault(of facts: ProcessFacts) -> SandboxFault? {
        guard let own else { return .notFound }
        return facts.gap(comparedWith: own).map { SandboxFault($0, in: SandboxSurroundings()) }
    }
}
