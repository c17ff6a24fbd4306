import ArgumentParser
import Bridge
import Foundation
import Glibc
import Messages
import Store
import WalletCore

/// The options of every command about the wallet.
struct TerminalOptions: ParsableArguments {
    @Flag(help: ArgumentHelp(localized("Print JSON.")))
    var json = false

    @Option(help: .hidden)
    var folder: String?

    /// The folder of the wallet's data; `nil` for the user's.
    @Option(name: .customLong("state-folder"), help: .hidden)
    var state: String?

    /// Prints that something was changed, which other forms than JSON do not say.
    func sayChanged() { if json { Console.say(JSON.changed.text) } }
}

/// Asks the wallet's running window, or reads the store without one.
struct TerminalClient {
    let options: TerminalOptions

    /// The member of a response with a sentence that must be beside every output, such as that there is no real money.
    static let notice = "notice"

    /// The maximum size of a response in bytes.
    private static let longest = 256 << 20

    /// Asks the running window.
    ///
    /// - Returns: The result; `nil` if no window is open.
    /// - Throws: ``WalletAppError``: why it could not be done.
    func ask(_ command: String, _ members: JSONObject = [:]) throws -> JSON? {
        guard let folder = options.state ?? Store.folder(environment: ProcessInfo.processInfo.environment) else {
            return nil
        }
        let connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard connection >= 0 else { return nil }
        defer { close(connection) }
        guard SocketAddress.use(in: folder, { connect(connection, $0, $1) }) == 0,
            SocketAddress.isOfSameUser(connection)
        else { return nil }
        var request = members
        request["command"] = .string(command)
        // Without a limit, because the user may take any time to decide.
        guard SocketAddress.write(.object(request), to: connection),
            let answer = SocketAddress.readLine(from: connection, seconds: 0, longest: Self.longest)
        else { throw WalletAppError(.failed, localized("The wallet’s window did not answer.")) }
        if let notice = answer[Self.notice]?.string { Console.complain(notice) }
        if let fault = WalletAppError(answer) { throw fault }
        return answer["result"] ?? .null
    }

    /// Prints what became of a transaction that the window has sent, or the one that it has prepared for another wallet.
    ///
    /// - Throws: That it is not known whether it was sent.
    static func tell(_ answer: JSON, _ options: TerminalOptions) throws(WalletAppError) {
        Console.say(options.json ? answer.text : answer["txid"]?.string ?? answer["psbt"]?.string ?? "")
        guard let sentence = answer["sentence"]?.string else { return }
        guard answer["state"]?.string == "sent" else { throw WalletAppError(.unknown, sentence) }
        Console.complain(sentence)
    }

    /// Lets the running window read the settings again that take effect at once; without a window, it does nothing.
    static func reloadWindow() {
        guard let options = try? TerminalOptions.parse([]) else { return }
        _ = try? TerminalClient(options: options).ask("reload")
    }

    /// Runs `body`, and ends the program with the status of its fault.
    static func run(_ body: @escaping @MainActor () async throws -> Void) throws -> Never {
        try Asynchronously.run {
            do {
                try await body()
            } catch let fault as WalletAppError {
                Console.complain(fault.description)
                Glibc.exit(fault.kind.status)
            }
        }
    }

    /// The user's store.
    @MainActor func store() throws -> Store { try Store.ofUser(in: options.state) }
}
