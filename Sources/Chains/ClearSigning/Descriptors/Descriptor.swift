internal import Ethereum
internal import Bridge
internal import Primitives

/// An ERC-7730 descriptor: the contracts that it applies to, and its formats of functions or messages.
struct Descriptor {
    /// A contract on a chain.
    struct Place: Hashable {
        let chainID: UInt64
        let address: EthereumAddress
    }

    /// How one function or message is displayed.
    struct Format {
        /// What is done.
        let intent: String

        /// The lines, as the file has them.
        let fields: [JSON]
    }

    /// The contracts for which it is made.
    let places: [Place]

    /// Who runs them.
    let owner: String?

    /// The whole of it, for what its paths refer to.
    let root: JSON

    /// Its formats of calls, by selector.
    private(set) var calls: [[UInt8]: (function: ABIFunction, format: Format)] = [:]

    /// Its formats of messages, by the hash of their type.
    private(set) var messages: [Digest32: Format] = [:]

    init(_ json: JSON) throws(EthereumError) {
        root = json
        guard let context = json["context"] else { throw .descriptor(.file) }
        owner = json["metadata"]?["owner"]?.string.flatMap { Self.plain($0, upTo: 40) }
        let isMessage = context["eip712"] != nil
        guard let place = context["eip712"] ?? context["contract"] else { throw .descriptor(.file) }
        var places: [Place] = []
        for deployment in place["deployments"]?.array ?? [] {
            guard let chainID = deployment["chainId"]?.number?.integer.flatMap({ UInt64(exactly: $0) }),
                let text = deployment["address"]?.string, let address = try? EthereumAddress(text.lowercased())
            else { throw .descriptor(.file) }
            places.append(Place(chainID: chainID, address: address))
        }
        self.places = places
        var (twiceCalled, twiceSigned) = (Set<[UInt8]>(), Set<Digest32>())
        for member in json["display"]?["formats"]?.object?.members ?? [] {
            guard let intent = Self.intent(member.value["intent"]), let fields = member.value["fields"]?.array else {
                continue
            }
            let format = Format(intent: intent, fields: fields)
            if isMessage {
                let type = Keccak256.hash(Self.type(member.key).utf8)
                if messages.updateValue(format, forKey: type) != nil { twiceSigned.insert(type) }
            } else if let function = try? ABIFunction(member.key) {
                let earlier = calls.updateValue((function, format), forKey: function.selector)
                if earlier != nil { twiceCalled.insert(function.selector) }
            }
        }
        // Two formats for the same types count as none (ERC-7730): which of them is meant is not known.
        for selector in twiceCalled { calls[selector] = nil }
        for type in twiceSigned { messages[type] = nil }
    }

    /// One line of visible characters; `nil` if no visible character remains.
    static func plain(_ text: String, upTo limit: Int) -> String? {
        let visible = VisibleText.of(text)
        guard !visible.isEmpty else { return nil }
        return visible.unicodeScalars.count <= limit
            ? visible : String(String.UnicodeScalarView(visible.unicodeScalars.prefix(limit - 1))) + "…"
    }

    private static func intent(_ json: JSON?) -> String? {
        json?.string.flatMap { plain($0, upTo: 60) }
    }

    /// The text of a type as it is hashed: without the spaces that people put behind commas.
    private static func type(_ key: String) -> String {
        key.replacing(", ", with: ",")
    }
}
