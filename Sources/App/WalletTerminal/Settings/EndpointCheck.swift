import ArgumentParser
import Bridge
import HeadlessWallet
import Messages
import Network

/// `drawbridge endpoint check`: asks each server whether it can be used.
struct EndpointCheck: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: localized("Ask each server whether it can be used."),
        discussion: localized(
            """
            It fails if a server cannot be used, or is behind: its newest block is a day old or older, on a network whose \
            coins have value.

            For a server whose certificate is not trusted, it prints the SHA-256 of the certificate that the \
            server shows. Compare it with the one that the operator publishes before you trust it.
            """))

    @Argument(
        help: ArgumentHelp(localized("The chain ID or name, BCH, BTC, or a test network; without it, all chains.")))
    var chain: String?
    @OptionGroup var options: SettingsToRead

    func run() throws {
        let (check, output) = (try ServerCheck(options.file.read(), on: chain), options.output)
        try Asynchronously.run {
            var servers: [CheckedServer] = []
            await check.run { server in
                servers.append(server)
                if !output.json { Self.say(server) }
            }
            if output.json { Console.say(CommandCoding.json(servers).text) }
            guard servers.allSatisfy(\.usable) else { throw ExitCode.failure }
        }
    }

    private static func say(_ server: CheckedServer) {
        Console.say([server.chain, server.name, server.address, server.state].joined(separator: "\t"))
        guard let shown = server.certificate else { return }
        Console.say(localized("The certificate that it shows: \(shown.description, as: "fingerprint")"))
    }
}
