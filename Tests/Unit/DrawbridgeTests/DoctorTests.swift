import BitcoinWallet
import Bitcoin
import Foundation
import Glibc
import Network
import Testing
import WalletCore
import WebHost

@testable import WalletWindow

/// Faults of machines that `drawbridge doctor` finds and names.
@Suite struct DoctorTests {
    @Test func `nothing is wrong with a machine that has everything`() throws {
        let place = try MachinePlace()
        defer { place.remove() }
        let findings = Doctor(place.machine).findings()
        #expect(findings.filter { $0.state != .ok }.map(\.code) == [])
        #expect(Set(findings.map(\.topic)) == Set(Doctor.Topic.allCases))
    }

    @Test(arguments: MachineFault.all)
    func `each fault is found and named, and nothing else`(fault: MachineFault) throws {
        let place = try MachinePlace()
        defer { place.remove() }
        var machine = place.machine
        try fault.make(&machine, place)
        let findings = Doctor(machine).findings().filter { $0.state != .ok }
        #expect(Set(findings.map(\.code)) == fault.codes, "\(fault.name)")
        for finding in findings {
            #expect(finding.help?.isEmpty == false && !finding.sentence.isEmpty, "\(finding.code)")
        }
        if let words = fault.words {
            #expect(findings.contains { "\($0.sentence) \($0.help ?? "")".contains(words) }, "\(findings)")
        }
    }

    @Test func `at least thirty faults are tried, and each has a name of its own`() {
        #expect(MachineFault.all.count >= 30)
        #expect(Set(MachineFault.all.map(\.name)).count == MachineFault.all.count)
    }

    @Test func `a display without a name is not one on another computer`() throws {
        let place = try MachinePlace()
        defer { place.remove() }
        #expect(WebSandbox.trial(root: place.machine.root, environment: ["DISPLAY": ""]) == nil)
    }

    @Test func `a denied sandbox is explained with the option that opens pages without it`() throws {
        let place = try MachinePlace()
        defer { place.remove() }
        try place.link("/usr/bin/false", at: "usr/bin/bwrap")
        let finding = try #require(Doctor(place.machine).findings().first { $0.topic == .sandbox })
        #expect(finding.state == .fault && finding.sentence.contains("No page is opened"))
        #expect(finding.help?.contains(SandboxOption.name) == true)
    }

    @Test func `the machine that runs the tests has a result for each topic`() {
        let findings = Doctor(Machine()).findings()
        #expect(Set(findings.map(\.topic)) == Set(Doctor.Topic.allCases))
    }
}

/// A fault of a machine, made by a change of a good one.
struct MachineFault: Sendable, CustomTestStringConvertible {
    let name: String
    let codes: Set<String>
    /// Words of the sentences about it.
    let words: String?
    let make: @Sendable (inout Machine, MachinePlace) throws -> Void

    init(
        _ name: String, _ codes: Set<String>, _ words: String? = nil,
        _ make: @escaping @Sendable (inout Machine, MachinePlace) throws -> Void
    ) {
        (self.name, self.codes, self.words, self.make) = (name, codes, words, make)
    }

    var testDescription: String { name }

    static let all = session + sandbox + system + files

    private static func variable(
        _ name: String, _ value: String?, _ codes: Set<String>, _ words: String? = nil
    ) -> MachineFault {
        MachineFault("\(name)=\(value ?? "unset")", codes, words) { machine, _ in machine.environment[name] = value }
    }

    private static let session = [
        variable("DISPLAY", nil, ["display.none"]),
        variable("DISPLAY", "", ["display.none"]),
        variable("DISPLAY", "far.example:10.0", ["display.remote", "sandbox.unusable"]),
        variable("DISPLAY", ":7", ["display.x11"], ":7"),
        MachineFault("Wayland without a socket", ["display.wayland"], "WAYLAND_DISPLAY") { machine, _ in
            machine.environment["WAYLAND_DISPLAY"] = "wayland-9"
            machine.environment["DISPLAY"] = nil
        },
        variable("XDG_RUNTIME_DIR", nil, ["display.noRuntime"]),
        variable("XDG_RUNTIME_DIR", "/nonexistent", ["display.runtimeMissing"]),
        MachineFault("a runtime folder that others can open", ["display.runtimeMode"], "chmod 700") { _, place in
            try place.setMode(0o755, "session")
        },
        MachineFault("no bus", ["bus.none"]) { machine, place in
            machine.environment["DBUS_SESSION_BUS_ADDRESS"] = nil
            try place.remove("session/bus")
        },
        variable("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus", ["bus.socket"], "/nonexistent/bus"),
        MachineFault("no portals", ["portals.missing"]) { _, place in
            try place.remove("root/usr/share/dbus-1/services/org.freedesktop.portal.Desktop.service")
        },
        MachineFault("portals without a backend", ["portals.backend"]) { _, place in
            try place.remove("root/usr/share/xdg-desktop-portal/portals/gtk.portal")
        },
        MachineFault("no fonts", ["fonts.none"], "fonts-dejavu-core") { _, place in
            try place.remove("root/usr/share/fonts/truetype/a.ttf")
        },
        MachineFault("no loader for SVG images", ["symbols.none"], "librsvg2-common") { machine, _ in
            machine.drawsSymbols = false
        },
        MachineFault("no graphics device", ["graphics.software"]) { _, place in
            try place.remove("root/dev/dri/renderD128")
        },
        MachineFault(
            "a graphics device and files of another user",
            ["graphics.denied", "display.runtimeOwner", "files.owner"], "render"
        ) { machine, place in
            machine.user = 54_321
            try place.setMode(0o660, "root/dev/dri/renderD128")
        },
        variable("WEBKIT_DISABLE_DMABUF_RENDERER", "1", ["graphics.workaround"]),
        variable("LIBGL_ALWAYS_SOFTWARE", "1", ["graphics.workaround"]),
        MachineFault("a page that stayed blank", ["graphics.blank"], "Draw without graphics hardware") { _, place in
            try place.write("blank\n", to: "home/.local/state/drawbridge/graphics")
        },
        MachineFault("pages drawn by the processor", ["graphics.chosen"], "rm ") { _, place in
            try place.write("software\n", to: "home/.local/state/drawbridge/graphics")
        },
    ]

