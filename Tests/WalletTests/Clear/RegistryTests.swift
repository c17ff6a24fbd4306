import BigInt
import Bridge
import Ethereum
import Foundation
import Testing

@testable import Wallet

/// The descriptors and names that are installed with the program.
@Suite struct RegistryTests {
    private static let folder = DescriptorFolder(
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Wallet/Registry").path)

    @Test func `the index of the registry matches its files`() throws {
        let index = DescriptorBook.index(of: Self.folder.files())
        let path = "\(Self.folder.path)/index.tsv"
        if ProcessInfo.processInfo.environment["WRITE_REGISTRY_INDEX"] != nil {
            try index.write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == index)
    }

    @Test func `the program finds its descriptors without configuration`() throws {
        let installed = try #require(DescriptorFolder.installed)
        #expect(installed.path.hasSuffix("/Registry"))
        let book = DescriptorFolder.usual(environment: [:])
        #expect(book.count > 700)
        #expect(
            book.name(of: Clarity.address("0x111111125421ca6dc452d289314280a0f8842a65"), on: 1)?.hasPrefix("1inch")
                == true)
    }

    @Test func `a descriptor explains a call that the wallet does not know`() async throws {
        let book = DescriptorFolder.usual(environment: [:])
        let clarity = Clarity(descriptors: book)
        // Tether's own function, which the wallet's tables do not have.
        let usdt = Clarity.address("0xdAC17F958D2ee523a2206206994597C13D831ec7")
        let known = try Clarity.data("transfer(address,uint256)", .address(Clarity.friend), .number(5_000_000))
        #expect(await clarity.say(known, to: usdt).isComplete)
        #expect(book.refused == [])
    }

    @Test func `the user's folder has precedence over the registry, and adds to it`() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: root) }
        let folder = root.appending(path: "drawbridge/descriptors")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let router = Clarity.address("0x111111125421ca6dc452d289314280a0f8842a65")
        let text = """
            {"context":{"contract":{"deployments":[{"chainId":1,"address":"\(router)"}]}},"metadata":{"owner":"Mine"}}
            """
        try Data(text.utf8).write(to: folder.appending(path: "a.json"))
        let book = DescriptorFolder.usual(environment: ["XDG_DATA_HOME": root.path])
        #expect(book.name(of: router, on: 1) == "Mine")
        #expect(book.count > 700)
    }

    @Test func `a contract that only a descriptor names is a stranger as a spender`() async throws {
        let minter = Clarity.address("0x99361435420711723aF805F08187c9E6bF796683")
        let book = DescriptorFolder.usual(environment: [:])
        #expect(book.name(of: minter, on: 1) != nil)
        let clarity = Clarity(descriptors: book)
        let approve = try Clarity.data("approve(address,uint256)", .address(minter), .number(2_000_000))
        let holdings = Holdings(balances: [Clarity.usdc: 2_000_000])
        let said = await clarity.say(approve, to: Clarity.usdc, holdings: holdings)
        #expect(said.texts(.danger) == ["The amount is nearly all that you have, and you do not know the spender."])
        await clarity.remember(minter)
        #expect(await clarity.say(approve, to: Clarity.usdc, holdings: holdings).level < .danger)
    }

    @Test func `a contract that anyone can make call anything is a danger as a spender`() async throws {
        let clarity = Clarity(descriptors: DescriptorFolder.usual(environment: [:]))
        for spender in [
            "0xcA11bde05977b3631167028862bE2a173976CA11", "0x6566194141eefa99Af43Bb5Aa71460Ca2Dc90245",
            "0x9641d764fc13c8B624c04430C7356C1C7C8102e2",
        ] {
            let approve = try Clarity.data(
                "approve(address,uint256)", .address(Clarity.address(spender)), .number(2_000_000))
            let said = await clarity.say(
                approve, to: Clarity.usdc, holdings: Holdings(balances: [Clarity.usdc: 900_000_000]))
            #expect(said.texts(.danger).contains { $0.contains("anyone can take") }, "\(spender)")
        }
    }

    @Test func `every well-known contract has a valid address`() throws {
        for row in KnownContracts.rows {
            let address = try EthereumAddress(row.address)
            #expect(address.description == row.address, "\(row.name)")
        }
        #expect(KnownContracts.rows.count > 100)
        for row in KnownMarkets.mainnet + KnownMarkets.base {
            for text in [row.loan, row.collateral, row.oracle] { _ = try EthereumAddress(text) }
        }
        for row in KnownCollections.rows { #expect((try? EthereumAddress(row.address)) != nil, "\(row.address)") }
    }
}
