import Primitives
import TestSupport
import Testing

@testable import UniformResources

@Suite struct EthereumResourceTests {
    @Test func `a signature of another form is refused`() throws {
        let vectors: EthereumCases = try Vectors.read("keystone/vectors.json")
        let id = try #require(Hex.decode(vectors.signature.id))
        let bytes = try #require(Hex.decode(vectors.signature.bytes))
        let whole: [CBOR: CBOR] = [.number(1): .tagged(37, .bytes(id)), .number(2): .bytes(bytes)]
        func read(_ changes: [CBOR: CBOR?], type: String = "eth-signature") throws -> EthereumSignature {
            var members = whole
            for (key, value) in changes { members[key] = value }
            return try EthereumSignature(UniformResource(type: type, .map(members)))
        }
        #expect(try read([:]).requestID == id)
        #expect(try read([.number(3): .text("Signer")]).origin == "Signer")
        #expect(throws: UniformResourceError.type) { try read([:], type: "eth-sign-request") }
        #expect(throws: UniformResourceError.type) { try read([:], type: "crypto-psbt") }
        let faults: [[CBOR: CBOR?]] = [
            [.number(1): nil], [.number(1): .bytes(id)], [.number(1): .tagged(37, .bytes([]))],
            [.number(1): .tagged(37, .bytes(id + [0]))], [.number(1): .tagged(38, .bytes(id))],
            [.number(1): .tagged(37, .text("9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d"))],
            [.number(2): nil], [.number(2): .bytes([])], [.number(2): .bytes(Array(bytes.dropLast()))],
            [.number(2): .bytes(bytes.dropLast() + [0, 27])],
            [.number(2): .bytes(bytes + [UInt8](repeating: 1, count: 9))],
            [.number(2): .text(vectors.signature.bytes)], [.number(2): .tagged(2, .bytes(bytes))],
            [.number(3): .number(1)], [.number(3): .text(String(repeating: "a", count: 201))],
            [.number(4): .number(1)], [.text("1"): .number(1)],
        ]
        for fault in faults {
            #expect(throws: UniformResourceError.cbor, "\(fault)") { try read(fault) }
        }
        for value: CBOR in [.number(1), .bytes(bytes), .array([]), .map([:]), .tagged(402, .map(whole))] {
            #expect(throws: UniformResourceError.cbor, "\(value)") {
                try EthereumSignature(UniformResource(type: "eth-signature", value))
            }
        }
    }

    @Test func `a request of another form is refused`() throws {
        let vectors: EthereumCases = try Vectors.read("keystone/vectors.json")
        let cbor = try CBOR(UniformResource(#require(vectors.requests.first).text).cbor)
        guard case .map(let whole) = cbor else { throw UniformResourceError.cbor }
        let faults: [[CBOR: CBOR?]] = [
            [.number(1): nil], [.number(2): nil], [.number(2): .text("f8")], [.number(3): .number(0)],
            [.number(3): .number(5)], [.number(3): .tagged(401, .number(1))], [.number(4): .bytes([1])],
            [.number(5): nil], [.number(5): .array([])], [.number(6): .bytes([])],
            [.number(6): .bytes([UInt8](repeating: 1, count: 21))], [.number(6): .text("0x")], [.number(7): .number(1)],
            [.number(7): .text(String(repeating: "a", count: 201))], [.number(8): .number(1)],
        ]
        for fault in faults {
            var members = whole
            for (key, value) in fault { members[key] = value }
            #expect(throws: UniformResourceError.cbor, "\(fault)") {
                try EthereumSignRequest(UniformResource(type: "eth-sign-request", .map(members)))
            }
        }
        #expect(throws: UniformResourceError.type) {
            try EthereumSignRequest(UniformResource(type: "eth-signature", .map(whole)))
        }
        let path = try KeyPath(steps: [], fingerprint: 1)
        for (id, address) in [(15, 20), (17, 20), (16, 19), (16, 0)] {
            #expect(throws: UniformResourceError.cbor) {
                try EthereumSignRequest(
                    id: [UInt8](repeating: 1, count: id), [], .message, chainID: nil, path: path,
                    address: [UInt8](repeating: 1, count: address), origin: nil)
            }
        }
        #expect(throws: UniformResourceError.cbor) {
            try KeyPath(steps: [UInt32](repeating: 1, count: 21), fingerprint: nil)
        }
    }

    @Test func `an export of another form is refused, and keys of other coins are left out`() throws {
        let vectors: EthereumCases = try Vectors.read("keystone/vectors.json")
        guard case .map(let whole) = try CBOR(UniformResource(vectors.key.text).cbor) else {
            throw UniformResourceError.cbor
        }
        func value(_ changes: [CBOR: CBOR?]) -> CBOR {
            var members = whole
            for (key, value) in changes { members[key] = value }
            return .map(members)
        }
        func read(_ changes: [CBOR: CBOR?]) throws -> [EthereumKeyExport] {
            try EthereumKeyExport.all(in: UniformResource(type: "crypto-hdkey", value(changes)))
        }
        func path(_ steps: [UInt32], _ fingerprint: UInt32?) throws -> CBOR {
            try KeyPath(steps: steps, fingerprint: fingerprint).cbor
        }
        func children(_ components: [CBOR]) -> CBOR { .tagged(304, .map([.number(1): .array(components)])) }
        let hardened: UInt32 = 1 << 31
        let (usual, bitcoin) = ([44 | hardened, 60 | hardened, hardened], [84 | hardened, hardened, hardened])
        let faults: [[CBOR: CBOR?]] = [
            [.number(1): .bool(true)], [.number(1): .number(0)], [.number(2): .bool(true)], [.number(3): nil],
            [.number(3): .bytes([UInt8](repeating: 0, count: 33))], [.number(3): .bytes([2])],
            [.number(4): .bytes([])], [.number(4): .text("")], [.number(5): .number(60)], [.number(6): nil],
            [.number(6): try path(usual, nil)], [.number(6): try path(usual, 0)],
            [.number(7): children([])], [.number(7): children([.number(0), .bool(false)])],
            [.number(7): children([.array([]), .bool(true)])],
            [.number(7): children([.number(0), .bool(true), .array([]), .bool(false)])],
            [.number(7): children([.array([.number(0), .number(5)]), .bool(false)])], [.number(7): .number(0)],
        ]
        for fault in faults {
            #expect(throws: UniformResourceError.cbor, "\(fault)") { try read(fault) }
        }
        // The path or the coin says that it is of another coin.
        #expect(try read([.number(6): path(bitcoin, 1)]).isEmpty)
        #expect(try read([.number(5): .tagged(305, .map([:]))]).isEmpty)
        #expect(
            try read([.number(5): .tagged(305, .map([.number(1): .number(60)])), .number(6): path(bitcoin, 1)]).count
                == 1)
        func account(_ items: [CBOR], master: CBOR = .number(0xE918_1CF3)) throws -> [EthereumKeyExport] {
            try EthereumKeyExport.all(
                in: UniformResource(type: "crypto-account", .map([.number(1): master, .number(2): .array(items)])))
        }
        let single = CBOR.tagged(
            303,
            value([.number(4): nil, .number(6): try path([44 | hardened, 60 | hardened, 3 | hardened, 0, 0], nil)]))
        let keys = try account([single, .tagged(308, .tagged(303, value([:]))), .tagged(404, .tagged(303, value([:])))])
        #expect(keys.map { $0.path.text() } == ["[e9181cf3/44h/60h/3h/0/0]", "[e9181cf3/44h/60h/0h]"])
        #expect(keys.first?.accounts == .one)
        #expect(throws: UniformResourceError.cbor) { try account([single], master: .number(1 << 32)) }
        #expect(throws: UniformResourceError.cbor) { try account([single], master: .number(0)) }
        #expect(throws: UniformResourceError.cbor) { try account([.tagged(303, value([:]))], master: .number(1)) }
        #expect(throws: UniformResourceError.cbor) { try account([CBOR](repeating: single, count: 51)) }
        #expect(throws: UniformResourceError.type) {
            try EthereumKeyExport.all(in: UniformResource(type: "eth-signature", value([:])))
        }
    }

    @Test func `the accounts of a key are those that its path, its children or its note say`() throws {
        let vectors: EthereumCases = try Vectors.read("keystone/vectors.json")
        guard case .map(let whole) = try CBOR(UniformResource(vectors.key.text).cbor) else {
            throw UniformResourceError.cbor
        }
        func steps(_ changes: [CBOR: CBOR]) throws -> [UInt32]? {
            let resource = UniformResource(type: "crypto-hdkey", .map(whole.merging(changes) { $1 }))
            guard case .children(_, let steps) = try EthereumKeyExport.all(in: resource).first?.accounts else {
                return nil
            }
            return steps
        }
        let path = { (steps: [UInt32]) throws in try KeyPath(steps: steps, fingerprint: 0xE918_1CF3).cbor }
        let usual: [UInt32] = [44 | 1 << 31, 60 | 1 << 31, 1 << 31]
        #expect(try steps([:]) == [0])
        #expect(try steps([.number(10): .text("account.standard")]) == [0])
        #expect(try steps([.number(10): .text("account.ledger_legacy")]) == [])
        #expect(try steps([.number(6): path(usual + [0])]) == [])
        #expect(try steps([.number(6): path(usual + [0, 1])]) == nil)
        let wildcard: [CBOR] = [.number(1), .bool(false), .array([]), .bool(false)]
        #expect(try steps([.number(7): .tagged(304, .map([.number(1): .array(wildcard)]))]) == [1])
        #expect(try steps([.number(7): .tagged(304, .map([.number(1): .array(Array(wildcard.suffix(2)))]))]) == [])
    }

    @Test func `requests, signatures and keys are those of the reference implementation`() throws {
        let vectors: EthereumCases = try Vectors.read("keystone/vectors.json")
        for expected in vectors.requests {
            let request = try EthereumSignRequest(UniformResource(expected.text))
            #expect(Hex.encode(request.id) == expected.id)
            #expect(Hex.encode(request.data) == expected.data)
            #expect(request.type.rawValue == expected.type)
            #expect(request.chainID == expected.chain)
            #expect(request.path.text() == expected.path)
            #expect(request.origin == expected.origin)
            #expect(request.resource.text == expected.text)
        }
        let signature = try EthereumSignature(UniformResource(vectors.signature.text.uppercased()))
        #expect(Hex.encode(signature.requestID) == vectors.signature.id)
        #expect(Hex.encode(signature.r + signature.s + signature.v) == vectors.signature.bytes)
        #expect(signature.resource.text == vectors.signature.text)
        let key = try #require(EthereumKeyExport.all(in: UniformResource(vectors.key.text)).first)
        #expect(Hex.encode(key.key) == vectors.key.key)
        #expect(key.path.text() == vectors.key.path)
        guard case .children(let text, after: [0]) = key.accounts else { throw UniformResourceError.cbor }
        let bytes = try Base58Check.decode(text)
        #expect(
            Hex.encode(bytes) == "0488b21e03" + vectors.key.parent + "80000000" + vectors.key.chainCode
                + vectors.key.key)
        Suites.record("keystone", cases: 4)
    }
}

private struct EthereumCases: Decodable {
    struct Request: Decodable {
        let text, id, data, path: String
        let type, chain: UInt64
        let origin: String?
    }

    struct Signature: Decodable {
        let text, id, bytes: String
    }

    struct Key: Decodable {
        let text, key, chainCode, path, parent: String
    }

    let requests: [Request]
    let signature: Signature
    let key: Key
}
