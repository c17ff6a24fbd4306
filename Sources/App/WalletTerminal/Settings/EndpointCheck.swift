import HeadlessWallet
import WalletCore
import ArgumentParser
import Bitcoin
import BitcoinWallet
import Bridge
import EthereumWallet
import Foundation
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

    @Argument(help: ArgumentHelp(localized("The chain ID, BCH, BTC, or a test network; without it, all chains.")))
    var chain: String?
    @OptionGroup var options: SettingsToRead

    func run() throws {
        let settings = try options.file.read()
        let output = options.output
        let nodes = settings.chains.filter { chain == nil || chain == "\($0.chain.id)" }
        let coins = settings.electrum.filter { utxoChain, _ in
            chain == nil || chain.flatMap { UTXOChain(anyCase: $0) } == utxoChain
        }
        guard !nodes.isEmpty || !coins.isEmpty else { throw ValidationError(localized("No such server is set.")) }
        let sender = WebClient(trusting: .system, proxy: settings.proxy)
        let dialer = SocketDialer(trusting: .system, proxy: settings.proxy)
        try Asynchronously.run {
            var areAllUsable = true
            var rows: [JSON] = []
            func say(_ chain: String, _ name: String, _ address: String, _ state: String, isUsable: Bool) {
                areAllUsable = areAllUsable && isUsable
                rows.append([
                    "chain": .string(chain), "name": .string(name), "address": .string(address),
                    "usable": .bool(isUsable),
                    "state": .string(state),
                ])
                if !output.json { Console.say("\(chain)\t\(name)\t\(address)\t\(state)") }
            }
            let now = Int64(Date().timeIntervalSince1970)
            for entry in nodes {
                for endpoint in [entry.endpoint] + entry.alternatives {
                    let health = await NodeHealth.of(JSONRPCNode(endpoint, sender: sender), for: entry.chain)
                    say(
                        "\(entry.chain.id)", entry.chain.name, endpoint.text, health.text(now: now),
                        isUsable: health.isUsable(now: now))
                    if health == .fails(.wire(.untrusted)) { await tell(.node(endpoint), dialer) }
                }
            }
            for (utxoChain, addresses) in coins.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                for address in addresses {
                    let servers = ElectrumServers(utxoChain, at: [address], dialer: dialer)
                    let health = await ElectrumHealth.of(servers, for: utxoChain)
                    await servers.close()
                    say(
                        utxoChain.rawValue, utxoChain.name, address.text, health.text(now: now),
                        isUsable: health.isUsable(now: now))
                    if health == .fails(.wire(.untrusted)) { await tell(.electrum(address), dialer) }
                }
            }
            if output.json { Console.say(JSON.array(rows).text) }
            if !areAllUsable { throw ExitCode.failure }
        }
    }

    /// Prints the certificate that a server shows, which is not trusted.
    private func tell(_ address: ServerAddress, _ dialer: SocketDialer) async {
        guard let secure = address.secure,
            let shown = try? await dialer.certificate(of: secure, timeLimit: .seconds(10))
        else { return }
        if options.output.json { return }
        Console.say(localized("The certificate that it shows: \(shown.description, as: "fingerprint")"))
    }
}
