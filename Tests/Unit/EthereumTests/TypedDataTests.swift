import Bridge
import Keys
import Primitives
import Testing
import Ethereum

@Suite struct TypedDataTests {
    @Test(
        arguments: [
            ("0x0000000000000000000000000000000000000000000000000000000000000089", 137),
            ("0x0000000000000000000000000000000000000000000000000000000000000000", nil),
            ("0x0000000000000000000000000000000100000000000000000000000000000089", nil),
        ] as [(String, UInt64?)])
    func `a salt that is a small number may name the chain`(salt: String, chain: UInt64?) throws {
        let types: JSON = [
            "A": [["name": "b", "type": "string"]], "EIP712Domain": [["name": "salt", "type": "bytes32"]],
        ]
        let json: JSON = [
            "types": types, "domain": ["salt": .string(salt)], "primaryType": "A", "message": ["b": "c"],
        ]
        let data = try TypedData(json)
        #expect(data.chainID == nil)
        #expect(data.chainOfSalt == chain)
    }

    @Test func `the example of the standard has the expected digest and signature`() throws {
        let data = try TypedData(.mail)
        #expect(data.digest.description == "0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2")
        #expect(data.preimage.count == 66)
        #expect(data.preimage.starts(with: [0x19, 0x01]))
        #expect(data.chainID == 1)
        let cow = try PrivateKey(SecretBytes(copying: Keccak256.hash("cow".utf8).bytes))
        #expect(
            Hex.encode(try cow.sign(data.digest).encoded)
                == "4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d"
                + "07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b915621c")
    }

    @Test func `version 3 gives the same hash for a message without arrays`() throws {
        #expect(try TypedData(.mail, version: .v3).digest == TypedData(.mail, version: .v4).digest)
    }

    @Test func `a message in a string is read like the message itself`() throws {
        let text = """
            {"types":{"EIP712Domain":[],"A":[{"name":"b","type":"uint8"}]},"domain":{},"primaryType":"A",\
            "message":{"b":7}}
            """
        let object: JSON = [
            "types": ["EIP712Domain": [], "A": [["name": "b", "type": "uint8"]]], "domain": [:],
            "primaryType": "A", "message": ["b": 7],
        ]
        #expect(try TypedData(.string(text)) == TypedData(object))
        #expect(throws: EthereumError.typedData(.json, path: "")) { try TypedData("{") }
        #expect(throws: EthereumError.typedData(.json, path: "")) { try TypedData(#"{"a":1,"a":2}"#) }
        #expect(throws: EthereumError.typedData(.members, path: "")) { try TypedData(#""{}""#) }
    }

    @Test func `rows show every signed field in the order of hashing`() throws {
        let rows = try TypedData(.mail).fields
        #expect(
            rows == [
                .init(path: "domain.name", type: "string", value: "Ether Mail"),
                .init(path: "domain.version", type: "string", value: "1"),
                .init(path: "domain.chainId", type: "uint256", value: "1"),
                .init(
                    path: "domain.verifyingContract", type: "address",
                    value: "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC"),
                .init(path: "message.from.name", type: "string", value: "Cow"),
                .init(
                    path: "message.from.wallet", type: "address",
                    value: "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"),
                .init(path: "message.to.name", type: "string", value: "Bob"),
                .init(
                    path: "message.to.wallet", type: "address",
                    value: "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"),
                .init(path: "message.contents", type: "string", value: "Hello, Bob!"),
            ])
    }

    @Test func `arrays, empty values and the zero address have rows`() throws {
        let data = try TypedData(
            .message(
                [
                    "A": [
                        ["name": "b", "type": "B[]"], ["name": "c", "type": "uint8[2][]"], ["name": "d", "type": "D"],
                    ],
                    "B": [],
                    "D": [
                        ["name": "b", "type": "B[]"], ["name": "c", "type": "uint8[2][]"], ["name": "d", "type": "B"],
                    ],
                ],
                ["b": [[:]], "c": [[1, 2], [3, 4]], "d": ["b": [], "c": [], "d": nil]]))
        #expect(
            data.fields.map { "\($0.path): \($0.type) = \($0.value)" } == [
                "domain: EIP712Domain = {}", "message.b[0]: B = {}", "message.c[0][0]: uint8 = 1",
                "message.c[0][1]: uint8 = 2", "message.c[1][0]: uint8 = 3", "message.c[1][1]: uint8 = 4",
                "message.d.b: B[] = []", "message.d.c: uint8[2][] = []", "message.d.d: B = null",
            ])
    }

    @Test func `text of the page is unchanged in a row`() throws {
        let text = "Hello\n\nfrom: 0xAAAA\u{202E}"
        let data = try TypedData(.message(["A": [["name": "b", "type": "string"]]], ["b": .string(text)]))
        #expect(data.fields.last?.value == text)
    }

    @Test func `missing and null structures are the same in version 4`() throws {
        let types: JSON = [
            "Person": [["name": "name", "type": "string"], ["name": "home", "type": "Place"]],
            "Place": [["name": "name", "type": "string"]],
        ]
        let missing = try TypedData(.message(types, ["name": "Eve"], primaryType: "Person"))
        let null = try TypedData(.message(types, ["name": "Eve", "home": nil], primaryType: "Person"))
        #expect(missing == null)
        // Version 3 omits the field, and does not support null.
        let left = try TypedData(.message(types, ["name": "Eve"], primaryType: "Person"), version: .v3)
        #expect(left.digest != missing.digest)
        #expect(left.fields.count == 2)
        #expect(throws: EthereumError.typedData(.wrongKind, path: "message.home")) {
            try TypedData(.message(types, ["name": "Eve", "home": nil], primaryType: "Person"), version: .v3)
        }
    }

    @Test func `version 3 does not support arrays`() {
        let message: JSON = .message(["A": [["name": "b", "type": "uint8[]"]]], ["b": [1]])
        #expect(throws: EthereumError.typedData(.noArrays, path: "message.b")) { try TypedData(message, version: .v3) }
        #expect(throws: Never.self) { try TypedData(message, version: .v4) }
    }

    @Test func `the same fields in another order are another type`() throws {
        let one = try TypedData(
            .message(["A": [["name": "b", "type": "uint8"], ["name": "c", "type": "uint8"]]], ["b": 1, "c": 1]))
        let other = try TypedData(
            .message(["A": [["name": "c", "type": "uint8"], ["name": "b", "type": "uint8"]]], ["b": 1, "c": 1]))
        let written = try TypedData(
            .message(["A": [["name": "b", "type": "uint8"], ["name": "c", "type": "uint8"]]], ["c": 1, "b": 1]))
        #expect(one.digest != other.digest)
        #expect(one != other)
        #expect(one == written)
        #expect(one.hashValue == written.hashValue)
        // Another reader gets each as it was written.
        #expect(one.text.contains(#""message":{"b":1,"c":1}"#))
        #expect(written.text.contains(#""message":{"c":1,"b":1}"#))
    }
}

