import Foundation
import Glibc
import Messages
import Primitives
import Store

/// The user's session: its display, its bus and its services.
extension Doctor {
    func display() -> [Finding] {
        let runtime = runtimeFolder()
        if let name = machine.variable("WAYLAND_DISPLAY") {
            let path = name.hasPrefix("/") ? name : "\(machine.variable("XDG_RUNTIME_DIR") ?? "")/\(name)"
            if machine.hasSocket(path) { return runtime + [ok(.display, localized("There is a Wayland display."))] }
            guard machine.variable("DISPLAY") != nil else {
                return runtime + [
                    problem(
                        .fault, .display, "wayland",
                        localized(
                            "WAYLAND_DISPLAY is set, but there is no display at \(shown(path), as: "path")."),
                        localized("Start the wallet in a terminal of the desktop, or unset WAYLAND_DISPLAY."))
                ]
            }
        }
        guard let name = machine.variable("DISPLAY") else {
            return runtime + [
                problem(
                    .fault, .display, "none",
                    localized("There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set."),
                    localized("Start the wallet in a desktop session. Commands of the terminal need no display."))
            ]
        }
        guard name.hasPrefix(":") else {
            return runtime + [
                problem(
                    .fault, .display, "remote",
                    localized("DISPLAY is \(shown(name), as: "display"), a display that is reached over the network."),
                    localized(
                        """
                        Start the wallet on the computer that has the display: WebKit’s sandbox does not keep pages from the \
                        network here.
                        """))
            ]
        }
        let number = name.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard hasX11(String(number)) else {
            return runtime + [
                problem(
                    .fault, .display, "x11",
                    localized("DISPLAY is \(shown(name), as: "display"), but no X server has this number."),
                    localized("Start the wallet in a terminal of the desktop, or correct DISPLAY."))
            ]
        }
        return runtime + [ok(.display, localized("There is an X11 display."))]
    }

    private func hasX11(_ number: String) -> Bool {
        let path = "/tmp/.X11-unix/X\(number)"
        if machine.hasSocket("\(machine.root)\(path)") { return true }
        let sockets = try? PlainFile.read("\(machine.root)/proc/net/unix", limit: 1 << 22)
        return String(decoding: sockets ?? [], as: UTF8.self).split(separator: "\n").contains {
            $0.hasSuffix("@\(path)")
        }
    }

    private func runtimeFolder() -> [Finding] {
        let help = localized("Log in to a desktop session, which sets XDG_RUNTIME_DIR.")
        guard let path = machine.variable("XDG_RUNTIME_DIR") else {
            return [problem(.warning, .display, "noRuntime", localized("XDG_RUNTIME_DIR is not set."), help)]
        }
        guard let facts = machine.facts(path), facts.st_mode & S_IFMT == S_IFDIR else {
            return [
                problem(
                    .fault, .display, "runtimeMissing",
                    localized("XDG_RUNTIME_DIR is \(shown(path), as: "path"), which is not a folder."), help)
            ]
        }
        if facts.st_uid != machine.user {
            return [
                problem(
                    .fault, .display, "runtimeOwner",
                    localized("The folder \(shown(path), as: "path") (XDG_RUNTIME_DIR) belongs to another user."), help)
            ]
        }
        guard facts.st_mode & 0o077 == 0 else {
            return [
                problem(
                    .warning, .display, "runtimeMode",
                    localized("Other users can open the folder \(shown(path), as: "path") (XDG_RUNTIME_DIR)."),
                    "chmod 700 \(shown(path))")
            ]
        }
        return []
    }

    func graphics() -> [Finding] {
        let variables = [
            "WEBKIT_DISABLE_COMPOSITING_MODE", "WEBKIT_DISABLE_DMABUF_RENDERER", "WEBKIT_SKIA_ENABLE_CPU_RENDERING",
            "LIBGL_ALWAYS_SOFTWARE",
        ]
        let workarounds = variables.filter { machine.variable($0) != nil }.map { name in
            problem(
                .warning, .graphics, "workaround",
                localized("\(name, as: "variable") is set: pages are drawn without all of the graphics hardware."),
                localized("If pages are also drawn without it: unset \(name, as: "variable")"))
        }
        if !workarounds.isEmpty { return workarounds }
        if let chosen = remembered() { return [chosen] }
        let blank = localized(
            "Nothing needs to be done. If pages stay blank, start the wallet with WEBKIT_DISABLE_DMABUF_RENDERER=1.")
        let folder = "\(machine.root)/dev/dri"
        let devices = machine.names(in: folder).filter { $0.hasPrefix("renderD") }
        guard !devices.isEmpty else {
            return [
                problem(
                    .warning, .graphics, "software",
                    localized("There is no graphics hardware that programs can use: pages are drawn by the processor."),
                    blank)
            ]
        }
        guard devices.contains(where: { mayUse("\(folder)/\($0)") }) else {
            return [
                problem(
                    .warning, .graphics, "denied",
                    localized("This user may not use the graphics hardware (/dev/dri/\(devices[0], as: "device"))."),
                    "sudo usermod -aG render $USER")
            ]
        }
        return [ok(.graphics, localized("Pages can use the graphics hardware."))]
    }

