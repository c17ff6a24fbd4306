import BigInt
import Bridge
import Keys
import Primitives
import TestSupport
import Testing

@testable import Ethereum

@Suite struct TransactionVectorsTests {
    @Test func `transactions match the vectors of ethers when encoded, signed and decoded`() throws {
        let all = try Vectors.json("eth-transactions/transactions.json")
        let whole = all["whole"]?.array ?? []
        for each in whole {
            let name = each["name"]?.string ?? ""
            let key = try Self.bytes(each["privateKey"])
            for form in Form.allCases {
                let transaction = try form.transaction(each["transaction"] ?? nil)
                #expect(Self.hex(transaction.payload) == each["unsigned\(form)"]?.string, "\(name) \(form)")
                #expect(Self.hex(try sign(transaction, key)) == each["signed\(form)"]?.string, "\(name) \(form)")
            }
            #expect(throws: EthereumError.transaction(.blobs, path: "")) {
                try SignedTransaction(raw: Self.bytes(each["signedCancun"]))
            }
        }
        Suites.record("eth-transactions", cases: whole.count)
        #expect(whole.count == 58)
        let masked = all["masked"]?["cases"]?.array ?? []
        let key = try Self.bytes(all["masked"]?["privateKey"])
        var counts: [Form: Int] = [:]
        for each in masked {
            let name = try #require(each["name"]?.string)
            var fields = JSONObject()
            for (member, digit) in zip(all["masked"]?["transaction"]?.object?.members ?? [], name.dropFirst(7))
            where digit == "1" { fields[member.key] = member.value }
            for form in Form.allCases {
                let expected = try #require(each["\(form)"]?.string)
                let transaction = try form.transaction(.object(fields))
                // The vectors have no EIP-155 transaction without a chain.
                guard !expected.isEmpty else { continue }
                let raw = try sign(transaction, key)
                #expect(EthereumTransaction.hash(ofRaw: raw).description == expected, "\(name) \(form)")
                counts[form, default: 0] += 1
            }
        }
        Suites.record("eth-transactions", cases: masked.count)
        #expect(masked.count == 1_528)
        #expect(counts == [.Legacy: 1_528, .Eip155: 774, .Berlin: 1_528, .London: 1_528])
    }

    @Test func `Ethereum's transactions are accepted or refused as in the vectors`() throws {
        let cases = try Vectors.json("eth-transactiontests/cases.json").array ?? []
        var (taken, refused) = (0, 0)
        for each in cases {
            let name = each["name"]?.string ?? ""
            let raw = try #require(each["txbytes"]?.string.flatMap { Hex.decode($0) }, "\(name)")
            if let sender = each["result"]?["sender"]?.string {
                let signed = try SignedTransaction(raw: raw)
                #expect(signed.sender == (try EthereumAddress(sender)), "\(name)")
                #expect(signed.hash.description == each["result"]?["hash"]?.string, "\(name)")
                #expect(signed.raw == raw, "\(name)")
                #expect(
                    Quantity.text(signed.transaction.intrinsicGas) == each["result"]?["intrinsicGas"]?.string, "\(name)"
                )
                taken += 1
            } else {
                #expect(!Self.isValidOnFirstChain(raw), "\(name)")
                refused += 1
            }
        }
        Suites.record("eth-transactiontests", cases: taken + refused)
        #expect((taken, refused) == (27, 78))
    }

    @Test func `Ethereum's basic transactions are signed as in the vectors`() throws {
        let cases = try Vectors.json("eth-basic/txtest.json").array ?? []
        for each in cases {
            let to = each["to"]?.string ?? ""
            let transaction = try EthereumTransaction(
                chainID: 0, nonce: UInt64(each["nonce"]?.number?.text ?? "") ?? 1,
                fees: .legacy(gasPrice: BigUInt(each["gasprice"]?.number?.text ?? "") ?? 1),
                gasLimit: UInt64(each["startgas"]?.number?.text ?? "") ?? 1,
                to: to.isEmpty ? nil : EthereumAddress("0x" + to),
                value: BigUInt(each["value"]?.number?.text ?? "") ?? 1,
                data: Self.bytes(each["data"]))
            let raw = try sign(transaction, Self.bytes(each["key"]))
            // The vectors were signed with other nonces than those of RFC 6979, one of them with a high s.
            let expected = try Self.bytes(each["signed"])
            #expect(try RLP(raw).elements?.prefix(6) == RLP(expected).elements?.prefix(6))
            if to.isEmpty {
                #expect(throws: EthereumError.transaction(.signature, path: "")) {
                    try SignedTransaction(raw: expected)
                }
            } else {
                #expect(try SignedTransaction(raw: expected).sender == SignedTransaction(raw: raw).sender)
            }
        }
        Suites.record("eth-basic/txtest", cases: cases.count)
        #expect(cases.count == 2)
    }

    @Test func `Ethereum's basic keys have the addresses of the vectors`() throws {
        let cases = try Vectors.json("eth-basic/keyaddrtest.json").array ?? []
        for each in cases {
            let key = try #require(each["key"]?.string)
            #expect(Hex.encode(Keccak256.hash((each["seed"]?.string ?? "").utf8).bytes) == key)
            let address = EthereumAddress(try PrivateKey(SecretBytes(copying: Hex.decode(key) ?? [])).publicKey())
            #expect(Hex.encode(address.bytes) == each["addr"]?.string)
        }
        Suites.record("eth-basic/keyaddrtest", cases: cases.count)
        #expect(cases.count == 2)
    }

    /// Whether a node of chain 1 with today's rules accepts `raw`, as far as this can be known without its state.
    private static func isValidOnFirstChain(_ raw: [UInt8]) -> Bool {
        guard let transaction = (try? SignedTransaction(raw: raw))?.transaction else { return false }
        // EIP-3860: the code that creates a contract has at most 49,152 bytes.
        return transaction.chainID <= 1 && transaction.intrinsicGas <= transaction.gasLimit
            && (transaction.to != nil || transaction.data.count <= 49_152)
    }

    /// The raw `transaction` signed with `key`, after a round trip.
    private func sign(_ transaction: EthereumTransaction, _ key: [UInt8]) throws -> [UInt8] {
        let key = try PrivateKey(SecretBytes(copying: key))
        let raw = transaction.signed(try key.sign(transaction.digest))
        let signed = try SignedTransaction(raw: raw)
        #expect(signed.transaction == transaction)
        #expect(signed.sender == EthereumAddress(try key.publicKey()))
        #expect(signed.raw == raw)
        return raw
    }

    private static func hex(_ bytes: [UInt8]) -> String { "0x" + Hex.encode(bytes) }

    private static func bytes(_ json: JSON?) throws -> [UInt8] {
        try #require(json?.string.flatMap { Hex.decode($0) })
    }
}

