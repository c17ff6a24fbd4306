import Bridge
import EthereumWallet
import Messages
import Network

/// The settings of EVM chains besides their first nodes: further nodes, names and the phishing list.
extension Settings {
    /// The largest number of nodes of a chain after the first one.
    static let mostAlternatives = 8

    /// Reads `names` and `phishing` from the members of the file.
    mutating func readEthereum(_ members: JSONObject) throws(WalletError) {
        if let names = members["names"] {
            let members = try Self.members(names, "names", allowed: ["enabled", "gateways"])
            usesNames = try Self.flag(members["enabled"], "names.enabled", usual: true)
            usesNameGateways = try Self.flag(members["gateways"], "names.gateways", usual: false)
        }
        if let phishing = members["phishing"] {
            let members = try Self.members(phishing, "phishing", allowed: ["list"])
            guard let address = members["list"]?.string, Self.isListAddress(address) else {
                throw WalletError(localized("“\("phishing.list", as: "setting")” must begin with https://."))
            }
            phishingList = address
        }
    }

    /// The members that ``readEthereum(_:)`` reads, as lines of the file.
    var ethereumLines: [String] {
        var lines: [String] = []
        let names = [usesNames ? nil : "\"enabled\": false", usesNameGateways ? "\"gateways\": true" : nil]
            .compactMap(\.self)
        if !names.isEmpty { lines.append("  \"names\": {\(names.joined(separator: ", "))}") }
        if let phishingList { lines.append("  \"phishing\": {\"list\": \(JSON.string(phishingList).text)}") }
        return lines
    }

    private static func flag(_ value: JSON?, _ path: String, usual: Bool) throws(WalletError) -> Bool {
        guard let value else { return usual }
        guard let flag = value.bool else {
            throw WalletError(localized("“\(path, as: "setting")” must be true or false."))
        }
        return flag
    }

    /// Whether a phishing list can be fetched from `address`.
    static func isListAddress(_ address: String) -> Bool {
        address.hasPrefix("https://") && address.utf8.count <= 1_024 && (try? Endpoint(address)) != nil
    }

    /// Reads the nodes that are used when the first one fails.
    static func alternatives(_ value: JSON?, path: String) throws(WalletError) -> [Endpoint] {
        let texts = try array(value, path)
        guard texts.count <= mostAlternatives else {
            throw WalletError(
                localized(
                    "“\(path, as: "setting")” must hold at most \(mostAlternatives, as: "count") addresses."))
        }
        var endpoints: [Endpoint] = []
        for (index, text) in texts.enumerated() {
            do throws(NodeError) {
                endpoints.append(try Endpoint(text: text.string ?? ""))
            } catch {
                throw WalletError(error.sentence(about: "\(path)[\(index)]"))
            }
        }
        return endpoints
    }
}