    /// What the wallet remembers about pages that stayed blank.
    private func remembered() -> Finding? {
        guard let note = StateNote(BlankPages.name, in: Store.folder(environment: machine.environment)) else {
            return nil
        }
        switch note.word.flatMap(BlankPages.Word.init) {
        case .software:
            return problem(
                .warning, .graphics, "chosen",
                localized("Pages are drawn without the graphics hardware, because you chose that."),
                localized("To use the hardware again: rm \(shown(note.path), as: "path")"))
        case .blank:
            return problem(
                .warning, .graphics, "blank", BlankPages.sentence,
                localized(
                    """
                    Start the wallet and choose “Draw without graphics hardware”, or install the updates of your system.
                    """))
        case nil: return nil
        }
    }

    /// Whether the mode of a file lets the user read and write it; not `access`, which lets root do anything.
    private func mayUse(_ path: String) -> Bool {
        guard let facts = machine.facts(path) else { return false }
        if machine.user == geteuid() { return access(path, R_OK | W_OK) == 0 }
        return facts.st_mode & 0o006 == 0o006 || facts.st_uid == machine.user && facts.st_mode & 0o600 == 0o600
    }

    func fonts() -> [Finding] {
        let home = machine.variable("HOME")
        let folders =
            ["/usr/share/fonts", "/usr/local/share/fonts"].map { "\(machine.root)\($0)" }
            + (home.map { ["\($0)/.local/share/fonts", "\($0)/.fonts"] } ?? [])
        let kinds: Set<String> = ["ttf", "otf", "ttc", "pfb"]
        let hasFont = folders.contains { folder in
            guard let files = FileManager.default.enumerator(atPath: folder) else { return false }
            return files.lazy.prefix(10_000).contains { file in
                (file as? String).map { kinds.contains(($0 as NSString).pathExtension.lowercased()) } ?? false
            }
        }
        return [
            hasFont
                ? ok(.fonts, localized("There are fonts."))
                : problem(
                    .fault, .fonts, "none", localized("There are no fonts: windows and pages show no letters."),
                    "sudo apt install fonts-dejavu-core")
        ]
    }

    func symbols() -> [Finding] {
        [
            machine.drawsSymbols
                ? ok(.symbols, localized("Icons and check marks can be drawn."))
                : problem(
                    .warning, .symbols, "none",
                    localized("Icons and check marks cannot be drawn: there is no loader for SVG images."),
                    "sudo apt install librsvg2-common")
        ]
    }

    func bus() -> [Finding] {
        let help = localized(
            "Log in to a desktop session, or start the wallet with: dbus-run-session drawbridge (package dbus-daemon)")
        let usual = machine.variable("XDG_RUNTIME_DIR").map { "\($0)/bus" }
        guard let address = machine.variable("DBUS_SESSION_BUS_ADDRESS") ?? usual.map({ "unix:path=\($0)" }) else {
            return [problem(.warning, .bus, "none", localized("There is no session bus (D-Bus)."), help)]
        }
        let paths = address.split(separator: ";").map { part in
            part.hasPrefix("unix:path=")
                ? part.dropFirst("unix:path=".count).prefix { $0 != "," }.removingPercentEncoding : nil
        }
        // Another kind of address is not looked at.
        guard !paths.contains(nil), !paths.compactMap(\.self).contains(where: machine.hasSocket) else {
            return [ok(.bus, localized("There is a session bus (D-Bus)."))]
        }
        let isSet = machine.variable("DBUS_SESSION_BUS_ADDRESS") != nil
        return [
            problem(
                isSet ? .fault : .warning, .bus, isSet ? "socket" : "none",
                localized(
                    "There is no session bus (D-Bus) at \(shown(paths.compactMap(\.self).first ?? address), as: "path")."
                ),
                help)
        ]
    }

    func portals() -> [Finding] {
        guard machine.hasFile("/usr/share/dbus-1/services/org.freedesktop.portal.Desktop.service") else {
            return [
                problem(
                    .warning, .portals, "missing",
                    localized("The desktop’s portals are not installed: a QR code on the screen cannot be read."),
                    "sudo apt install xdg-desktop-portal xdg-desktop-portal-gtk")
            ]
        }
        let folder = "\(machine.root)/usr/share/xdg-desktop-portal/portals"
        guard machine.names(in: folder).contains(where: { $0.hasSuffix(".portal") }) else {
            return [
                problem(
                    .warning, .portals, "backend",
                    localized("The desktop’s portals have no backend, so they do nothing."),
                    "sudo apt install xdg-desktop-portal-gtk")
            ]
        }
        return [ok(.portals, localized("The desktop’s portals are installed."))]
    }
}
