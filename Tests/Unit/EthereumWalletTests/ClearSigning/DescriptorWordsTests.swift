import BigInt
import Bridge
import ClearSigning
import Ethereum
import Foundation
import Testing
import WalletCore
import EthereumWallet
import BitcoinWallet
import WalletMethods

@Suite struct DescriptorWordsTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(
            path: "Sources/Wallet/EthereumWallet/Registry"
        ).path
    private static let router = ClearSigningFixture.address("0x68b3465833fb72A70ecDF485E0e4C7bD8665Fc45")

    private var clarity: ClearSigningFixture {
        ClearSigningFixture(descriptors: DescriptorFolder(Self.folder).read())
    }

    private func swap(to recipient: EthereumAddress) throws -> [UInt8] {
        try ClearSigningFixture.data(
            "swapExactTokensForTokens(uint256,uint256,address[],address)", .number(2_500_000), .number(1),
            .array([.address(ClearSigningFixture.usdc), .address(ClearSigningFixture.unknown)]), .address(recipient))
    }

    @Test func `a swap is explained with the text of its descriptor`() async throws {
        let said = await clarity.say(try swap(to: ClearSigningFixture.me), to: Self.router)
        // What the wallet knows itself is explained in its own words.
        #expect(said.sentence == "Swap 2.5 USDC for at least 1 base unit of an unknown token.")
        #expect(said.isComplete)
        #expect(said.fields.count == 5)
    }

    @Test func `the same call of another contract does not use the descriptor`() async throws {
        let said = await clarity.say(try swap(to: ClearSigningFixture.me), to: ClearSigningFixture.unknown)
        #expect(said.sentence == "Swap 2.5 USDC for at least 1 base unit of an unknown token.")
        #expect(said.row("Amount to Send") == nil)
    }

    @Test func `a descriptor does not hide inner calls`() async throws {
        let approve = try ClearSigningFixture.data(
            "approve(address,uint256)", .address(ClearSigningFixture.unknown), .uint(ClearSigningFixture.everything))
        let text = """
            {"context":{"contract":{"deployments":[{"chainId":1,"address":"\(ClearSigningFixture.collection)"}]}},
            "metadata":{"owner":"Shop"},"display":{"formats":{"run(address target, bytes data)":{"intent":"Free gift",
            "fields":[{"path":"data","label":"Gift","format":"calldata","params":{"calleePath":"target"}}]},
            "multicall(bytes[] data)":{"intent":"Free gift","fields":[]}}}}
            """
        let clarity = ClearSigningFixture(descriptors: DescriptorBook(files: ["a.json": Array(text.utf8)]))
        let run = try ClearSigningFixture.data(
            "run(address,bytes)", .address(ClearSigningFixture.usdc), .bytes(approve))
        let multicall = try ClearSigningFixture.data("multicall(bytes[])", .array([.bytes(approve)]))
        for data in [run, multicall] {
            let said = await clarity.say(data, to: ClearSigningFixture.collection)
            #expect(said.level == .danger)
            #expect(said.rows.contains { $0.value.text.contains("spend unlimited") } || said.verb == "Allow")
        }
    }

    /// Labels that could mean something to a program that read them.
    private static let labels = [
        "Amount", "Recipient", "Spender", "Minimum to receive", "Fee", "Gift", "Deadline", "Nonce", "x", "Контракт",
    ]

    @Test(arguments: labels, labels)
    func `other labels in a descriptor change no warning`(first: String, second: String) async throws {
        func say(_ labels: [String]) async throws -> Explanation {
            let text = """
                {"context":{"contract":{"deployments":[{"chainId":1,"address":"\(ClearSigningFixture.collection)"}]}},
                "metadata":{"owner":"Shop"},"display":{"formats":{
                "run(address target, uint256 amount, uint256 minOut)":{"intent":"Run","fields":[
                {"path":"target","label":"\(labels[0])","format":"addressName"},
                {"path":"amount","label":"\(labels[1])","format":"raw"},
                {"path":"minOut","label":"\(labels[2])","format":"raw"}]}}}}
                """
            let clarity = ClearSigningFixture(descriptors: DescriptorBook(files: ["a.json": Array(text.utf8)]))
            let data = try ClearSigningFixture.data(
                "run(address,uint256,uint256)", .address(ClearSigningFixture.unknown), .number(5_000), .number(1))
            return await clarity.say(data, to: ClearSigningFixture.collection)
        }
        let plain = try await say(["To", "Units", "Least"])
        let renamed = try await say([first, second, first])
        #expect(plain.sentence.contains("Run"))
        #expect(renamed.warnings == plain.warnings)
        #expect(renamed.isComplete == plain.isComplete)
        #expect(renamed.rows.map(\.role) == plain.rows.map(\.role))
        #expect(renamed.recipients == plain.recipients)
    }

    @Test func `a contract that a label calls the recipient is a danger, although it has a name`() async throws {
        let text = """
            {"context":{"contract":{"deployments":[{"chainId":1,"address":"\(ClearSigningFixture.collection)"}]}},
            "metadata":{"owner":"Shop"},"display":{"formats":{"run(address target)":{"intent":"Run","fields":[
            {"path":"target","label":"Recipient","format":"addressName"}]}}}}
            """
        let clarity = ClearSigningFixture(descriptors: DescriptorBook(files: ["a.json": Array(text.utf8)]))
        let data = try ClearSigningFixture.data("run(address)", .address(ClearSigningFixture.collection))
        let said = await clarity.say(data, to: ClearSigningFixture.collection)
        #expect(said.texts(.danger).contains { $0.hasSuffix("receives the proceeds, not your account.") })
    }

    @Test func `other labels of rows change neither the level nor how an approval is read`() async throws {
        let approve = try ClearSigningFixture.data(
            "approve(address,uint256)", .address(ClearSigningFixture.unknown), .uint(ClearSigningFixture.everything))
        for data in [try swap(to: ClearSigningFixture.me), try swap(to: ClearSigningFixture.unknown), approve] {
            let said = await clarity.say(data, to: Self.router)
            var plain = Approval("", verb: "")
            said.apply(to: &plain)
            for label in Self.labels {
                var other = said
                other.rows = said.rows.map { Approval.Row(label, $0.value, note: $0.note, role: $0.role) }
                var renamed = Approval("", verb: "")
                other.apply(to: &renamed)
                #expect(renamed.level == plain.level)
                #expect(renamed.warnings == plain.warnings)
                #expect(renamed.readsToTheEnd == plain.readsToTheEnd)
            }
        }
    }

    @Test func `a descriptor cannot change the explanation of an approval`() async throws {
        let text = """
            {"context":{"contract":{"deployments":[{"chainId":1,"address":"\(ClearSigningFixture.usdc)"}]}},
            "metadata":{"owner":"Shop"},"display":{"formats":{"approve(address a, uint256 b)":{"intent":"Free gift",
            "fields":[]}}}}
            """
        let clarity = ClearSigningFixture(descriptors: DescriptorBook(files: ["a.json": Array(text.utf8)]))
        let data = try ClearSigningFixture.data(
            "approve(address,uint256)", .address(ClearSigningFixture.unknown), .uint(ClearSigningFixture.everything))
        let said = await clarity.say(data, to: ClearSigningFixture.usdc)
        #expect(said.sentence == "Allow 0x8617…070D to spend unlimited USDC.")
        #expect(said.level == .danger)
    }

    @Test func `the user's folder, or a link to one, has precedence over those of the system`() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: root) }
        for (name, owner) in [("own", "Mine"), ("system", "Theirs")] {
            let folder = root.appending(path: "\(name)/drawbridge/descriptors/shop")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let text = """
                {"context":{"contract":{"deployments":[{"chainId":1,"address":"\(ClearSigningFixture.usdc)"}]}},
                "metadata":{"owner":"\(owner)"}}
                """
            try Data(text.utf8).write(to: folder.appending(path: "a.json"))
        }
        func name(_ environment: [String: String]) -> String? {
            DescriptorFolder.usual(environment: environment).name(of: ClearSigningFixture.usdc, on: 1)
        }
        let own = root.appending(path: "own").path
        let system = root.appending(path: "system").path
        #expect(name(["XDG_DATA_HOME": own, "XDG_DATA_DIRS": system]) == "Mine")
        #expect(name(["XDG_DATA_HOME": "/none", "XDG_DATA_DIRS": "/nothing:\(system)"]) == "Theirs")
        #expect(name(["XDG_DATA_DIRS": "/nothing"]) != "Mine")
        let link = root.appending(path: "link/drawbridge")
        try FileManager.default.createDirectory(at: link, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: link.path + "/descriptors", withDestinationPath: own + "/drawbridge/descriptors")
        #expect(name(["XDG_DATA_HOME": root.appending(path: "link").path]) == "Mine")
    }

    @Test func `a message with amounts that only a descriptor explains is a danger`() async throws {
        let types = """
            "LoanRequest":[{"name":"collateralAddress","type":"address"},
            {"name":"initialCollateralAmount","type":"uint256"},{"name":"loanAmount","type":"uint256"},
            {"name":"loanId","type":"bytes32"},{"name":"loanInterestRate","type":"uint64"},
            {"name":"loanTerm","type":"uint64"},{"name":"underlyingAddress","type":"address"}]
            """
        let message = """
            {"collateralAddress":"\(ClearSigningFixture.usdc)","initialCollateralAmount":"5000000000","loanAmount":"1",
            "loanId":"0x\(String(repeating: "01", count: 32))","loanInterestRate":"1","loanTerm":"1",
            "underlyingAddress":"\(ClearSigningFixture.usdc)"}
            """
        let said = try await clarity.say(
            typed: "LoanRequest", types: types, message: message,
            contract: ClearSigningFixture.address("0x72e9d9038ce484ee986fea183f8d8df93f9ada13"))
        #expect(said.row("Loan Amount")?.value == .trusted("1"))
        #expect(!said.isComplete)
        #expect(said.level == .danger)
    }

    @Test func `a descriptor of a message that leaves out a field, or accepts nothing, is a danger`() async throws {
        func say(_ fields: String, minimum: Int, target: EthereumAddress = ClearSigningFixture.me) async throws
            -> Explanation
        {
            let text = """
                {"context":{"eip712":{"deployments":[{"chainId":1,"address":"\(ClearSigningFixture.collection)"}]}},
                "metadata":{"owner":"Shop"},"display":{"formats":{
                "Vote(uint256 choice,uint256 minReturn,address target)":{"intent":"Vote","fields":[\(fields)]}}}}
                """
            let clarity = ClearSigningFixture(descriptors: DescriptorBook(files: ["a.json": Array(text.utf8)]))
            let types = """
                "Vote":[{"name":"choice","type":"uint256"},{"name":"minReturn","type":"uint256"},
                {"name":"target","type":"address"}]
                """
            return try await clarity.say(
                typed: "Vote", types: types,
                message: #"{"choice":"3","minReturn":"\#(minimum)","target":"\#(target)"}"#,
                contract: ClearSigningFixture.collection)
        }
        let choice = #"{"path":"choice","label":"Choice","format":"raw"}"#
        let all =
            choice + #",{"path":"minReturn","label":"Minimum","format":"raw"}"#
            + #",{"path":"target","label":"Target","format":"raw"}"#
        let whole = try await say(all, minimum: 5_000)
        #expect(whole.isComplete)
        #expect(whole.level < .danger)
        #expect(try await say(choice, minimum: 5_000).isComplete == false)
        let nothing = try await say(all, minimum: 0).texts(.danger)
        #expect(nothing == ["You accept any amount in return, even nothing."])
        let unknown = try await say(all, minimum: 5_000, target: ClearSigningFixture.unknown).texts(.danger)
        #expect(unknown == ["0x8617…070D may receive what you send, or get rights over what you have there."])
    }
}
