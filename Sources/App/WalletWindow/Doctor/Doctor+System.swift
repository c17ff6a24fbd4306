import Foundation
import Glibc
import HeadlessWallet
import Messages
import WebHost

/// The system, and the files of the wallet.
extension Doctor {
    func sandbox() -> [Finding] {
        let waiver = localized(
            """
            The option \(SandboxOption.name, as: "option") opens pages without the sandbox in one run: only for pages \
            that you trust with all your files.
            """)
        var findings: [Finding] = []
        let variable = "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"
        if machine.variable(variable) != nil {
            findings.append(
                problem(
                    .warning, .sandbox, "variable",
                    localized("\(variable, as: "variable") is set. The wallet ignores it."),
                    localized("Unset it for other programs: unset \(variable, as: "variable")")))
        }
        guard let fault = WebSandbox.trial(root: machine.root, environment: machine.environment) else {
            return findings + [ok(.sandbox, localized("WebKit’s sandbox can be started."))]
        }
        let sentence = localized("No page is opened. \(fault.reason, as: "reason")")
        return findings + [problem(.fault, .sandbox, "unusable", sentence, "\(fault.help) \(waiver)")]
    }

    func engine() -> [Finding] {
        let engine = machine.engine
        switch engine.age(at: machine.now) {
        case .current, .fromTheFuture:
            return [ok(.engine, localized("Pages are shown by WebKitGTK \(engine.version, as: "version")."))]
        case .replaced(let month):
            let reason = EngineNotice.reason(engine, since: month)
            return [problem(.warning, .engine, "old", reason, EngineNotice.help)]
        case .unknown:
            return [
                problem(
                    .warning, .engine, "unknown",
                    localized(
                        """
                        The age of WebKitGTK \(engine.version, as: "version") is not known: its number is not one of the \
                        known series.
                        """), localized("Compare it with the newest version on https://webkitgtk.org"))
            ]
        }
    }

    func clock() -> [Finding] {
        let help = "sudo timedatectl set-ntp true"
        if case .fromTheFuture(let month) = machine.engine.age(at: machine.now) {
            return [
                problem(
                    .fault, .clock, "early",
                    localized(
                        """
                        The clock is wrong: it shows a time before \(month, as: "month"), when WebKitGTK \
                        \(machine.engine.version, as: "version") did not exist. Certificates of servers are not accepted.
                        """), help)
            ]
        }
        if machine.hasFile("/run/systemd/timesync"), !machine.hasFile("/run/systemd/timesync/synchronized") {
            return [
                problem(
                    .warning, .clock, "unsynchronized",
                    localized("The clock has not been set by a time server since the start of the system."), help)
            ]
        }
        return [ok(.clock, localized("The clock is not known to be wrong."))]
    }

    /// The space that must be left for the database and its journal.
    private static let leastSpace: UInt64 = 50 << 20

    func disk() -> [Finding] {
        var findings: [Finding] = []
        var places: Set<String> = []
        for folder in machine.folders ?? [] {
            let place = existing(folder)
            guard places.insert(place).inserted, let space = machine.space(place) else { continue }
            let path = shown(place)
            if space.isReadOnly {
                findings.append(
                    problem(
                        .fault, .disk, "readOnly",
                        localized("The file system at \(path, as: "path") is mounted read-only."),
                        localized("Find the reason with “sudo dmesg”, then: sudo mount -o remount,rw (the mount point)")
                    ))
            } else if space.bytes < Self.leastSpace {
                findings.append(
                    problem(
                        .fault, .disk, "full",
                        localized("The disk with \(path, as: "path") has less than 50 MiB left."),
                        localized("Free some space. This shows what is large: du -xh ~ | sort -h | tail")))
            } else if space.isOutOfFiles {
                findings.append(
                    problem(
                        .fault, .disk, "files",
                        localized("The disk with \(path, as: "path") can hold no more files (inodes)."),
                        localized("Remove files. This shows how many there are: df -i")))
            }
        }
        return findings.isEmpty ? [ok(.disk, localized("There is enough space."))] : findings
    }

