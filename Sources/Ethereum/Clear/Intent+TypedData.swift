internal import BigInt
internal import Keys

extension Intent {
    /// Reads what a signature on `data` lets others do.
    public init(_ data: TypedData) {
        self = MessageReader(data: data).intent
    }
}

/// Reads structured messages whose meaning is known by their types.
///
/// A type counts only with all the fields that the contract hashes, in their order; one that looks like it is
/// ``Intent/message(type:)``, since no contract would take it for what it looks like.
private struct MessageReader {
    let data: TypedData

    private var message: TypedDataStructure { data.message }

    var intent: Intent {
        known ?? .message(type: data.primaryType)
    }

    private var known: Intent? {
        switch data.primaryType {
        case "Permit": permit
        case "PermitSingle", "PermitBatch": permit2
        case "PermitTransferFrom", "PermitBatchTransferFrom", "PermitWitnessTransferFrom",
            "PermitBatchWitnessTransferFrom":
            transfer
        case "TransferWithAuthorization", "ReceiveWithAuthorization": authorization
        case "OrderComponents": SeaportOrder.read(message).map { .order($0) }
        case "SafeTx": safe
        default: nil
        }
    }

    private var contract: EthereumAddress? { data.domain["verifyingContract"]?.address }

    private var permit: Intent? {
        guard let token = contract else { return nil }
        if message.has("owner", "spender", "value", "nonce", "deadline"), let spender = message["spender"]?.address,
            let amount = message["value"]?.uint
        {
            return .allowance(
                Allowance(
                    .permit, token: token, owner: message["owner"]?.address, spender: spender, amount: amount,
                    deadline: message["deadline"]?.uint))
        }
        guard message.has("holder", "spender", "nonce", "expiry", "allowed"), let spender = message["spender"]?.address,
            case .bool(let isGiven)? = message["allowed"]
        else { return nil }
        return .allowance(
            Allowance(
                .permit, token: token, owner: message["holder"]?.address, spender: spender,
                amount: isGiven ? IntentReader.everything : 0, deadline: message["expiry"]?.uint))
    }

    private var permit2: Intent? {
        guard let contract, message.has("details", "spender", "sigDeadline"),
            let spender = message["spender"]?.address
        else { return nil }
        var list: [Allowance] = []
        for entry in message["details"]?.structures ?? [] {
            guard entry.has("token", "amount", "expiration", "nonce"), let token = entry["token"]?.address,
                let amount = entry["amount"]?.uint
            else { return nil }
            list.append(
                Allowance(
                    .permit, token: token, spender: spender, amount: amount, bits: 160,
                    expiration: entry["expiration"]?.uint, deadline: message["sigDeadline"]?.uint, isPermit2: true))
        }
        return Permit2.intent(list, at: contract, name: data.primaryType)
    }

    /// One transfer by signature; a witness, where there is one, is hashed with it but means nothing here.
    private var transfer: Intent? {
        guard let contract, message.begins("permitted", "spender", "nonce", "deadline"),
            let spender = message["spender"]?.address
        else { return nil }
        var list: [Allowance] = []
        for entry in message["permitted"]?.structures ?? [] {
            guard entry.has("token", "amount"), let token = entry["token"]?.address, let amount = entry["amount"]?.uint
            else { return nil }
            list.append(
                Allowance(
                    .once, token: token, spender: spender, amount: amount, deadline: message["deadline"]?.uint,
                    isPermit2: true))
        }
        return Permit2.intent(list, at: contract, name: data.primaryType)
    }

    /// EIP-3009.
    private var authorization: Intent? {
        guard let token = contract, message.has("from", "to", "value", "validAfter", "validBefore", "nonce"),
            let to = message["to"]?.address, let amount = message["value"]?.uint
        else { return nil }
        return .transfer(
            TokenTransfer(
                .amount, token: token, from: message["from"]?.address, to: to, parts: [.init(amount: amount)],
                deadline: message["validBefore"]?.uint))
    }

    /// A transaction of a Safe: what it carries counts.
    private var safe: Intent? {
        guard let contract,
            message.has(
                "to", "value", "data", "operation", "safeTxGas", "baseGas", "gasPrice", "gasToken", "refundReceiver",
                "nonce"), let to = message["to"]?.address, let value = message["value"]?.uint,
            case .bytes(let bytes)? = message["data"], let operation = message["operation"]?.uint
        else { return nil }
        let call = ContractCall(chainID: data.chainID ?? 0, from: contract, to: to, value: value, data: bytes)
        let inner = DecodedCall.Inner(
            to: to, value: value, intent: IntentReader(depth: 1).intent(of: call), isDelegated: operation != 0)
        return .call(DecodedCall(contract: contract, name: data.primaryType, arguments: [], inner: [inner]))
    }
}

extension TypedData {
    /// The hash of the message's type, with which what is signed begins.
    var messageType: Digest32? { try? Digest32(encodedMessage.prefix(32)) }
}

extension TypedDataStructure {
    /// Whether the fields are these, in this order.
    func has(_ names: String...) -> Bool { members.map(\.field.name) == names }

    /// Whether the first fields are these, in this order.
    func begins(_ names: String...) -> Bool { members.map(\.field.name).starts(with: names) }
}

extension TypedDataValue {
    var address: EthereumAddress? {
        guard case .address(let address) = self else { return nil }
        return address
    }

    var uint: BigUInt? {
        guard case .number(let number) = self, number.sign == .plus else { return nil }
        return number.magnitude
    }

    /// The structure that stands here, or the structures of a list; `nil` where something else is among them.
    var structures: [TypedDataStructure]? {
        switch self {
        case .structure(let structure): return [structure]
        case .array(let values):
            var found: [TypedDataStructure] = []
            for value in values {
                guard case .structure(let structure) = value else { return nil }
                found.append(structure)
            }
            return found
        default: return nil
        }
    }
}
