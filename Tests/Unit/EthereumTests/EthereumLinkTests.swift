import BigInt
import Ethereum
import Testing

@Suite struct EthereumLinkTests {
    private static let alice = "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359"
    private static let token = "0x89205A3A3b2A69De6Dbf7f01ED13B2108B2c43e7"

    @Test func `a payment link has a recipient, a chain and an amount`() throws {
        let link = try EthereumLink("ethereum:\(Self.alice)?value=2.014e18")
        #expect(link.recipient.description == Self.alice)
        #expect(link.amount == BigUInt(2_014) * BigUInt(10).power(15))
        #expect(link.chainID == nil)
        #expect(link.token == nil)
        let other = try EthereumLink("ETHEREUM:pay-\(Self.alice)@137?value=1&gas=21000&gasPrice=1e9")
        #expect(other.chainID == 137)
        #expect(other.gasLimit == 21_000)
        #expect(other.gasPrice == 1_000_000_000)
        #expect(try EthereumLink("ethereum:\(Self.alice)").amount == nil)
        #expect(try EthereumLink("ethereum:\(Self.alice)?value=0").amount == 0)
        #expect(try EthereumLink("ethereum:\(Self.alice)?value=1.500e1").amount == 15)
    }

    @Test func `a transfer link has a token and a recipient`() throws {
        let link = try EthereumLink("ethereum:\(Self.token)@1/transfer?address=\(Self.alice)&uint256=1.5e6")
        #expect(link.token?.description == Self.token)
        #expect(link.recipient.description == Self.alice)
        #expect(link.amount == 1_500_000)
    }

    @Test(arguments: [
        ("", EthereumLinkFault.scheme), ("bitcoin:\(alice)", .scheme), (" ethereum:\(alice)", .scheme),
        ("ethereum:", .form), ("ethereum:///\(alice)", .form), ("ethereum:unicorn-demo.eth?value=1", .name),
        ("ethereum:pay-unicorn.eth", .name),
        ("ethereum:\(alice)?value=1&value=2", .duplicate), ("ethereum:\(alice)?value=1&Value=2", .duplicate),
        ("ethereum:\(alice)?gas=1&gasLimit=2", .duplicate), ("ethereum:\(alice)?data=0x00", .unknown),
        ("ethereum:\(alice)?uint256=1", .unknown), ("ethereum:\(alice)?value", .form),
        ("ethereum:\(alice)?value=-1", .number), ("ethereum:\(alice)?value=+1", .number),
        ("ethereum:\(alice)?value=0x1", .number), ("ethereum:\(alice)?value=1.5", .number),
        ("ethereum:\(alice)?value=1e78", .number), ("ethereum:\(alice)?value=2e77", .number),
        ("ethereum:\(alice)?value=1e", .number), ("ethereum:\(alice)?value=.5e1", .number),
        ("ethereum:\(alice)?value=1.e1", .number), ("ethereum:\(alice)?value=", .number),
        ("ethereum:\(alice)@0", .number), ("ethereum:\(alice)@", .number), ("ethereum:\(alice)@0x1", .number),
        ("ethereum:\(alice)@1@2", .form), ("ethereum:\(alice)/transfer/x", .form),
        ("ethereum:\(token)/approve?address=\(alice)&uint256=1", .function),
        ("ethereum:\(token)/transfer?uint256=1", .form),
        ("ethereum:\(token)/transfer?address=\(alice)&uint256=1&value=1", .unknown),
        ("ethereum:\(token)/transferFrom?address=\(alice)", .function),
    ])
    func `an ambiguous link is refused`(text: String, fault: EthereumLinkFault) {
        #expect(throws: EthereumError.link(fault)) { try EthereumLink(text) }
    }

    @Test func `addresses are checked, and the length is limited`() {
        #expect(throws: EthereumError.address(.checksum)) {
            try EthereumLink("ethereum:0xfb6916095ca1df60bB79Ce92cE3Ea74c37c5d359")
        }
        #expect(throws: EthereumError.link(.tooLong)) {
            try EthereumLink("ethereum:\(Self.alice)?value=" + String(repeating: "1", count: 3_000))
        }
    }
}