    /// The folder itself, or the nearest one above it that exists.
    private func existing(_ folder: String) -> String {
        var place = folder
        while place.count > 1, machine.facts(place) == nil { place = (place as NSString).deletingLastPathComponent }
        return place
    }

    func files() -> [Finding] {
        guard let folders = machine.folders else {
            return [
                problem(
                    .fault, .files, "noHome", localized("HOME is not set, so the wallet has no place for its files."),
                    localized("Set HOME to your home folder: export HOME=~"))
            ]
        }
        var findings = folders.flatMap { folder(at: $0) }
        // Only of the wallets: other files of the same folders can be read without harm.
        let wallets = "\(WalletFolder.data(machine.environment))/wallets"
        for path in [wallets] + machine.names(in: wallets).prefix(1_000).map({ "\(wallets)/\($0)" }) {
            guard let facts = machine.facts(path), facts.st_mode & 0o077 != 0 else { continue }
            let isFolder = facts.st_mode & S_IFMT == S_IFDIR
            findings.append(
                problem(
                    .warning, .files, "mode", localized("Other users can open \(shown(path), as: "path")."),
                    "chmod \(isFolder ? "700" : "600") \(shown(path))"))
        }
        return findings.isEmpty ? [ok(.files, localized("Only you can open the files of the wallet."))] : findings
    }

    private func folder(at path: String) -> [Finding] {
        let place = existing(path)
        guard let facts = machine.facts(place) else { return [] }
        let name = shown(place)
        guard facts.st_mode & S_IFMT == S_IFDIR else {
            return [
                problem(
                    .fault, .files, "notFolder",
                    localized("\(name, as: "path") must be a folder, but it is a file."),
                    localized("Move it to another name: mv \(name, as: "path") \(name, as: "path").old"))
            ]
        }
        guard place == path else {
            guard facts.st_uid == machine.user ? facts.st_mode & 0o300 != 0o300 : access(place, W_OK) != 0 else {
                return []
            }
            return [unwritable(name)]
        }
        if facts.st_uid != machine.user {
            return [
                problem(
                    .fault, .files, "owner", localized("The folder \(name, as: "path") belongs to another user."),
                    "sudo chown -R $USER \(name)")
            ]
        }
        // Its owner may lack the rights although root has them.
        if facts.st_mode & 0o700 != 0o700 { return [unwritable(name)] }
        guard facts.st_mode & 0o022 == 0 else {
            return [
                problem(
                    .warning, .files, "writable", localized("Other users can change the folder \(name, as: "path")."),
                    "chmod 700 \(name)")
            ]
        }
        return []
    }

    private func unwritable(_ name: String) -> Finding {
        problem(
            .fault, .files, "readOnly", localized("You cannot write in the folder \(name, as: "path")."),
            "chmod u+rwx \(name)")
    }

    func servers() -> [Finding] {
        do throws(WalletError) {
            let settings = try machine.settings.read()
            let count = settings.chains.count + settings.electrum.count
            guard count > 0 else {
                return [
                    problem(
                        .warning, .servers, "none",
                        localized("No servers are set, so balances are not known and nothing can be sent."),
                        localized(
                            "Choose servers in the window, or set them: drawbridge endpoint set BTC ssl://HOST:PORT"))
                ]
            }
            return [
                ok(
                    .servers,
                    localized(
                        "One network has servers. This asks them: drawbridge endpoint check",
                        plural:
                            "\(count, as: "count") networks have servers. This asks them: drawbridge endpoint check",
                        count: count))
            ]
        } catch {
            return [
                problem(
                    .fault, .servers, "settings", error.description,
                    localized(
                        "Correct the file, or move it away and set the servers again: \(shown(machine.settings.path), as: "path")"
                    ))
            ]
        }
    }
}
