import Confinement
import Messages

/// Why WebKit's sandbox does not confine the processes that run pages.
enum SandboxFault: Hashable, Sendable {
    /// WebKit believes that the program is inside Flatpak, which would confine it.
    case flatpak
    /// The same for a snap.
    case snap
    /// A program that makes the sandbox is missing, by its path.
    case missing(String)
    /// The program that makes the sandbox fails: the system denies user namespaces.
    case namespaces
    /// The same in a container.
    case container
    /// It fails in a filter for system calls that this program was started with.
    case filtered
    /// The program that makes the sandbox fails for another reason.
    case failing
    /// The display is on another computer, so WebKit leaves the network open.
    case display
    /// WebKit has left out the sandbox for an unknown reason.
    case off
    /// Nothing shows whether the processes are confined.
    case notFound

    /// The fault of a process that is not confined.
    init(_ gap: ProcessFacts.Gap, in surroundings: SandboxSurroundings) {
        self =
            switch gap {
            case .unreadable: .notFound
            case .shared(.network) where surroundings.isDisplayRemote: .display
            case _ where surroundings.isInFlatpak: .flatpak
            case _ where surroundings.isInSnap: .snap
            case _ where surroundings.isInContainer: .container
            case .noFilter, .privileges, .shared: .off
            }
    }

    /// The reason, as a sentence.
    var reason: String {
        switch self {
        case .flatpak:
            localized(
                """
                WebKit does not use its sandbox, because the file /.flatpak-info says that this program is inside Flatpak.
                """)
        case .snap:
            localized(
                """
                WebKit does not use its sandbox, because the variables SNAP, SNAP_NAME and SNAP_REVISION say that this \
                program is inside a snap.
                """)
        case .missing(let path):
            localized("WebKit’s sandbox needs the program \(path, as: "path"), which is missing or cannot be run.")
        case .namespaces:
            localized("WebKit’s sandbox needs user namespaces, which this system does not allow.")
        case .container:
            localized("This container does not allow WebKit to use its sandbox.")
        case .filtered:
            localized(
                """
                WebKit’s sandbox needs user namespaces. This program was started with a filter for system calls (seccomp), in \
                which \(SandboxProbe.bubblewrap, as: "path") fails.
                """)
        case .failing:
            localized("The program \(SandboxProbe.bubblewrap, as: "path"), which starts WebKit’s sandbox, fails.")
        case .display:
            localized(
                """
                The display is reached over the network, so WebKit’s sandbox does not keep pages from the network.
                """)
        case .off:
            localized("WebKit does not use its sandbox on this system.")
        case .notFound:
            localized("Drawbridge cannot verify that WebKit uses its sandbox.")
        }
    }

    /// What helps, as one or several sentences.
    var help: String {
        switch self {
        case .flatpak:
            localized(
                "If this program is not inside Flatpak, remove the file. Otherwise, install it outside of Flatpak.")
        case .snap:
            localized(
                """
                Start this program from outside of the snap, for example from another terminal, or without these variables.
                """)
        case .missing(let path):
            path == SandboxProbe.bubblewrap
                ? localized("Install the package bubblewrap.") : localized("Install the package xdg-dbus-proxy.")
        case .namespaces:
            localized(
                """
                Allow user namespaces: the system settings are kernel.unprivileged_userns_clone, \
                user.max_user_namespaces and kernel.apparmor_restrict_unprivileged_userns.
                """)
        case .container:
            localized("Allow user namespaces in the container, or start this program outside of it.")
        case .filtered:
            localized("Allow user namespaces in the filter, or start this program without it.")
        case .failing:
            localized("The command “bwrap --ro-bind / / true” in a terminal shows the error.")
        case .display:
            localized("Start this program on the computer that has the display.")
        case .off:
            localized("The packages bubblewrap and xdg-dbus-proxy must be installed and must work.")
        case .notFound:
            localized("The folder /proc must show the processes of this user.")
        }
    }
}
