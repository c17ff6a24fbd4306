internal import BigInt
internal import Keys

extension Intent {
    /// Reads what a signature on `data` lets others do.
    public init(_ data: TypedData) {
        self = MessageReader(data: data).intent
    }
}

/// Reads structured messages whose meaning is known by their types.
private struct MessageReader {
    let data: TypedData

    var intent: Intent {
        known ?? witness ?? .message(type: data.primaryType)
    }

    private var contract: EthereumAddress? { data.domain["verifyingContract"]?.address }

    private var reader: EffectReader {
        var container = [
            DescribedMember(name: "value", value: .number(0)), DescribedMember(name: "zero", value: .number(0)),
        ]
        // What the outcomes of Polymarket are paid with, which its orders do not name.
        if let dollar = try? EthereumAddress("0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174") {
            container.append(DescribedMember(name: "polygonUSDC", value: .address(dollar)))
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
            // Snapshot's messages are for no contract: one that names a contract is something else.
            if message.domain == "snapshot", contract != nil { continue }
            guard let intents = try? reader.intents(message.effects), !intents.isEmpty else { continue }
            return IntentReader.joined(intents, at: contract, name: data.primaryType)
        }
        return nil
    }

    /// A transfer by a signature of Permit2 that also covers a structure of somebody else's: their order.
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
            gives.append(TokenOrder.Item(token: token, item: nil, isAnyItem: false, amount: amount, recipient: nil))
        }
        if let last = data.message.members.last?.field.name, let order = values[last] {
            let outputs = ["outputs", "baseOutputs"].compactMap { order[$0]?.elements }.first
            if let outputs, let gets = ordered(outputs) {
                let swapper = order["info"]?["swapper"]?.address
                var read = TokenOrder(offerer: swapper, gives: gives, gets: gets, end: deadline)
                read.spender = spender
                return .order(read)
            }
        }
        // What is taken is known, what it is taken for is not.
        let inner = gives.compactMap { item -> DecodedCall.Inner? in
            guard let token = item.token else { return nil }
            let allowance = Allowance(
                .once, token: token, spender: spender, amount: item.amount, deadline: deadline, isPermit2: true)
            return DecodedCall.Inner(to: token, value: 0, intent: .allowance(allowance), isDelegated: false)
        }
        return .call(DecodedCall(contract: contract, name: data.primaryType, arguments: [], inner: inner))
    }

    /// What an order of UniswapX promises, at its least.
    private func ordered(_ outputs: [DescribedValue]) -> [TokenOrder.Item]? {
        var items: [TokenOrder.Item] = []
        for output in outputs {
            let amounts = ["amount", "startAmount", "endAmount", "minAmount"].compactMap { output[$0]?.magnitude }
            guard let token = output["token"]?.address, let recipient = output["recipient"]?.address,
                let least = amounts.min()
            else { return nil }
            items.append(
                TokenOrder.Item(
                    token: token.isCoin ? nil : token, item: nil, isAnyItem: false, amount: least,
                    recipient: recipient))
        }
        return items.isEmpty ? nil : items
    }
}

extension TypedData {
    /// The hash of the message's type, with which what is signed begins.
    var messageType: Digest32? { try? Digest32(encodedMessage.prefix(32)) }
}

extension TypedDataStructure {
    /// Whether the first fields are these, in this order.
    func begins(_ names: String...) -> Bool { members.map(\.field.name).starts(with: names) }
}

extension TypedDataValue {
    var address: EthereumAddress? {
        guard case .address(let address) = self else { return nil }
        return address
    }
}
