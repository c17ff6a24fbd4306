import BitcoinWallet
import Bridge
import Network
import EthereumWallet
import HeadlessWallet

/// A configuration is read whole or refused with a sentence, and what is written again is the same.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let bytes = Array(input(start, count))
    let settings: Settings
    do throws(WalletError) {
        settings = try Settings(parsing: bytes)
    } catch {
        let sentence = error.description
        hold(!sentence.isEmpty && sentence.utf8.count <= 1_000, "a fault is told in short")
        return 0
    }
    hold((try? Settings(parsing: settings.text)) == settings, "what is written is what was read")
    hold(Set(settings.chains.map(\.chain.id)).count == settings.chains.count, "no chain is there twice")
    for entry in settings.chains {
        let origin = entry.endpoint.origin
        // The way to an onion service is encrypted.
        let isSafe = origin.scheme == "https" || origin.isLoopback || OnionName.contains(origin.host)
        hold(isSafe, "nothing goes out in the clear")
        let known = Chain.wellKnown.first { $0.id == entry.chain.id }
        hold(known == nil || known == entry.chain, "a well-known chain keeps its name")
    }
    for servers in settings.electrum.values {
        hold(!servers.isEmpty, "an entry names servers")
        for server in servers {
            hold(1...65_535 ~= server.port, "a port is one")
            hold(LineAddress(server.text) == server, "an address is one address")
        }
    }
    hold(settings.payments.forms.count <= PaymentSettings.mostForms, "forms are few")
    return 0
}
