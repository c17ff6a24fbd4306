public import Ethereum
internal import BigInt
internal import Primitives

extension Intent {
    /// Determines what a signature on `data` permits.
    public init(_ data: TypedData) {
        self = MessageReader(data: data).intent
    }
}

/// Reads structured messages with known types.
private struct MessageReader {
    let data: TypedData

    var intent: Intent {
        guard data.unusualDomainFields.isEmpty else { return .message(type: data.primaryType) }
        return known ?? witness ?? statement ?? .message(type: data.primaryType)
    }

    /// What only states something, of an unknown type.
    private var statement: Intent? {
        guard let statement = Statement(data), let zero = try? EthereumAddress(bytes: [UInt8](repeating: 0, count: 20))
        else { return nil }
        let action = ContractAction(
            contract: contract ?? zero, kind: statement.isCancellation ? .cancelOrders : .publishStatement, gives: [],
            gets: [], recipients: statement.addresses,
            owner: nil, takesCoins: false, isHarmless: !statement.isCancellation)
        return IntentReader.joined([.action(action)], at: contract, name: data.primaryType)
    }

    private var contract: EthereumAddress? { data.domain["verifyingContract"]?.address }

    private var reader: EffectReader {
        var container = [
            DescribedMember(name: "value", value: .number(0)), DescribedMember(name: "zero", value: .number(0)),
            DescribedMember(name: "bips", value: .number(10_000)),
        ]
        // The currency of Polymarket and its shares, which its orders do not name.
        for (name, text) in [
            ("polygonUSDC", "0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174"),
            ("polygonOutcomes", "0x4D97DCd97eC945f40cF65F87097ACe5EA0476045"),
        ] {
            guard let address = try? EthereumAddress(text) else { continue }
            container.append(DescribedMember(name: name, value: .address(address)))
        }
        if let contract { container.append(DescribedMember(name: "to", value: .address(contract))) }
        return EffectReader(
            data: DescribedValue(data.message), container: .record(container), contract: contract,
            reader: IntentReader(), chainID: data.chainID ?? 0)
    }

    private var known: Intent? {
        guard let type = data.messageType else { return nil }
        var name: String?
        if case .string(let text)? = data.domain["name"] { name = text }
        for message in KnownMessages.message(type) where message.domain == nil || message.domain == name {
            // Snapshot's messages have no verifying contract: a message with one is something else.
            if message.domain == "snapshot", contract != nil { continue }
            guard let intents = try? reader.intents(message.effects), !intents.isEmpty else { continue }
            return IntentReader.joined(intents, at: contract, name: data.primaryType)
        }
        return nil
    }

    /// A Permit2 signature transfer that also covers the structure of another contract, such as its order.
    private var witness: Intent? {
        let values = DescribedValue(data.message)
        guard ["PermitWitnessTransferFrom", "PermitBatchWitnessTransferFrom"].contains(data.primaryType),
            data.message.begins("permitted", "spender", "nonce", "deadline"), let contract,
            let spender = values["spender"]?.address, let deadline = values["deadline"]?.magnitude,
            let permitted = values["permitted"]
        else { return nil }
        var gives: [TokenOrder.Item] = []
        for entry in permitted.elements ?? [permitted] {
            guard let token = entry["token"]?.address, let amount = entry["amount"]?.magnitude else { return nil }
            gives.append(TokenOrder.Item(token: token, amount: amount))
        }
        if let last = data.message.members.last?.field.name, let order = values[last] {
            let outputs = ["outputs", "baseOutputs"].compactMap { order[$0]?.elements }.first
            if let outputs, let gets = ordered(outputs) {
                let swapper = order["info"]?["swapper"]?.address
                var read = TokenOrder(offerer: swapper, gives: gives, gets: gets, end: deadline)
                read.spender = spender
                read.executor = order["exclusiveFiller"]?.address.flatMap { $0.isZero ? nil : $0 }
                read.cosigner = order["cosigner"]?.address.flatMap { $0.isZero ? nil : $0 }
                return .order(read)
            }
        }
        // The tokens that are taken are known; what they are exchanged for is not.
        let inner = gives.compactMap { item -> DecodedCall.Inner? in
            guard let token = item.token else { return nil }
            let allowance = Allowance(
                .once, token: token, spender: spender, amount: item.amount, deadline: deadline, isPermit2: true)
            return DecodedCall.Inner(to: token, value: 0, intent: .allowance(allowance), isDelegated: false)
        }
        return .call(DecodedCall(contract: contract, name: data.primaryType, arguments: [], inner: inner))
    }

    /// The minimum that an order of UniswapX promises.
    private func ordered(_ outputs: [DescribedValue]) -> [TokenOrder.Item]? {
        var items: [TokenOrder.Item] = []
        for output in outputs {
            let amounts = ["amount", "startAmount", "endAmount", "minAmount"].compactMap { output[$0]?.magnitude }
            guard let token = output["token"]?.address, let recipient = output["recipient"]?.address,
                let least = amounts.min(), let most = amounts.max()
            else { return nil }
            items.append(
                TokenOrder.Item(
                    token: token.isCoin ? nil : token, amount: least, best: most, recipient: recipient))
        }
        return items.isEmpty ? nil : items
    }
}

extension TypedData {
    /// The hash of the message's type, with which the encoded message begins.
    var messageType: Digest32? { try? Digest32(encodedMessage.prefix(32)) }
}

extension TypedDataStructure {
    /// Whether these are the first fields, in this order.
    func begins(_ names: String...) -> Bool { members.map(\.field.name).starts(with: names) }
}

extension TypedDataValue {
    var address: EthereumAddress? {
        guard case .address(let address) = self else { return nil }
        return address
    }
}
