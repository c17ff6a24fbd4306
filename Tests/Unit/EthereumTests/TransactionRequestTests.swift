import BigInt
import Bridge
import Testing
import Ethereum

@Suite struct TransactionRequestTests {
    @Test func `a complete request becomes a transaction`() throws {
        let request = try TransactionRequest([
            "from": .string(account), "to": .string(other), "value": "0x16345785d8a0000", "gas": "0x5208",
            "maxFeePerGas": "0x77359400", "maxPriorityFeePerGas": "0x3b9aca00", "nonce": "0x0", "data": "0xABcd",
            "chainId": "0x1", "type": "0x2",
            "accessList": [["address": .string(other), "storageKeys": [.string(place)]]],
        ])
        #expect(request.from == (try EthereumAddress(account)))
        #expect(request.value == 100_000_000_000_000_000)
        #expect(request.gasLimit == 21_000)
        #expect(request.type == 2)
        let fees = EthereumTransaction.Fees.dynamic(maxFee: 2_000_000_000, maxPriorityFee: 1_000_000_000)
        let transaction = try request.transaction(chainID: 1, nonce: 0, gasLimit: 21_000, fees: fees)
        #expect(transaction.to == (try EthereumAddress(other)))
        #expect(transaction.data == [0xAB, 0xCD])
        #expect(transaction.accessList.first?.storageKeys.first?.last == 1)
        #expect(throws: EthereumError.transaction(.otherChain, path: "")) {
            try request.transaction(chainID: 5, nonce: 0, gasLimit: 1, fees: fees)
        }
        #expect(throws: EthereumError.transaction(.otherType, path: "type")) {
            try request.transaction(chainID: 1, nonce: 0, gasLimit: 1, fees: .accessList(gasPrice: 1))
        }
    }

    @Test func `missing and null members are left to the wallet`() throws {
        let request = try TransactionRequest(["to": .string(other)])
        #expect(request.value == 0)
        #expect(request.data == [])
        #expect(request.gasLimit == nil && request.nonce == nil && request.chainID == nil && request.type == nil)
        #expect(request.gasPrice == nil && request.maxFee == nil && request.maxPriorityFee == nil)
        var nulls = JSONObject()
        nulls["to"] = .string(other)
        for key in ["from", "value", "gas", "gasPrice", "type", "blobs", "authorizationList", "feeCurrency"] {
            nulls[key] = .null
        }
        #expect(try TransactionRequest(.object(nulls)) == request)
    }

    @Test func `two aliases of a field must have the same value`() throws {
        let one = try TransactionRequest(["data": "0x01", "gas": "0x5208"])
        #expect(try TransactionRequest(["input": "0x01", "gasLimit": "0x5208"]) == one)
        #expect(
            try TransactionRequest(["data": "0x01", "input": "0x01", "gas": "0x5208", "gasLimit": "0x5208"]) == one)
        #expect(throws: EthereumError.transaction(.differs, path: "input")) {
            try TransactionRequest(["data": "0x01", "input": "0x02"])
        }
        #expect(throws: EthereumError.transaction(.differs, path: "gasLimit")) {
            try TransactionRequest(["data": "0x01", "gas": "0x1", "gasLimit": "0x2"])
        }
    }

    @Test(
        arguments: [
            ([:], nil), (["type": "0x0"], 0), (["type": "0x1"], 1), (["type": "0x2"], 2), (["gasPrice": "0x1"], 0),
            (["gasPrice": "0x1", "accessList": []], 0), (["gasPrice": "0x1", "accessList": [entry]], 1),
            (["accessList": [entry]], nil), (["type": "0x1", "gasPrice": "0x1"], 1), (["maxFeePerGas": "0x1"], 2),
            (["maxPriorityFeePerGas": "0x1"], 2), (["type": "0x02"], 2),
        ] as [(JSON, UInt8?)])
    func `the type is the given one, or the one that the fields imply`(fields: JSON, type: UInt8?) throws {
        #expect(try TransactionRequest(fields.with("to", .string(other))).type == type)
    }

    @Test(
        arguments: [
            (["type": "0x0", "maxFeePerGas": "0x1"], TransactionFault.otherType, "maxFeePerGas"),
            (["type": "0x1", "maxPriorityFeePerGas": "0x1"], .otherType, "maxPriorityFeePerGas"),
            (["type": "0x2", "gasPrice": "0x1"], .otherType, "gasPrice"),
            (["gasPrice": "0x1", "maxFeePerGas": "0x1"], .otherType, "maxFeePerGas"),
            (["type": "0x0", "accessList": [entry]], .otherType, "accessList"),
            (["maxFeePerGas": "0x1", "maxPriorityFeePerGas": "0x2"], .tip, "maxPriorityFeePerGas"),
            (["type": "0x3"], .blobs, ""), (["type": "0x4"], .authorizations, ""), (["type": "0x5"], .type, ""),
            (["type": "0x7f"], .type, ""), (["type": 3], .blobs, ""), (["type": "2"], .number, "type"),
            (["blobVersionedHashes": []], .blobs, ""), (["maxFeePerBlobGas": "0x1"], .blobs, ""),
            (["blobs": []], .blobs, ""),
            (["authorizationList": []], .authorizations, ""),
            (["feeCurrency": "0x00"], .unknownField, "feeCurrency"), (["To": "0x00"], .unknownField, "To"),
            (["customData": [:]], .unknownField, "customData"), (["": 1], .unknownFields, ""),
            (["\u{212A}": 1], .unknownFields, ""), (["v": "0x1b"], .unknownField, "v"),
        ] as [(JSON, TransactionFault, String)])
    func `inconsistent or unsupported fields are refused`(
        fields: JSON, fault: TransactionFault, path: String
    ) {
        #expect(throws: EthereumError.transaction(fault, path: path)) {
            try TransactionRequest(fields.with("to", .string(other)))
        }
    }

    @Test(arguments: ["value", "gas", "gasLimit", "gasPrice", "maxFeePerGas", "nonce", "chainId"])
    func `a number in another form is refused with its name`(key: String) throws {
        for text in ["1", "0x001", "0xg", "-0x1", "0x-1", "1e3", " 0x1", "0X1", "1.5", " ", "NaN"] {
            #expect(throws: EthereumError.transaction(.number, path: key), "\(text)") { try read(key, .string(text)) }
        }
        for json: JSON in [true, [], [:], ["0x1"]] {
            #expect(throws: EthereumError.transaction(.kind, path: key)) { try read(key, json) }
        }
        for text in ["-1", "1.5", "1e3", "1.0", "9007199254740992", "1000000000000000000", "1e21"] {
            let number = try JSON(parsing: text)
            #expect(throws: EthereumError.transaction(.integer, path: key), "\(text)") { try read(key, number) }
        }
        #expect(throws: EthereumError.transaction(.number, path: key)) {
            try read(key, .string("0x1" + String(repeating: "0", count: 64)))
        }
    }

    @Test(
        arguments: [
            ("value", 1_000, "0x3e8"), ("value", 0, "0x0"), ("gas", 21_000, "0x5208"), ("gasLimit", 21_000, "0x5208"),
            ("gasPrice", 1, "0x1"), ("maxFeePerGas", 30_000_000_000, "0x6fc23ac00"), ("maxPriorityFeePerGas", 0, "0x0"),
            ("nonce", 7, "0x7"), ("nonce", 0, "0x0"), ("chainId", 4_663, "0x1237"), ("type", 0, "0x0"),
            ("type", 2, "0x2"),
            ("value", 9_007_199_254_740_991, "0x1fffffffffffff"),
        ] as [(String, JSON, JSON)])
    func `a JSON number means the same as its hexadecimal text`(key: String, number: JSON, text: JSON) throws {
        #expect(try read(key, number) == read(key, text))
    }

    @Test func `an empty text means the same as a missing member, except for the sender`() throws {
        let call: JSON = ["to": .string(other), "data": "0x01"]
        let plain = try TransactionRequest(call)
        for key in [
            "value", "gas", "gasLimit", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "nonce", "chainId", "type",
            "accessList", "input", "feeCurrency",
        ] {
            #expect(try TransactionRequest(call.with(key, "")) == plain, "\(key)")
        }
        let creation = try TransactionRequest(["data": "0x01"])
        for none: JSON in ["", "0x", nil] {
            #expect(try TransactionRequest(["to": none, "data": "0x01"]) == creation)
            #expect(throws: EthereumError.transaction(.empty, path: "")) {
                try TransactionRequest(["to": none, "data": "", "value": "0x1"])
            }
        }
        for key in ["value", "gas", "gasPrice", "maxFeePerGas", "nonce", "chainId", "type"] {
            #expect(throws: EthereumError.transaction(.number, path: key)) { try read(key, "0x") }
        }
        // Fees of the other kind do not conflict with an empty field of a form.
        let form = try TransactionRequest([
            "to": .string(other), "type": "0x2", "gasPrice": "", "maxFeePerGas": "0x2", "maxPriorityFeePerGas": "0x1",
        ])
        #expect(form.type == 2 && form.gasPrice == nil)
    }

    @Test func `the number 0 for gas or a gas price leaves it to the wallet`() throws {
        for key in ["gas", "gasLimit", "gasPrice"] {
            #expect(try read(key, 0) == TransactionRequest(["to": .string(other)]))
        }
        #expect(try read("gasPrice", "0x0").gasPrice == 0)
    }

    @Test func `a number that does not fit its field is refused`() {
        let large: JSON = "0x10000000000000000"
        for key in ["gas", "gasLimit", "nonce", "chainId"] {
            #expect(throws: EthereumError.transaction(.range, path: key)) { try read(key, large) }
        }
        #expect(throws: EthereumError.transaction(.range, path: "nonce")) { try read("nonce", "0xffffffffffffffff") }
        for chain: JSON in ["0x0", "0xffffffffffffffff", "0x7fffffffffffffdc"] {
            #expect(throws: EthereumError.transaction(.chainID, path: "chainId")) { try read("chainId", chain) }
        }
        #expect(throws: Never.self) { try read("chainId", "0x7fffffffffffffdb") }
    }

    @Test(arguments: ["from", "to"])
    func `an address in another form is refused with its name`(key: String) {
        for text in (key == "from" ? ["", "0x"] : []) + [
            "0x00", "vitalik.eth", String(other.dropFirst(2)), other + "00", other.uppercased(),
        ] {
            #expect(throws: EthereumError.transaction(.address, path: key), "\(text)") { try read(key, .string(text)) }
        }
        // One letter of the checksum is wrong.
        #expect(throws: EthereumError.transaction(.address, path: key)) {
            try read(key, "0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed")
        }
        #expect(throws: EthereumError.transaction(.kind, path: key)) { try read(key, 0) }
    }

    @Test(arguments: ["data", "input"])
    func `data in another form, or larger than nodes accept, is refused`(key: String) throws {
        for text in ["00", "0x0", "0xzz", "text", "0X00", " 0x00"] {
            #expect(throws: EthereumError.transaction(.bytes, path: key), "\(text)") { try read(key, .string(text)) }
        }
        for text in ["", "0x"] { #expect(try read(key, .string(text)).data.isEmpty) }
        #expect(throws: EthereumError.transaction(.kind, path: key)) { try read(key, [1, 2]) }
        let largest = "0x" + String(repeating: "00", count: 131_072)
        #expect(try read(key, .string(largest)).data.count == 131_072)
        #expect(throws: EthereumError.transaction(.tooLarge, path: key)) { try read(key, .string(largest + "00")) }
    }

    @Test(
        arguments: [
            ("0x", TransactionFault.kind, "accessList"), ([nil], .kind, "accessList[0]"),
            ([["address": .string(other)]], .kind, "accessList[0]"), ([["storageKeys": []]], .kind, "accessList[0]"),
            ([["address": .string(other), "storageKeys": [], "more": 1]], .unknownFields, "accessList[0]"),
            ([["address": "0x00", "storageKeys": []]], .address, "accessList[0].address"),
            ([entry, ["address": .string(other), "storageKeys": ["0x01"]]], .size, "accessList[1].storageKeys"),
            ([["address": .string(other), "storageKeys": [1]]], .kind, "accessList[0].storageKeys"),
            ([["address": .string(other), "storageKeys": ["01"]]], .bytes, "accessList[0].storageKeys"),
            ([[.string(other), []]], .kind, "accessList[0]"),
            (.array(Array(repeating: entry, count: 2_049)), .tooLarge, "accessList"),
        ] as [(JSON, TransactionFault, String)])
    func `an access list in another form is refused with its path`(
        list: JSON, fault: TransactionFault, path: String
    ) {
        #expect(throws: EthereumError.transaction(fault, path: path)) { try read("accessList", list) }
    }

    @Test func `a value that is not an object, or does nothing, is refused`() {
        for json: JSON in [nil, true, 1, "{}", [], [["to": .string(other)]]] {
            #expect(throws: EthereumError.transaction(.kind, path: "")) { try TransactionRequest(json) }
        }
        for json: JSON in [[:], ["data": "0x"], ["value": "0x1"], ["to": nil, "data": nil]] {
            #expect(throws: EthereumError.transaction(.empty, path: "")) { try TransactionRequest(json) }
        }
    }

    @Test func `a node is asked about the same call`() throws {
        let request = try TransactionRequest(["to": .string(other), "value": "0x0a", "data": "0xAB"])
        #expect(
            request.call(from: try EthereumAddress(account)) == [
                "from": .string(try EthereumAddress(account).description),
                "to": .string(try EthereumAddress(other).description), "value": "0xa", "data": "0xab",
            ])
        let creation = try TransactionRequest(["data": "0x00", "accessList": [entry]])
        let call = creation.call(from: try EthereumAddress(account))
        #expect(call["to"] == nil)
        #expect(try TransactionRequest(call).accessList == creation.accessList)
    }

    @Test func `an error is described in a sentence with its path`() {
        let error = EthereumError.transaction(.number, path: "value")
        #expect(
            error.description == "The transaction's value is not a number in its shortest form, such as 0x1a.")
        #expect(
            EthereumError.transaction(.blobs, path: "").description
                == "The transaction carries blobs, which this wallet does not send.")
    }

    @discardableResult
    private func read(_ key: String, _ value: JSON) throws -> TransactionRequest {
        var fields: JSON = ["to": .string(other), "data": nil]
        fields = fields.with(key, value)
        return try TransactionRequest(fields)
    }
}

private let account = "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed"
private let other = "0xb794f5ea0ba39494ce839613fffba74279579268"
private let place = "0x" + String(repeating: "0", count: 63) + "1"
private let entry: JSON = ["address": .string(other), "storageKeys": []]