/// The formats of each transaction, by their names in the vectors.
private enum Form: String, CaseIterable {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    case Legacy, Eip155, Berlin, London

    func transaction(_ fields: JSON) throws -> EthereumTransaction {
        let price = Self.number(fields["gasPrice"])
        let fees: EthereumTransaction.Fees =
            switch self {
            case .Legacy, .Eip155: .legacy(gasPrice: price)
            case .Berlin: .accessList(gasPrice: price)
            case .London:
                .dynamic(
                    maxFee: Self.number(fields["maxFeePerGas"]),
                    maxPriorityFee: Self.number(fields["maxPriorityFeePerGas"]))
            }
        let list = self == .Berlin || self == .London ? fields["accessList"]?.array ?? [] : []
        return try EthereumTransaction(
            chainID: self == .Legacy ? 0 : UInt64(Self.number(fields["chainId"])),
            nonce: UInt64(fields["nonce"]?.number?.integer ?? 0), fees: fees,
            gasLimit: UInt64(Self.number(fields["gasLimit"])),
            to: fields["to"]?.string.map { try EthereumAddress($0) }, value: Self.number(fields["value"]),
            data: Hex.decode(fields["data"]?.string ?? "") ?? [],
            accessList: list.map { entry in
                try AccessListEntry(
                    address: EthereumAddress(entry["address"]?.string ?? ""),
                    storageKeys: (entry["storageKeys"]?.array ?? []).map { Hex.decode($0.string ?? "") ?? [] })
            })
    }

    private static func number(_ json: JSON?) -> BigUInt {
        // One case has more leading zeros than a page's quantity may have.
        BigUInt(json?.string?.dropFirst(2) ?? "0", radix: 16) ?? 0
    }
}
