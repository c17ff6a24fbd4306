import Bridge
import Foundation
import Harness
import Network
import QRReader
import QRWriter
import TestServers
import WalletConnect
import WalletUI
import WindowTesting

/// A person at the wallet's window, an app elsewhere, and a relay between them.
@MainActor final class SessionDriver {
    let relay: RelayPeer
    private(set) var person: AccessibilityDriver
    private(set) var program: Program

    /// The dialog of an approval.
    var approval: AccessibilityDriver { person.inside("dialog", .holding("Approval")) }

    /// The question about a link in a page.
    var question: AccessibilityDriver { person.inside("dialog", .holding("WalletConnect")) }

    let site: Site
    private let app: WalletConnectClient
    private let workshop: TestPageFolder
    private let variables: [String: String]

    /// The name that the app gives itself.
    static let name = "Colourful Dapp"

    /// Starts a relay, an app and the wallet, and unlocks it.
    ///
    /// - Parameters:
    ///   - workshop: Where the folders of this desktop lie.
    ///   - delay: By how many seconds the clock of the app is behind.
    ///   - hasRelay: Whether the wallet knows the relay.
    ///   - settings: More settings of the wallet.
    ///   - isOfPage: Whether the app says that it is at the address of the page in the window.
    /// - Throws: Where a program cannot be started.
    init(
        _ workshop: TestPageFolder, delay: Int64 = 0, hasRelay: Bool = true, settings: [String] = [],
        isOfPage: Bool = false
    ) async throws {
        self.workshop = workshop
        let home = "\(workshop.folder)/home"
        variables = [
            "HOME": home, "XDG_DATA_HOME": "\(home)/data", "XDG_CONFIG_HOME": "\(home)/config",
            "XDG_STATE_HOME": "\(home)/state", "XDG_CACHE_HOME": "\(home)/cache",
        ]
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        try Sample.make(in: "\(home)/data/drawbridge/wallets")
        relay = try await RelayPeer()
        if hasRelay {
            try Program.wallet(["sessions", "set", "--relay", relay.address] + settings, with: variables)
        }
        try workshop.write("<!doctype html><title>A page</title><h1>A page</h1>", to: "page/index.html")
        site = try await Site.serve("\(workshop.folder)/page")
        let metadata = AppMetadata(name: Self.name, url: isOfPage ? site.url : "https://dapp.example/")
        let system = ClientEnvironment.system
        let clock = SessionEnvironment(now: { system.sessions.now() - delay * 1_000 })
        app = WalletConnectClient(
            try WalletConnectConfiguration(metadata: metadata, relay: relay.address, bridge: relay.address),
            storage: .memory(), relayDialer: NetworkRelayDialer(WebSocketClient()),
            bridges: V1Bridges(WebSocketClient(), environment: system.relay),
            environment: ClientEnvironment(sessions: clock, relay: system.relay))
        try await app.start()
        program = try Program(["open", site.url], of: "drawbridge", with: variables)
        person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        try await unlock()
        try await person.see("push button", "Lock the wallet")
    }

    func end() {
        program.end()
        Task { [app, site] in
            await app.stop()
            await site.stop()
        }
    }

    /// Closes the wallet, and opens it again, with the page or by another command.
    func restart(_ command: [String]? = nil) async throws {
        program.end()
        program = try Program(command ?? ["open", site.url], of: "drawbridge", with: variables)
        person = try AccessibilityDriver(using: program.id, patience: .seconds(60))
        try await unlock()
        try await person.see("push button", "Lock the wallet")
    }

    // MARK: The app

    /// What the app could use.
    private static let wanted = ProposalNamespaces([
        ProposalNamespaces.Entry(
            "eip155", chains: ["eip155:1", "eip155:8453", "eip155:99999"],
            methods: ["personal_sign", "eth_sendTransaction", "eth_sign"],
            events: ["chainChanged", "accountsChanged"])
    ])

    /// Lets the app propose a session.
    ///
    /// - Parameter version: The version of the protocol.
    /// - Returns: Its link, and the session once the wallet has approved it.
    /// - Throws: What the app throws.
    func propose(
        _ version: SessionVersion = .v2
    ) async throws -> (link: String, session: Task<AppSession, any Error>) {
        let (links, output) = AsyncStream<String>.makeStream()
        let session = Task { [app] in
            try await app.app.connect(Self.wanted, version: version) { output.yield($0) }
        }
        for await link in links { return (link, session) }
        throw Failure("the app has no link")
    }