extension JSON {
    /// The example of EIP-712.
    static let mail: JSON = [
        "types": [
            "EIP712Domain": [
                ["name": "name", "type": "string"], ["name": "version", "type": "string"],
                ["name": "chainId", "type": "uint256"], ["name": "verifyingContract", "type": "address"],
            ],
            "Person": [["name": "name", "type": "string"], ["name": "wallet", "type": "address"]],
            "Mail": [
                ["name": "from", "type": "Person"], ["name": "to", "type": "Person"],
                ["name": "contents", "type": "string"],
            ],
        ],
        "primaryType": "Mail",
        "domain": [
            "name": "Ether Mail", "version": "1", "chainId": 1,
            "verifyingContract": "0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC",
        ],
        "message": [
            "from": ["name": "Cow", "wallet": "0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826"],
            "to": ["name": "Bob", "wallet": "0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB"],
            "contents": "Hello, Bob!",
        ],
    ]

    /// A message with an empty domain.
    static func message(_ types: JSON, _ message: JSON, primaryType: String = "A") -> JSON {
        var all = types.object ?? JSONObject()
        all["EIP712Domain"] = []
        return [
            "types": .object(all), "domain": [:], "primaryType": .string(primaryType), "message": message,
        ]
    }

    /// This object with `value` under `key`; without it where `value` is `nil`.
    func with(_ key: String, _ value: JSON?) -> JSON {
        var object = object ?? JSONObject()
        object[key] = value
        return .object(object)
    }
}
