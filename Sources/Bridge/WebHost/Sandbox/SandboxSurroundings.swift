import Confinement
import Foundation
import Glibc

/// The facts about the system by which WebKit decides whether it uses its sandbox, and that explain why it cannot.
struct SandboxSurroundings {
    var isInFlatpak: Bool
    var isInSnap: Bool
    var isInContainer: Bool
    var isDisplayRemote: Bool
    var allowsNamespaces: Bool
    /// Whether this program itself has a filter for system calls, which its children inherit.
    var isFiltered: Bool

    /// Reads the facts.
    ///
    /// - Parameters:
    ///   - root: The folder that has the files of the system.
    ///   - environment: The environment variables.
    init(root: String = "", environment: [String: String] = ProcessInfo.processInfo.environment) {
        isInFlatpak = access("\(root)/.flatpak-info", F_OK) == 0
        isInSnap = ["SNAP", "SNAP_NAME", "SNAP_REVISION"].allSatisfy { environment[$0] != nil }
        isInContainer =
            environment["container"] != nil
            || ["/.dockerenv", "/run/.containerenv"].contains { access("\(root)\($0)", F_OK) == 0 }
        // A display of this computer has no host: “:1”.
        isDisplayRemote =
            environment["WAYLAND_DISPLAY"] == nil
            && environment["DISPLAY"].map { !$0.isEmpty && !$0.hasPrefix(":") } ?? false
        isFiltered = ProcFile.text("\(root)/proc/self/status")?.contains("\nSeccomp:\t2\n") ?? false
        func setting(_ name: String) -> String? {
            ProcFile.text("\(root)/proc/sys/\(name)").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        }
        allowsNamespaces =
            setting("user/max_user_namespaces") != "0" && setting("kernel/unprivileged_userns_clone") != "0"
            && setting("kernel/apparmor_restrict_unprivileged_userns").map { $0 == "0" } ?? true
    }

    /// Whether WebKit leaves confining to a system around it, and starts its processes without a sandbox.
    var isLeftToOthers: Bool { isInFlatpak || isInSnap }

    /// Why the program that makes the sandbox fails.
    var failure: SandboxFault {
        if isInContainer { return .container }
        guard allowsNamespaces else { return .namespaces }
        return isFiltered ? .filtered : .failing
    }
}
