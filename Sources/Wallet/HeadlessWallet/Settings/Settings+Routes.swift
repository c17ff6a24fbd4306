import BitcoinWallet
import Bridge
import EthereumWallet
import Messages
import Network

/// The servers that are not reached through the proxy of all connections, by their addresses.
extension Settings {
    /// Reads them from the member “through” of the file, once the servers have been read.
    mutating func readRoutes(_ value: JSON) throws(WalletError) {
        var routes: [String: ServerRoute] = [:]
        for member in try Self.members(value, "through", allowed: nil).members {
            guard let route = member.value.string.flatMap({ ServerRoute($0) }) else {
                throw WalletError(
                    localized(
                        """
                        “\("through", as: "setting")” must have “direct” or the address of a proxy for each server, such \
                        as socks5://127.0.0.1:9050.
                        """))
            }
            routes[member.key] = route
        }
        let servers = reach(by: routes)
        if let stray = routes.keys.sorted().first(where: { !servers.contains($0) }) {
            throw WalletError(
                localized(
                    """
                    “\("through", as: "setting")” contains \(RPCError.quoted(stray), as: "address"), which is not the \
                    address of a server.
                    """))
        }
    }

    /// They as JSON; `nil` if there are none.
    var routesJSON: JSON? {
        let nodes = chains.flatMap { [$0.endpoint] + $0.alternatives }.map { ($0.text, $0.route) }
        let servers = electrum.values.flatMap { $0 }.map { ($0.text, $0.route) }
        let routes = (nodes + servers).compactMap { address, route in route.text.map { (address, $0) } }
        guard !routes.isEmpty else { return nil }
        var members: JSONObject = [:]
        for (address, route) in routes.sorted(by: { $0.0 < $1.0 }) { members[address] = .string(route) }
        return .object(members)
    }
}
