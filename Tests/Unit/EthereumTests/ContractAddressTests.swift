import Bridge
import Primitives
import TestSupport
import Testing
import Ethereum

@Suite struct ContractAddressTests {
    @Test func `contract addresses match the vectors`() throws {
        let groups = try Vectors.json("eth-create/create.json").array ?? []
        var count = 0
        for group in groups {
            let sender = try EthereumAddress(group["sender"]?.string ?? "")
            for each in group["creates"]?.array ?? [] {
                let nonce = UInt64(try #require(each["nonce"]?.number?.integer))
                #expect(EthereumAddress(createdBy: sender, nonce: nonce).description == each["address"]?.string)
                count += 1
            }
        }
        Suites.record("eth-create/create", cases: groups.count)
        #expect((groups.count, count) == (9, 90))
    }

    @Test func `CREATE2 addresses match the vectors`() throws {
        let groups = try Vectors.json("eth-create/create2.json").array ?? []
        var count = 0
        for group in groups {
            let sender = try EthereumAddress(group["sender"]?.string ?? "")
            for each in group["creates"]?.array ?? [] {
                let codeHash = try Digest32(try #require(Hex.decode(each["initCodeHash"]?.string ?? "")))
                let salt = try Digest32(try #require(Hex.decode(each["salt"]?.string ?? "")))
                if let code = each["initCode"]?.string {
                    #expect(Keccak256.hash(try #require(Hex.decode(code))) == codeHash)
                }
                let address = EthereumAddress(createdBy: sender, salt: salt, codeHash: codeHash)
                #expect(address.description == each["address"]?.string)
                count += 1
            }
        }
        Suites.record("eth-create/create2", cases: groups.count)
        #expect((groups.count, count) == (7, 56))
    }
}
