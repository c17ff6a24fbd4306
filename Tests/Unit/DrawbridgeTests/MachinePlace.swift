import Bitcoin
import BitcoinWallet
import Foundation
import Glibc
import HeadlessWallet
import Network
import Testing
import WebHost

@testable import WalletWindow

/// The files of a machine that has everything, in a folder of its own: real files, sockets, modes and programs.
struct MachinePlace: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/m\(UInt32.random(in: .min ... .max))"

    init() throws {
        for file in ["proc/self/ns/user", "dev/dri/renderD128", "usr/share/fonts/truetype/a.ttf"]
            + ["usr/share/dbus-1/services/org.freedesktop.portal.Desktop.service"]
            + ["usr/share/xdg-desktop-portal/portals/gtk.portal", "run/systemd/timesync/synchronized"]
        {
            try write("", to: "root/\(file)")
        }
        try setMode(0o666, "root/dev/dri/renderD128")
        // A program of the system instead of a new file, which a test that starts another program would keep busy.
        for program in ["bwrap", "xdg-dbus-proxy"] { try link("/usr/bin/true", at: "usr/bin/\(program)") }
        try makeSocket("root/tmp/.X11-unix/X1")
        try makeSocket("session/bus")
        try setMode(0o700, "session")
        for folder in [".local/share/drawbridge/wallets", ".local/state/drawbridge", ".config/drawbridge"] {
            try makeFolder("home/\(folder)")
            try setMode(0o700, "home/\(folder)")
        }
        try write("{}", to: "home/.local/share/drawbridge/wallets/a.json")
        try setMode(0o600, "home/.local/share/drawbridge/wallets/a.json")
        var settings = Settings()
        let server = try #require(LineAddress("ssl://electrum.example:50002"))
        settings.set(try #require(UTXOChain(anyCase: "BTC")), [server])
        try ConfigurationFile("\(path)/home/.config/drawbridge/config.json").write(settings)
    }

    /// The machine: an engine that was released two months ago, and a clock that is right.
    var machine: Machine {
        var machine = Machine()
        machine.environment = [
            "DISPLAY": ":1", "HOME": "\(path)/home", "XDG_RUNTIME_DIR": "\(path)/session",
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(path)/session/bus,guid=1",
        ]
        machine.root = "\(path)/root"
        machine.engine = WebEngine(major: 2, minor: 54, micro: 3)
        // 2026-11-28.
        machine.now = Date(timeIntervalSince1970: 1_795_867_200)
        machine.drawsSymbols = true
        machine.space = { _ in Machine.Space(bytes: .max) }
        return machine
    }

    func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
    }

    func write(_ text: String, to name: String) throws {
        try makeFolder((name as NSString).deletingLastPathComponent)
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    }

    func setMode(_ mode: Int, _ name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(path)/\(name)")
    }

    func link(_ program: String, at name: String) throws {
        try makeFolder("root/\((name as NSString).deletingLastPathComponent)")
        unlink("\(path)/root/\(name)")
        try FileManager.default.createSymbolicLink(
            atPath: "\(path)/root/\(name)", withDestinationPath: program)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }

    func remove() { try? FileManager.default.removeItem(atPath: path) }

    private func makeSocket(_ name: String) throws {
        try makeFolder((name as NSString).deletingLastPathComponent)
        // A name in the file system, as a server leaves it.
        try #require(mknod("\(path)/\(name)", S_IFSOCK | 0o600, 0) == 0)
    }
}
