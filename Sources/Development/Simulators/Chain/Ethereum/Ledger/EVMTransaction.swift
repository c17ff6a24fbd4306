internal import BigInt
internal import Bridge
internal import Ethereum
internal import Primitives

/// A transaction on the simulated chain: signed, or one of an account whose owner the ledger plays.
struct EVMTransaction: Sendable {
    /// The wish of an account to run the code of a contract (EIP-7702).
    struct Authorization: Sendable {
        let chainID: BigUInt
        let contract: EthereumAddress
        let nonce: UInt64
        let signature: RecoverableSignature?

        /// The account; `nil` if the signature is not valid.
        var account: EthereumAddress? {
            let fields: [RLP] = [.number(chainID), .bytes(contract.bytes), .number(nonce)]
            let digest = Keccak256.hash([0x05] + RLP.list(fields).encoded)
            guard let signature, signature.signature.isLowS, let key = try? signature.signer(of: digest) else {
                return nil
            }
            return EthereumAddress(key)
        }
    }

    let body: EthereumTransaction
    let sender: EthereumAddress
    let hash: Digest32

    /// The bytes that were sent; those to sign if there is no signature.
    let raw: [UInt8]

    /// `nil` for a transaction of the ledger itself.
    let signature: RecoverableSignature?
    var authorizations: [Authorization] = []

    /// Decodes a raw transaction of any type but that with blobs, and recovers the sender.
    ///
    /// - Throws: ``EthereumError``.
    init(raw: [UInt8]) throws(EthereumError) {
        if raw.first == 4 {
            self = try Self(delegating: raw)
            return
        }
        let signed = try SignedTransaction(raw: raw)
        (body, sender, signature) = (signed.transaction, signed.sender, signed.signature)
        (hash, self.raw) = (signed.hash, raw)
    }

    /// Makes a transaction of an account without its key.
    init(_ body: EthereumTransaction, by sender: EthereumAddress) {
        (self.body, self.sender, signature) = (body, sender, nil)
        // The sender is part of the hash, because no signature tells two of them apart.
        hash = Keccak256.hash(body.payload + sender.bytes)
        raw = body.payload
    }

    /// Decodes a transaction with authorizations (EIP-7702).
    private init(delegating raw: [UInt8]) throws(EthereumError) {
        guard let items = try RLP(raw.dropFirst(), depth: 4).elements, items.count == 13,
            let list = items[9].elements, !list.isEmpty
        else { throw .transaction(.form, path: "") }
        // Without the authorizations, the fields are those of EIP-1559, which has a reader.
        let plain = [2] + RLP.list(Array(items[..<9] + items[10...])).encoded
        body = try EthereumTransaction(unverified: plain)
        guard body.to != nil else { throw .transaction(.empty, path: "to") }
        guard let signature = Self.signature(items[10], items[11], items[12]), signature.signature.isLowS,
            let key = try? signature.signer(of: Keccak256.hash([4] + RLP.list(Array(items[..<10])).encoded))
        else { throw .transaction(.signature, path: "") }
        (self.signature, sender) = (signature, EthereumAddress(key))
        (hash, self.raw) = (Keccak256.hash(raw), raw)
        var authorizations: [Authorization] = []
        for item in list {
            guard let parts = item.elements, parts.count == 6, let chain = parts[0].content, chain.count <= 32,
                let address = parts[1].content, let contract = try? EthereumAddress(bytes: address),
                let nonce = parts[2].content.flatMap({ UInt64(exactly: EVMWord.number($0)) })
            else { throw .transaction(.form, path: "authorizationList") }
            authorizations.append(
                Authorization(
                    chainID: EVMWord.number(chain), contract: contract, nonce: nonce,
                    signature: Self.signature(parts[3], parts[4], parts[5])))
        }
        self.authorizations = authorizations
    }

    private static func signature(_ parity: RLP, _ r: RLP, _ s: RLP) -> RecoverableSignature? {
        guard let parity = parity.content, parity.count <= 1, let r = r.content, let s = s.content, r.count <= 32,
            s.count <= 32
        else { return nil }
        let encoded =
            EVMWord.bytes(EVMWord.number(r)) + EVMWord.bytes(EVMWord.number(s)) + [27 + ((parity.first ?? 0) & 1)]
        guard parity.first ?? 0 <= 1 else { return nil }
        return try? RecoverableSignature(encoded: encoded)
    }

    /// The number of bytes.
    var size: Int { raw.count }

    /// The type (EIP-2718).
    var type: UInt8 { authorizations.isEmpty ? body.fees.type : 4 }

    /// The priority fee per gas that its sender offers at most.
    var tip: BigUInt {
        switch body.fees {
        case .legacy(let price), .accessList(let price): price
        case .dynamic(_, let tip): tip
        }
    }

    /// What it pays to the producer for a unit of gas; `nil` if it cannot pay the base fee.
    func effectiveTip(_ baseFee: BigUInt) -> BigUInt? {
        guard body.fees.highest >= baseFee else { return nil }
        return min(tip, body.fees.highest - baseFee)
    }

    /// The least gas limit.
    var leastGas: UInt64 { body.leastGas + UInt64(authorizations.count) * 25_000 }

    /// The most that it can cost.
    var cost: BigUInt { body.highestFee + body.value }

    /// The transaction as a node describes it, in a block or none.
    func json(in block: EVMBlock?, at index: Int, baseFee: BigUInt?) -> JSON {
        var object = body.nodeMembers(hash: hash, sender: sender, signature: signature)
        if !authorizations.isEmpty {
            object["type"] = "0x4"
            object["authorizationList"] = .array(
                authorizations.map {
                    [
                        "chainId": .string(Quantity.text($0.chainID)), "address": .hex($0.contract),
                        "nonce": .hex($0.nonce), "yParity": .hex(UInt64($0.signature?.recoveryID ?? 0)),
                        "r": .string(Quantity.text(EVMWord.number($0.signature?.r ?? []))),
                        "s": .string(Quantity.text(EVMWord.number($0.signature?.s ?? []))),
                    ]
                })
        }
        guard let block else { return .object(object) }
        object["blockHash"] = .hex(block.hash)
        object["blockNumber"] = .hex(block.number)
        object["transactionIndex"] = .hex(UInt64(index))
        if let baseFee, let tip = effectiveTip(baseFee) { object["gasPrice"] = .string(Quantity.text(baseFee + tip)) }
        return .object(object)
    }
}

extension JSON {
    static func hex(_ number: UInt64) -> JSON { .string(Quantity.text(number)) }
    static func hex(_ number: BigUInt) -> JSON { .string(Quantity.text(number)) }
    static func hex(_ digest: Digest32) -> JSON { .string(digest.description) }
    static func hex(_ bytes: [UInt8]) -> JSON { .string(Quantity.text(bytes: bytes)) }
    static func hex(_ address: EthereumAddress) -> JSON { .string(Quantity.text(bytes: address.bytes)) }
}
