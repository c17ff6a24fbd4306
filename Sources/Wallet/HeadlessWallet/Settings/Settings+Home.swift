import Bridge
import EthereumWallet
import Messages

/// The settings of the wallet's screens: the explorers, and the answer about servers.
extension Settings {
    /// Reads them from the members of the file.
    mutating func readHome(_ members: JSONObject) throws(WalletError) {
        if let answered = members["serversChosen"] {
            guard let isAnswered = answered.bool else {
                throw WalletError(localized("“\("serversChosen", as: "setting")” must be true or false."))
            }
            isServerQuestionAnswered = isAnswered
        }
        if let tokens = members["tokens"] {
            let members = try Self.members(tokens, "tokens", allowed: ["registry"])
            guard let address = members["registry"]?.string, address.hasPrefix("https://"),
                (try? Origin(ofURL: address)) != nil
            else {
                throw WalletError(localized("“\("tokens.registry", as: "setting")” must begin with https://."))
            }
            tokenRegistry = address
        }
        if let prices = members["prices"] {
            let members = try Self.members(prices, "prices", allowed: ["url", "currency"])
            do throws(WalletError) {
                priceSource = try WebPriceSource.Choice(
                    members["url"]?.string ?? "", currency: members["currency"]?.string ?? "")
            } catch {
                throw WalletError(
                    localized("“\("prices", as: "setting")” cannot be used. \(error.description, as: "reason")"))
            }
        }
        guard let explorers = members["explorers"] else { return }
        for member in try Self.members(explorers, "explorers", allowed: nil).members {
            guard ChainID(member.key) != nil, let template = member.value.string,
                Self.problem(explorer: template) == nil
            else {
                throw WalletError(
                    localized(
                        """
                        “\("explorers", as: "setting")” must have an address with {txid} for each chain, such as \
                        https://explorer.example/tx/{txid}.
                        """))
            }
            self.explorers[member.key] = template
        }
    }

    /// The price source as JSON; `nil` without one.
    var pricesJSON: JSON? {
        priceSource.map { ["url": .string($0.endpoint.url), "currency": .string($0.currency)] }
    }

    /// The explorers as JSON.
    var explorersJSON: JSON {
        var members: JSONObject = [:]
        for (chain, template) in explorers.sorted(by: { $0.key < $1.key }) { members[chain] = .string(template) }
        return .object(members)
    }

    /// Why the address of an explorer cannot be used; `nil` if it can.
    package static func problem(explorer template: String) -> String? {
        let isPlain = template.utf8.count <= 512 && template.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != 0x22 }
        let address = template.replacing("{txid}", with: "0")
        // The ID must not be a part of the site's name.
        guard isPlain, address != template, !address.contains("{"), let origin = try? Origin(ofURL: address),
            origin == (try? Origin(ofURL: template.replacing("{txid}", with: "1"))),
            origin.scheme == "https"
        else {
            return localized(
                "The address must begin with https:// and contain {txid} in place of the transaction ID.")
        }
        return nil
    }
}
