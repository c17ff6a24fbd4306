import Confinement
import Foundation
import Testing

@testable import WebHost

/// What a person is told where pages would run without the sandbox.
@Suite struct SandboxFaultTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "root-\(UUID().uuidString)")

    private func surroundings(
        files: [String: String] = [:], _ environment: [String: String] = ["DISPLAY": ":1"]
    ) throws -> SandboxSurroundings {
        for (path, text) in files {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        defer { try? FileManager.default.removeItem(at: root) }
        return SandboxSurroundings(root: root.path, environment: environment)
    }

    private static let snap = ["SNAP": "/snap/x/1", "SNAP_NAME": "x", "SNAP_REVISION": "1"]

    @Test func `the reason is what makes WebKit leave out its sandbox`() throws {
        #expect(SandboxFault(.noFilter, in: try surroundings()) == .off)
        #expect(SandboxFault(.noFilter, in: try surroundings(files: [".flatpak-info": ""])) == .flatpak)
        #expect(SandboxFault(.noFilter, in: try surroundings(Self.snap)) == .snap)
        for name in Self.snap.keys {
            let some = Self.snap.filter { $0.key != name }
            #expect(SandboxFault(.noFilter, in: try surroundings(some)) == .off)
        }
        for file in [".dockerenv", "run/.containerenv"] {
            #expect(SandboxFault(.shared(.files), in: try surroundings(files: [file: ""])) == .container)
        }
        #expect(SandboxFault(.shared(.network), in: try surroundings(["DISPLAY": "localhost:10.0"])) == .display)
        #expect(SandboxFault(.shared(.network), in: try surroundings()) == .off)
        // What cannot be read is not called a missing sandbox.
        #expect(SandboxFault(.unreadable(.files), in: try surroundings(files: [".flatpak-info": ""])) == .notFound)
    }

    @Test func `where the sandbox cannot be started, the reason is what denies it`() throws {
        #expect(try surroundings().failure == .failing)
        #expect(try surroundings(files: [".dockerenv": ""]).failure == .container)
        for (name, value) in [
            ("user/max_user_namespaces", "0\n"), ("kernel/unprivileged_userns_clone", "0\n"),
            ("kernel/apparmor_restrict_unprivileged_userns", "1\n"),
        ] {
            #expect(try surroundings(files: ["proc/sys/\(name)": value]).failure == .namespaces)
        }
        #expect(try surroundings(files: ["proc/sys/user/max_user_namespaces": "96365\n"]).failure == .failing)
        let status = { (mode: Int) in
            "Name:\tdrawbridge\nNoNewPrivs:\t1\nSeccomp:\t\(mode)\nSeccomp_filters:\t\(mode / 2)\n"
        }
        #expect(try surroundings(files: ["proc/self/status": status(0)]).failure == .failing)
        #expect(try surroundings(files: ["proc/self/status": status(2)]).failure == .filtered)
        #expect(try surroundings(files: ["proc/self/status": status(2), ".dockerenv": ""]).failure == .container)
    }

    @Test func `WebKit does not start its sandbox in Flatpak and snaps`() throws {
        #expect(try surroundings(files: [".flatpak-info": ""]).isLeftToOthers)
        #expect(try surroundings(Self.snap).isLeftToOthers)
        #expect(try !surroundings(files: [".dockerenv": ""]).isLeftToOthers)
    }

    @Test func `each fault has a reason and says what helps`() {
        let all: [SandboxFault] = [
            .flatpak, .snap, .missing("/usr/bin/bwrap"), .missing("/usr/bin/xdg-dbus-proxy"), .namespaces, .container,
            .failing, .display, .off, .notFound,
        ]
        #expect(Set(all.map(\.help)).count == all.count)
        #expect(all.allSatisfy { $0.reason.hasSuffix(".") && $0.help.hasSuffix(".") })
        #expect(LoadObstacle(.flatpak).help == SandboxFault.flatpak.help)
        #expect(!LoadObstacle(.flatpak).isAdvice)
    }
}
