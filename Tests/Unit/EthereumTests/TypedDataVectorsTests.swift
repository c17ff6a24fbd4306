import TestSupport
import Bridge
import Primitives
import Testing

@testable import Ethereum

@Suite struct TypedDataVectorsTests {
    @Test func `messages have the encodings and digests of ethers' vectors`() throws {
        let cases = try Vectors.json("eip712-ethers/typed-data.json").array ?? []
        for each in cases {
            let name = each["name"]?.string ?? ""
            let data = try TypedData(Self.message(each))
            #expect("0x" + Hex.encode(data.encodedMessage) == each["encoded"]?.string, "\(name)")
            #expect(data.digest.description == each["digest"]?.string, "\(name)")
            #expect(data.chainID == each["domain"]?["chainId"]?.number?.integer.map { UInt64($0) }, "\(name)")
            #expect(!data.fields.isEmpty, "\(name)")
        }
        Suites.record("eip712-ethers", cases: cases.count)
        #expect(cases.count == 65)
    }

    @Test func `eth-account's valid messages have the expected digests`() throws {
        let digests = try Vectors.json("eip712-eth-account/digests.json")
        // Valid for some libraries, but refused here: other readers would display or interpret them differently.
        let refused: [String: EthereumError] = [
            "valid_space_in_custom_type_fieldname": .typedData(.name, path: "types.Mail"),
            "valid_missing_eip712_type_metamask_ignores_domain_data_if_domain_types_not_present":
                .typedData(.noDomainType, path: "types"),
            "valid_missing_primary_type_key_metamask_requires_primary_type_key":
                .typedData(.primaryType, path: "primaryType"),
            "valid_missing_primary_type_key_and_eip712domain_type_metamask_needs_primarytype":
                .typedData(.noDomainType, path: "types"),
            "valid_eip712_example_ethers_does_not_accept_recursive_custom_types":
                .typedData(.cycle, path: "types.Person"),
        ]
        var count = 0
        for file in ["valid_for_all", "valid_py_and_ethers", "valid_py_and_metamask"] {
            for (name, message) in try Self.members("eip712-eth-account/\(file).json") {
                if let error = refused[name] {
                    #expect(throws: error, "\(name)") { try TypedData(message) }
                } else {
                    #expect(try TypedData(message).digest.description == digests[name]?.string, "\(name)")
                }
                count += 1
            }
        }
        Suites.record("eip712-eth-account", cases: count)
        #expect(count == 12)
    }

    @Test func `eth-account's invalid messages are refused`() throws {
        var count = 0
        for file in ["invalid", "one_arg_invalid"] {
            for (name, message) in try Self.members("eip712-eth-account/\(file).json") {
                #expect(throws: EthereumError.self, "\(name)") { try TypedData(message) }
                count += 1
            }
        }
        Suites.record("eip712-eth-account", cases: count)
        #expect(count == 6)
    }

    /// The message as a page would send it: ethers derives the domain's type from its fields.
    private static func message(_ vector: JSON) -> JSON {
        let types = [
            ("name", "string"), ("version", "string"), ("chainId", "uint256"), ("verifyingContract", "address"),
            ("salt", "bytes32"),
        ]
        let fields = types.filter { vector["domain"]?[$0.0] != nil }
        var all = vector["types"]?.object ?? JSONObject()
        all["EIP712Domain"] = .array(fields.map { ["name": .string($0.0), "type": .string($0.1)] })
        return [
            "types": .object(all), "domain": vector["domain"] ?? [:], "primaryType": vector["primaryType"] ?? nil,
            "message": vector["data"] ?? nil,
        ]
    }

    private static func members(_ path: String) throws -> [(String, JSON)] {
        try Vectors.json(path).object?.members.map { ($0.key, $0.value) } ?? []
    }
}
