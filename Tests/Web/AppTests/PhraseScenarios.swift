import Foundation
import Harness
import WindowTesting

/// The user's security phrase in the windows of the wallet.
@MainActor let phraseScenarios = [
    Scenario("the unlock form and the approval show the stored phrase, and the page does not get it") {
        workshop in
        let wallet = try await Wallet(in: workshop)
        defer { wallet.program.end() }
        try await wallet.unlock.see("heading", .holding("Unlock"))
        let phrase = try wallet.phrase(of: workshop)
        try await wallet.unlock.see("label", .exactly(phrase))
        // Where it was made just now, it is explained.
        try await wallet.unlock.see("label", .holding("This is your security phrase."))
        try await portray("phrase-unlock")
        try await wallet.open()
        try await wallet.page.press("push button", "Connect")
        try await wallet.dialog.see("label", .exactly(phrase))
        try await portray("phrase-approval")
        try await wallet.dialog.press("push button", "Reject")
        _ = try await wallet.page.text(of: "status bar", "Outcome") { $0.contains("error 4001") }
        guard geteuid() == 0 else { return print("  not the superuser: the memory was not searched") }
        let needle = [Array(phrase.utf8)]
        // The control: the wallet's own process has it.
        try expectEqual(try ProcessMemory.count(needle, in: wallet.program.id)[0] > 0, true)
        let pages = try webProcesses(of: wallet.program.id)
        try expectEqual(pages.isEmpty, false)
        for page in pages { try expectEqual(try ProcessMemory.count(needle, in: page), [0]) }
    },
    Scenario("a new phrase that the user chose is shown in the next window, and is stored") { workshop in
        let wallet = try await Wallet(in: workshop)
        defer { wallet.program.end() }
        try await wallet.open()
        try await wallet.person.choose("Change security phrase…", from: .holding("Wallet: Savings"))
        let form = wallet.person.inside("dialog", .holding("security phrase"))
        try await form.type("tiny", into: "text", "Security phrase")
        try await form.press("push button", "Change")
        try await form.see("label", .holding("Use 6 to 32 visible characters."))
        try await portray("phrase-change")
        try await form.type("my blue boat", into: "text", "Security phrase")
        try await form.press("push button", "Change")
        try await wallet.person.waitUntilGone("dialog", .holding("security phrase"))
        try expectEqual(try wallet.phrase(of: workshop), "my blue boat")
        try await wallet.page.press("push button", "Connect")
        try await wallet.dialog.see("label", "my blue boat")
    },
]

/// A wallet window with a page that connects and signs.
@MainActor private struct Wallet {
    let program: Program
    let person: AccessibilityDriver
    let unlock: AccessibilityDriver
    let dialog: AccessibilityDriver
    let page: AccessibilityDriver

    init(in workshop: TestPageFolder) async throws {
        try Sample.make(in: workshop.wallets)
        try workshop.write(Sample.page, to: "site/index.html")
        let site = try await Site.serve("\(workshop.folder)/site")
        workshop.keep(site)
        program = try Program(["open", site.url, "--folder", workshop.wallets], of: "drawbridge")
        person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        unlock = person.inside("dialog", .holding("unlock"))
        dialog = person.inside("dialog", .holding("Approval"))
        page = person.inside("document web")
    }

    func open() async throws {
        try await unlock.type(Sample.passphrase, into: "password text", "Passphrase")
        try await unlock.press("push button", "Unlock")
        try await person.see("push button", "Lock the wallet")
    }

    func phrase(of workshop: TestPageFolder) throws -> String {
        let text = try String(contentsOfFile: "\(workshop.wallets).state/security-phrase", encoding: .utf8)
        return text.trimmingCharacters(in: .newlines)
    }
}

/// The processes in which WebKit runs the pages of `program`, which may have started them by way of a sandbox.
private func webProcesses(of program: pid_t) throws -> [pid_t] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }.filter { id in
        // The kernel keeps fifteen characters of a name. The sandbox stands between the program and the process.
        field("Name", of: id) == "WebKitWebProces" && ancestors(of: id).contains(program)
    }
}

private func ancestors(of process: pid_t) -> [pid_t] {
    var ancestors: [pid_t] = []
    var next = field("PPid", of: process).flatMap { pid_t($0) }
    while let id = next, id > 1, ancestors.count < 16 {
        ancestors.append(id)
        next = field("PPid", of: id).flatMap { pid_t($0) }
    }
    return ancestors
}

private func field(_ name: String, of process: pid_t) -> String? {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    return status?.split(separator: "\n").first { $0.hasPrefix("\(name):\t") }.map {
        String($0.dropFirst(name.count + 2))
    }
}
