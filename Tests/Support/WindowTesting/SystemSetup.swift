import Glibc

/// A system in which a program starts: with other files at its root, or without rights, and nothing of it outside.
public struct SystemSetup: Sendable {
    /// The names of empty files at the root, such as `.flatpak-info`.
    public var files: [String] = []

    /// Programs that cannot be executed, by their paths.
    public var missing: [String] = []

    /// Programs that fail at once.
    public var failing: [String] = []

    /// Whether it cannot make namespaces, like a program in most containers.
    public var deniesNamespaces = false

    /// Whether a filter for system calls denies namespaces, also to the superuser.
    public var filtersNamespaces = false

    /// Creates the system as it is, with a root of its own.
    public init() {}

    /// The command that runs the command after it in this system.
    var command: [String] {
        // Anyone else than the superuser needs to be the one of a namespace of their own.
        let unshare = ["/usr/bin/unshare", geteuid() == 0 ? "-m" : "-rm", "/bin/bash", "-c", Self.script, "setup"]
        func list(_ paths: [String]) -> String { paths.joined(separator: " ") }
        var rights = deniesNamespaces ? ["/usr/bin/setpriv", "--bounding-set=-sys_admin"] : []
        if filtersNamespaces { rights.append(Program.path(of: "NoNamespaces")) }
        return unshare + [list(files), list(missing), list(failing)] + rights
    }

    private static let script = """
        set -e
        files=$1 missing=$2 failing=$3
        shift 3
        mount --make-rprivate /
        root=$(mktemp -d)
        mount -t tmpfs none "$root"
        for path in /*; do
            if [ -L "$path" ]; then
                cp -a "$path" "$root/"
            elif [ -d "$path" ]; then
                mkdir "$root$path"
                mount --rbind "$path" "$root$path"
            fi
        done
        for name in $files; do touch "$root/$name"; done
        for path in $missing; do mount --bind /dev/null "$root$path"; done
        if [ -n "$failing" ]; then
            printf '#!/bin/sh\\nexit 1\\n' >"$root/fails"
            chmod +x "$root/fails"
            for path in $failing; do mount --bind "$root/fails" "$root$path"; done
        fi
        mkdir "$root/.old"
        here=$PWD
        cd "$root"
        pivot_root . .old
        cd "$here"
        umount -l /.old
        exec "$@"
        """
}
