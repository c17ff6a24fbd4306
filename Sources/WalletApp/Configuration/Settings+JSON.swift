import BitcoinWallet
import Bridge
import Messages
import Network
import EthereumWallet
import WalletCore

extension Settings {
    /// Reads settings from the text of JSON.
    ///
    /// - Throws: ``SettingsFault`` that names the first value that is wrong.
    init(parsing text: [UInt8]) throws(SettingsFault) {
        let root: JSON
        do throws(JSON.ParsingError) {
            root = try JSON(parsing: text)
        } catch {
            throw SettingsFault(Self.sentence(about: error))
        }
        self.init()
        let members = try Self.members(root, nil, allowed: ["chains", "electrum", "payments"])
        for (index, entry) in try Self.array(members["chains"], "chains").enumerated() {
            try add(entry, path: "chains[\(index)]")
        }
        if let payments = members["payments"] { self.payments = try Self.payments(payments) }
        guard let servers = members["electrum"] else { return }
        for member in try Self.members(servers, "electrum", allowed: ["BCH", "BTC"]).members {
            guard let kind = AddressKind(rawValue: member.key) else { continue }
            try add(kind, member.value, path: "electrum.\(member.key)")
        }
    }

    /// The settings as the text of JSON, one that can be read again.
    var text: [UInt8] {
        var lines = ["{", "  \"chains\": ["]
        lines += Self.joined(chains.map { "    \(Self.json(of: $0).text)" })
        lines += ["  ],", "  \"electrum\": {"]
        let kinds = electrum.keys.sorted { $0.rawValue < $1.rawValue }
        lines += Self.joined(
            kinds.map { kind in
                let servers = JSON.array((electrum[kind] ?? []).map { .string($0.text) })
                return "    \"\(kind.rawValue)\": \(servers.text)"
            })
        lines += ["  }" + (payments.isEmpty ? "" : ",")]
        if !payments.isEmpty { lines += ["  \"payments\": \(Self.json(of: payments).text)"] }
        lines += ["}", ""]
        return Array(lines.joined(separator: "\n").utf8)
    }

    private static func payments(_ value: JSON) throws(SettingsFault) -> PaymentSettings {
        let members = try Self.members(value, "payments", allowed: ["gateway", "appId", "apiKey", "forms"])
        var texts: [String: String] = [:]
        for member in members.members where member.key != "forms" {
            guard let text = member.value.string, PaymentSettings.isWord(text) else {
                throw SettingsFault(
                    localized(
                        "“\("payments.\(member.key)", as: "setting")” must be a string of 1 to 256 plain characters."))
            }
            texts[member.key] = text
        }
        if let gateway = texts["gateway"] {
            do throws(EndpointFault) {
                _ = try Endpoint(gateway)
            } catch {
                throw SettingsFault(error.sentence(about: "payments.gateway"))
            }
        }
        var payments = PaymentSettings(gateway: texts["gateway"], appID: texts["appId"], apiKey: texts["apiKey"])
        let forms = try Self.array(members["forms"], "payments.forms")
        guard forms.count <= PaymentSettings.mostForms else {
            throw SettingsFault(
                localized(
                    """
                    “\("payments.forms", as: "setting")” must hold at most \
                    \(PaymentSettings.mostForms, as: "count") origins.
                    """
                ))
        }
        for (index, form) in forms.enumerated() {
            guard let origin = form.string.flatMap(PaymentSettings.form) else {
                throw SettingsFault(
                    localized(
                        """
                        “\("payments.forms[\(index)]", as: "setting")” must be an origin, such as \
                        https://forms.example.
                        """
                    ))
            }
            payments.forms.append(origin)
        }
        return payments
    }

    private static func json(of payments: PaymentSettings) -> JSON {
        var members: JSONObject = [:]
        for (key, text) in [
            ("gateway", payments.gateway), ("appId", payments.appID), ("apiKey", payments.apiKey),
        ] {
            if let text { members[key] = .string(text) }
        }
        if !payments.forms.isEmpty { members["forms"] = .array(payments.forms.map { .string($0) }) }
        return .object(members)
    }

