import Bridge
import Foundation
import WalletUI
import WebHost
import WindowTesting

@testable import BridgeKit

/// A program with a window that shows the pages of a folder.
@MainActor var servedFolderTests: [PageTest] {
    [
        PageTest("a folder: its page calls methods, and runs no script that is in its markup") { stage in
            let program = try FolderProgram()
            stage.atEnd { program.end() }
            try program.app.open(folder: program.site, page: "index.html?a=1#b")
            try await stage.wait("the page calls") { program.said.count == 1 }
            let said = program.said[0]
            try expectEqual(said["search"], "?a=1")
            try expectEqual(said["hash"], "#b")
            try expectEqual(said["inline"], false)
            try expectEqual(said["color"], "rgb(1, 2, 3)")
            try expectEqual(said["type"], "text/css; charset=utf-8")
            try expectEqual(said["statuses"], [404, 404, 404, 404, 200])
            try expectEqual(program.app.methods.origins.map(\.host), ["127.0.0.1"])
        },
        PageTest("a folder: another policy is the one of its pages, and what was opened before may not call") { stage in
            let program = try FolderProgram()
            stage.atEnd { program.end() }
            try program.app.open(folder: program.site)
            try await stage.wait("the page calls") { program.said.count == 1 }
            let first = program.app.methods.origins
            try program.app.open(folder: program.site, policy: nil)
            try await stage.wait("the page calls") { program.said.count == 2 }
            try expectEqual(program.said[1]["inline"], true)
            try expectEqual(program.app.methods.origins.count, 1)
            try expect(program.app.methods.origins != first, "the folder is served at the same port")
        },
        PageTest("a folder: a missing folder, page or an invalid policy is refused by its name") { stage in
            let program = try FolderProgram()
            stage.atEnd { program.end() }
            @MainActor func refusal(_ folder: String, _ page: String = "index.html", _ policy: String? = nil) -> String
            {
                do throws(BridgeAppError) {
                    try program.app.open(folder: folder, page: page, policy: policy)
                    return ""
                } catch {
                    return error.description
                }
            }
            let site = program.site
            try expectEqual(refusal("\(site)/none"), "There is no folder “\(site)/none”.")
            try expectEqual(refusal("\(site)/app.js"), "There is no folder “\(site)/app.js”.")
            for page in ["none.html", "../secret.txt", "%2e%2e/secret.txt", "out.txt", ".hidden", "sub", "/index.html"]
            {
                try expectEqual(refusal(site, page), "There is no file “\(page)” in the folder “\(site)”.")
            }
            try expect(refusal(site, "index.html", "default-src 'self'\r\nX: y").contains("control character"), "taken")
            try expectEqual(program.said.count, 0)
        },
        PageTest("a program's window has the size that its options say") { stage in
            let fixed = try FolderProgram { options in
                (options.title, options.size, options.isResizable) = ("Till", (400, 500), false)
                options.hasAddress = false
            }
            stage.atEnd { fixed.end() }
            let wide = try FolderProgram { options in
                (options.size, options.minimumSize) = ((500, 400), (900, 700))
            }
            stage.atEnd { wide.end() }
            for program in [fixed, wide] {
                try program.app.open(folder: program.site)
                try await stage.wait("the page calls") { program.said.count == 1 }
            }
            let shape = fixed.app.window.shape
            try expect(!shape.isResizable && shape.width == 400 && (480...520).contains(shape.height), "\(shape)")
            try expectEqual(fixed.app.window.title, "“Shop” – Till")
            try expect(!fixed.app.window.showsAddress && wide.app.window.showsAddress, "not as the options say")
            // A page of another origin could pretend to be one of the program's.
            fixed.app.view.load(try await stage.serve(""))
            try await stage.wait("the address is shown") { fixed.app.window.showsAddress }
            let least = wide.app.window.shape
            try expect(least.isResizable && least.width >= 900 && least.height >= 700, "\(least)")
        },
        PageTest("a program's pages can be inspected only if its options say so") { stage in
            for isInspectable in [false, true] {
                let program = try FolderProgram { if isInspectable { $0.isInspectable = true } }
                stage.atEnd { program.end() }
                try expectEqual(program.app.view.isInspectable, isInspectable)
            }
        },
    ]
}

/// A program whose pages say what they found, with a folder of its own.
@MainActor private final class FolderProgram {
    let app: BridgeApp
    let site: String
    private let folder: String

    /// What the pages have said.
    private(set) var said: [JSON] = []

    init(_ change: (inout BridgeApp.Options) -> Void = { _ in }) throws {
        var options = BridgeApp.Options()
        change(&options)
        app = BridgeApp(options)
        let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        folder = "\(base)/drawbridge-tests-\(UUID().uuidString)"
        site = "\(folder)/site"
        try FileManager.default.createDirectory(atPath: "\(site)/sub", withIntermediateDirectories: true)
        for (name, text) in [
            ("index.html", PageFile.text("served-folder.html")), ("app.js", PageFile.text("served-folder.js")),
            ("style.css", "body { color: rgb(1, 2, 3) }"), (".hidden", "secret"), ("../secret.txt", "secret"),
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(site)/\(name)"))
        }
        try FileManager.default.createSymbolicLink(
            atPath: "\(site)/out.txt", withDestinationPath: "../secret.txt")
        app.handle("say") { [weak self] (value: JSON) in self?.said.append(value) }
    }

    func end() {
        app.close()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