    private static let unusable: Set<String> = ["sandbox.unusable"]

    private static func setting(_ name: String, _ value: String) -> MachineFault {
        MachineFault("\(name) is \(value)", unusable, "user namespaces") { _, place in
            try place.link("/usr/bin/false", at: "usr/bin/bwrap")
            try place.write("\(value)\n", to: "root/proc/sys/\(name)")
        }
    }

    private static let sandbox = [
        MachineFault("no bubblewrap", unusable, "Install the package bubblewrap") { _, place in
            try place.remove("root/usr/bin/bwrap")
        },
        MachineFault("no proxy of the bus", unusable, "Install the package xdg-dbus-proxy") { _, place in
            try place.remove("root/usr/bin/xdg-dbus-proxy")
        },
        MachineFault("bubblewrap fails", unusable, "which starts WebKit’s sandbox, fails") { _, place in
            try place.link("/usr/bin/false", at: "usr/bin/bwrap")
        },
        setting("user/max_user_namespaces", "0"),
        setting("kernel/unprivileged_userns_clone", "0"),
        setting("kernel/apparmor_restrict_unprivileged_userns", "1"),
        MachineFault("a container without namespaces", unusable, "container") { _, place in
            try place.link("/usr/bin/false", at: "usr/bin/bwrap")
            try place.write("", to: "root/run/.containerenv")
        },
        MachineFault("Flatpak", unusable, "/.flatpak-info") { _, place in
            try place.write("", to: "root/.flatpak-info")
        },
        MachineFault("a snap", unusable, "SNAP_REVISION") { machine, _ in
            for name in ["SNAP", "SNAP_NAME", "SNAP_REVISION"] { machine.environment[name] = "x" }
        },
        MachineFault("no /proc", unusable, "/proc") { _, place in try place.remove("root/proc") },
        variable("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", "1", ["sandbox.variable"]),
    ]

    private static let system = [
        MachineFault("an old engine", ["engine.old"], "2026-03") { machine, _ in
            machine.engine = WebEngine(major: 2, minor: 50, micro: 6)
        },
        MachineFault("an unknown engine", ["engine.unknown"], "9.1.0") { machine, _ in
            machine.engine = WebEngine(major: 9, minor: 1, micro: 0)
        },
        MachineFault("a clock in the past", ["clock.early"], "2026-09") { machine, _ in
            machine.now = Date(timeIntervalSince1970: 0)
        },
        MachineFault("a clock that is not synchronized", ["clock.unsynchronized"], "timedatectl") { _, place in
            try place.remove("root/run/systemd/timesync/synchronized")
        },
        MachineFault("a full disk", ["disk.full"], "50 MiB") { machine, _ in
            machine.space = { _ in Machine.Space(bytes: 1 << 20) }
        },
        MachineFault("a disk without inodes", ["disk.files"]) { machine, _ in
            machine.space = { _ in Machine.Space(bytes: .max, isOutOfFiles: true) }
        },
        MachineFault("a disk that is mounted read-only", ["disk.readOnly"]) { machine, _ in
            machine.space = { _ in Machine.Space(bytes: .max, isReadOnly: true) }
        },
    ]

    private static let files = [
        variable("HOME", nil, ["files.noHome", "servers.none"]),
        MachineFault("a data folder that cannot be written", ["files.readOnly"], "chmod u+rwx") { _, place in
            try place.setMode(0o500, "home/.local/share/drawbridge")
        },
        MachineFault("a state folder that others can change", ["files.writable"], "chmod 700") { _, place in
            try place.setMode(0o777, "home/.local/state/drawbridge")
        },
        MachineFault("a file instead of a folder", ["files.notFolder"]) { _, place in
            try place.remove("home/.local/state/drawbridge")
            try place.write("", to: "home/.local/state/drawbridge")
        },
        MachineFault("wallets that others can open", ["files.mode"], "chmod 600") { _, place in
            try place.setMode(0o644, "home/.local/share/drawbridge/wallets/a.json")
        },
        MachineFault("a folder of wallets that others can open", ["files.mode"], "chmod 700") { _, place in
            try place.setMode(0o755, "home/.local/share/drawbridge/wallets")
        },
        MachineFault("settings that others can change", ["servers.settings"], "set its mode to 600") { _, place in
            try place.setMode(0o666, "home/.config/drawbridge/config.json")
        },
        MachineFault("damaged settings", ["servers.settings"], "is not valid") { _, place in
            try place.write("{", to: "home/.config/drawbridge/config.json")
        },
        MachineFault("no servers", ["servers.none"], "drawbridge endpoint set") { _, place in
            try place.remove("home/.config/drawbridge/config.json")
        },
    ]
}