    private mutating func add(_ entry: JSON, path: String) throws(SettingsFault) {
        let members = try Self.members(entry, path, allowed: ["id", "name", "symbol", "endpoint", "addedBy"])
        guard let number = members["id"]?.number?.integer, number > 0, let id = UInt64(exactly: number) else {
            throw SettingsFault(localized("“\("\(path).id", as: "setting")” must be a chain ID, such as 1."))
        }
        guard !chains.contains(where: { $0.chain.id == id }) else {
            throw SettingsFault(localized("“\(path, as: "setting")” repeats the chain \(id, as: "number")."))
        }
        let known = Chain.wellKnown.first { $0.id == id }
        let chain: Chain
        if let known { chain = known } else { chain = try Self.chain(id, members, path: path) }
        guard let url = members["endpoint"]?.string else {
            throw SettingsFault(localized("“\("\(path).endpoint", as: "setting")” must be the address of a node."))
        }
        var site: Origin?
        if let text = members["addedBy"] {
            guard let origin = text.string.flatMap({ try? Origin(serialized: $0) }) else {
                throw SettingsFault(
                    localized(
                        """
                        “\("\(path).addedBy", as: "setting")” must be the origin of a site, such as \
                        https://dapp.example.
                        """
                    ))
            }
            site = origin
        }
        do throws(EndpointFault) {
            set(chain, try Endpoint(url), addedBy: site)
        } catch {
            throw SettingsFault(error.sentence(about: "\(path).endpoint"))
        }
    }

    private static func chain(_ id: UInt64, _ members: JSONObject, path: String) throws(SettingsFault) -> Chain {
        guard let name = members["name"]?.string, Chain.isName(name, upTo: 64) else {
            throw SettingsFault(
                localized("“\("\(path).name", as: "setting")” must be a name of 1 to 64 plain characters."))
        }
        guard let symbol = members["symbol"]?.string, Chain.isName(symbol, upTo: 11) else {
            throw SettingsFault(
                localized(
                    """
                    “\("\(path).symbol", as: "setting")” must be the symbol of the chain's coin, 1 to 11 plain \
                    characters.
                    """
                ))
        }
        return Chain(id: id, name: name, symbol: symbol)
    }

    private mutating func add(_ kind: AddressKind, _ value: JSON, path: String) throws(SettingsFault) {
        var servers: [LineAddress] = []
        for (index, server) in try Self.array(value, path).enumerated() {
            guard let text = server.string, let address = LineAddress(text) else {
                throw SettingsFault(
                    localized(
                        """
                        “\("\(path)[\(index)]", as: "setting")” must be ssl://host:port; tcp://host:port is for \
                        this machine only.
                        """
                    ))
            }
            servers.append(address)
        }
        set(kind, servers)
    }

    private static func json(of entry: ChainEntry) -> JSON {
        var members: JSONObject = ["id": .number(JSONNumber(Int(clamping: entry.chain.id)))]
        if !entry.chain.isWellKnown {
            members["name"] = .string(entry.chain.name)
            members["symbol"] = .string(entry.chain.symbol)
        }
        members["endpoint"] = .string(entry.endpoint.url)
        if let site = entry.addedBy { members["addedBy"] = .string(site.description) }
        return .object(members)
    }

    private static func joined(_ lines: [String]) -> [String] {
        lines.enumerated().map { $0.offset + 1 < lines.count ? $0.element + "," : $0.element }
    }

    /// The object that a member of the file is; without `path`, the whole file.
    private static func members(
        _ value: JSON, _ path: String?, allowed: Set<String>
    ) throws(SettingsFault) -> JSONObject {
        guard let object = value.object else {
            throw SettingsFault(
                path.map { localized("“\($0, as: "setting")” must be an object.") }
                    ?? localized("The file must contain an object."))
        }
        for key in object.keys where !allowed.contains(key) {
            let member = RPCError.quoted(key)
            throw SettingsFault(
                path.map { localized("“\($0, as: "setting")” contains the unknown member \(member, as: "member").") }
                    ?? localized("The file contains the unknown member \(member, as: "member")."))
        }
        return object
    }

    private static func sentence(about error: JSON.ParsingError) -> String {
        let offset = error.offset
        return switch error.reason {
        case .syntax: localized("The file is not JSON, at byte \(offset, as: "offset").")
        case .depth: localized("The file is nested too deeply, at byte \(offset, as: "offset").")
        case .tooMany: localized("The file has too many values, at byte \(offset, as: "offset").")
        case .duplicateKey: localized("The file has a duplicate member, at byte \(offset, as: "offset").")
        case .notUTF8: localized("The file is not Unicode text, at byte \(offset, as: "offset").")
        }
    }

    private static func array(_ value: JSON?, _ path: String) throws(SettingsFault) -> [JSON] {
        guard let value else { return [] }
        guard let array = value.array else {
            throw SettingsFault(localized("“\(path, as: "setting")” must be an array."))
        }
        return array
    }
}