    /// Lets the app ask the user to sign in and to connect.
    ///
    /// - Returns: Its link, and what came out of it.
    func signIn() async throws -> (link: String, outcome: Task<AppSignIn, any Error>) {
        let request = SignInRequest(
            chains: [ChainID(eip155: 1), ChainID(eip155: 8_453)], domain: "dapp.example",
            audience: "https://dapp.example/", nonce: "d4c3b2a1", at: Int64(Date().timeIntervalSince1970))
        let (links, output) = AsyncStream<String>.makeStream()
        let outcome = Task { [app] in
            try await app.app.authenticate(request, Self.wanted) { output.yield($0) }
        }
        for await link in links { return (link, outcome) }
        throw Failure("the app has no link")
    }

    /// Connects the app by a pasted link.
    func connect() async throws -> AppSession {
        let (link, session) = try await propose()
        try await paste(link)
        try await approve("Connect")
        let connected = try await session.value
        try await person.closeApproval()
        return connected
    }

    /// Lets the app ask for a signature of a text.
    func sign(_ text: String, in session: AppSession) -> Task<JSON, any Error> {
        Task {
            let account = await session.accounts().first?.address ?? ""
            let message = "0x" + text.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            return try await session.request(
                "personal_sign", [.string(message), .string(account)], on: ChainID(eip155: 1))
        }
    }

    /// The code with which the wallet refused a request.
    static func code(of task: Task<JSON, any Error>) async -> Int64? {
        do {
            _ = try await task.value
            return nil
        } catch WalletConnectError.session(.rejected(let response)) {
            return response.code
        } catch {
            return -1
        }
    }

    // MARK: The person

    /// Opens the wallet.
    func unlock() async throws {
        let form = person.inside("dialog", .holding("unlock"))
        try await form.type(Sample.passphrase, into: "password text", "Passphrase")
        try await form.press("push button", "Unlock")
    }

    /// Opens the sites and apps.
    func openApps() async throws {
        try await person.choose("Sites and apps…", from: .holding("Wallet: "))
        try await person.see("heading", "Sites and apps")
    }

    /// Opens a link by the entry for it.
    func paste(_ link: String) async throws {
        try await openApps()
        try await person.press("push button", "Connect an app…")
        try await person.type(link, into: "text", "Link")
        try await connectPage.press("push button", "Connect")
    }

    /// The page with the entry of a link; a page of the window can have a button of the same name.
    var connectPage: AccessibilityDriver { person.inside("panel", "Connect an app") }

    /// Approves the wallet's question.
    func approve(_ verb: String) async throws {
        try await approval.see("push button", .exactly(verb))
        try await approval.readToEnd()
        if approval.sees("check box") { try await approval.press("check box", .holding("I understand")) }
        try await approval.press("push button", .exactly(verb))
    }

    /// Runs a command of the wallet beside its window.
    func run(_ arguments: [String], typing lines: [String] = []) throws -> String {
        try Program.wallet(arguments, typing: lines, with: variables)
    }

    /// Whether a command of the wallet fails.
    func fails(_ arguments: [String], typing lines: [String] = []) -> Bool {
        (try? run(arguments, typing: lines)) == nil
    }

    /// Runs a command of the wallet that asks nothing.
    func end(of arguments: [String]) async throws -> (status: Int32, output: String) {
        try await Program(arguments, of: "drawbridge", with: variables, keepsOutput: true, hidesErrors: true).ended()
    }

    /// Puts a link into the page of the window.
    func offer(_ link: String) async throws {
        try workshop.write(
            "<!doctype html><title>A page</title><h1>A page</h1><a href=\"\(link.replacing("&", with: "&amp;"))\">Connect</a>",
            to: "page/index.html")
        try await person.press("push button", "Reload")
        try await person.inside("document web").see("link", "Connect")
    }

    /// Shows a link as a QR code on the screen, while `body` runs.
    func showCode(of link: String, _ body: (_ image: String) async throws -> Void) async throws {
        guard let code = QRCode(link) else { throw Failure("\(link) does not fit into a code") }
        var step = Screen(title: "An app", heading: "Scan to connect")
        step.image = Screen.Image(side: code.side, isDark: code.isDark, description: "a link")
        let window = ScreenWindow()
        window.show(step)
        defer { window.close() }
        let image = "\(workshop.folder)/code.png"
        try await waitUntil("the code is on the screen", every: .milliseconds(100)) {
            try Screenshot.write(to: image)
            let file = try Data(contentsOf: URL(fileURLWithPath: image))
            return (try? QRDecoder.text(in: [UInt8](file))) == link
        }
        try await body(image)
    }
}
