import Ethereum
import ClearSigning
import BigInt
import Bridge
import Foundation
import Primitives
import Testing

@testable import ClearSigning
@testable import WalletCore
@testable import EthereumWallet
@testable import BitcoinWallet
@testable import WalletMethods

/// The descriptors and names that are installed with the program.
@Suite struct RegistryTests {
    private static let root = (0..<5).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
    private static let folder = DescriptorFolder(root.appending(path: "Sources/Wallet/EthereumWallet/Registry").path)

    @Test func `the index of the registry matches its files`() throws {
        let index = DescriptorBook.index(of: Self.folder.files())
        let path = "\(Self.folder.path)/index.tsv"
        if ProcessInfo.processInfo.environment["WRITE_REGISTRY_INDEX"] != nil {
            try index.write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == index)
    }

    /// The lines "SHA-256  PATH" of all descriptors, sorted by the bytes of their paths, as `sha256sum` writes them.
    private static func hashes(ofTree root: String) throws -> [String] {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root)
            .filter { $0.hasSuffix(".json") }
            .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return try paths.map { path in
            let bytes = [UInt8](try Data(contentsOf: URL(filePath: "\(root)/\(path)")))
            return "\(Hex.encode(SHA256.hash(bytes).bytes))  \(path)"
        }
    }

    private static func field(_ name: String) throws -> Substring {
        let source = try String(contentsOfFile: "\(folder.path)/SOURCE.txt", encoding: .utf8)
        return try #require(source.split(separator: "\n").first { $0.hasPrefix("\(name): ") }).dropFirst(name.count + 2)
    }

    @Test func `each descriptor is the one whose hash is on the list, and the list is the one that was recorded`()
        throws
    {
        let text = try String(contentsOfFile: "\(Self.folder.path)/SHA256SUMS", encoding: .utf8)
        let (listed, found) = (text.split(separator: "\n").map(String.init), try Self.hashes(ofTree: Self.folder.path))
        #expect(Set(found).subtracting(listed) == [], "not on the list")
        #expect(Set(listed).subtracting(found) == [], "on the list, but not there")
        #expect(listed == found)
        #expect(try Hex.encode(SHA256.hash(Array(text.utf8)).bytes) == String(Self.field("sha256 of the tree")))
        #expect(try Self.field("recorded").hasPrefix("20"))
        #expect(try Int(Self.field("files here").prefix { $0.isNumber }) == found.count)
        // Every file that is installed is in a list.
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path).filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: "\(Self.folder.path)/\(path)", isDirectory: &isFolder)
            return !isFolder.boolValue && !path.hasSuffix(".json")
        }
        #expect(Set(files) == ["SOURCE.txt", "index.tsv", "SHA256SUMS"])
    }

    @Test func `the guide says which version is installed, and who has compared it with the original`() throws {
        let guide = try String(
            contentsOf: Self.root.appending(path: "docs/how-to/clear-signing.md"), encoding: .utf8)
        #expect(guide.contains(try Self.field("commit").prefix(40)))
        let date = try Self.field("signed off").prefix(10)
        #expect(date.hasPrefix("20"))
        #expect(guide.contains("hashes, on \(date):"))
        let review = try Self.field("reviewed against the commit")
        #expect(review.hasPrefix("not yet") == guide.contains("Nobody has compared them with the original yet."))
        // A review has a name and a date, and both are in the guide.
        guard !review.hasPrefix("not yet") else { return }
        #expect(review.split(separator: ",").count == 2)
        #expect(guide.contains(review))
    }

    @Test func `the program finds its descriptors without configuration`() throws {
        let installed = try #require(DescriptorFolder.installed)
        #expect(installed.path.hasSuffix("/Registry"))
        let book = DescriptorFolder.usual(environment: [:])
        #expect(book.count > 700)
        #expect(
            book.name(of: ClearSigningFixture.address("0x111111125421ca6dc452d289314280a0f8842a65"), on: 1)?.hasPrefix(
                "1inch")
                == true)
    }

    @Test func `a descriptor explains a call that the wallet does not know`() async throws {
        let book = DescriptorFolder.usual(environment: [:])
        let clarity = ClearSigningFixture(descriptors: book)
        // Tether's own function, which the wallet's tables do not have.
        let usdt = ClearSigningFixture.address("0xdAC17F958D2ee523a2206206994597C13D831ec7")
        let known = try ClearSigningFixture.data(
            "transfer(address,uint256)", .address(ClearSigningFixture.friend), .number(5_000_000))
        #expect(await clarity.say(known, to: usdt).isComplete)
        #expect(book.refused == [])
    }

    @Test func `the user's folder has precedence over the registry, and adds to it`() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: root) }
        let folder = root.appending(path: "drawbridge/descriptors")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let router = ClearSigningFixture.address("0x111111125421ca6dc452d289314280a0f8842a65")
        let text = """
            {"context":{"contract":{"deployments":[{"chainId":1,"address":"\(router)"}]}},"metadata":{"owner":"Mine"}}
            """
        try Data(text.utf8).write(to: folder.appending(path: "a.json"))
        let book = DescriptorFolder.usual(environment: ["XDG_DATA_HOME": root.path])
        #expect(book.name(of: router, on: 1) == "Mine")
        #expect(book.count > 700)
    }

    @Test func `a contract that only a descriptor names is unknown as a spender`() async throws {
        let sender = ClearSigningFixture.address("0x4E1224f513048e18e7a1883985B45dc0Fe1D917e")
        let book = DescriptorFolder.usual(environment: [:])
        #expect(book.name(of: sender, on: 1) != nil)
        let clarity = ClearSigningFixture(descriptors: book)
        let approve = try ClearSigningFixture.data("approve(address,uint256)", .address(sender), .number(2_000_000))
        let holdings = Holdings(balances: [ClearSigningFixture.usdc: 2_000_000])
        let said = await clarity.say(approve, to: ClearSigningFixture.usdc, holdings: holdings)
        #expect(said.texts(.danger) == ["The amount is nearly all that you have, and you do not know the spender."])
        await clarity.remember(sender)
        #expect(await clarity.say(approve, to: ClearSigningFixture.usdc, holdings: holdings).level == .danger)
        await clarity.remember(sender, as: .spender)
        #expect(await clarity.say(approve, to: ClearSigningFixture.usdc, holdings: holdings).level < .danger)
    }

    @Test func `a contract that anyone can make call anything is a danger as a spender`() async throws {
        let clarity = ClearSigningFixture(descriptors: DescriptorFolder.usual(environment: [:]))
        for spender in [
            "0xcA11bde05977b3631167028862bE2a173976CA11", "0x6566194141eefa99Af43Bb5Aa71460Ca2Dc90245",
            "0x9641d764fc13c8B624c04430C7356C1C7C8102e2",
        ] {
            let approve = try ClearSigningFixture.data(
                "approve(address,uint256)", .address(ClearSigningFixture.address(spender)), .number(2_000_000))
            let said = await clarity.say(
                approve, to: ClearSigningFixture.usdc,
                holdings: Holdings(balances: [ClearSigningFixture.usdc: 900_000_000]))
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

    /// What is built from the types of a function, with an unknown address in place of one of them.
    private struct Sample {
        /// How many addresses come before the unknown one.
        var left: Int

        /// The name of the argument with the unknown address; empty if there are fewer addresses.
        var name = ""

        mutating func value(_ type: ABIType, _ name: String) -> ABIValue {
            switch type {
            case .address:
                left -= 1
                guard left == -1 else { return .address(ClearSigningFixture.me) }
                self.name = name
                return .address(ClearSigningFixture.unknown)
            case .bool: return .bool(true)
            case .string: return .string("text")
            case .bytes: return .bytes([])
            case .fixedBytes(let size): return .bytes([UInt8](repeating: 0, count: size))
            case .uint(let bits), .int(let bits): return .number(bits < 32 ? 1 : 1_000_000)
            case .array(let element, let count):
                var values: [ABIValue] = []
                for _ in 0..<(count ?? 1) { values.append(value(element, name)) }
                return .array(values)
            case .tuple(let components):
                var values: [ABIValue] = []
                for component in components { values.append(value(component.type, component.name)) }
                return .tuple(values)
            }
        }
    }

    @Test func `an unknown address in any address argument of the registry is shown and assessed`() async throws {
        let parsed = Self.folder.files().compactMapValues { try? JSON(parsing: $0) }
        let files = DescriptorFiles { parsed[$0] }
        let clarity = ClearSigningFixture(descriptors: Self.folder.read())
        var (count, complete) = (0, 0)
        for path in parsed.keys.sorted() {
            guard let json = try? files.descriptor(at: path), let descriptor = try? Descriptor(json),
                let place = descriptor.places.first
            else { continue }
            let chain =
                Chain.wellKnown.first { $0.id == place.chainID } ?? Chain(id: place.chainID, name: "Another chain")
            for (function, _) in descriptor.calls.values {
                for index in 0..<64 {
                    var sample = Sample(left: index)
                    var values: [ABIValue] = []
                    for parameter in function.parameters {
                        values.append(sample.value(parameter.type, parameter.name))
                    }
                    guard !sample.name.isEmpty else { break }
                    let call = ContractCall(
                        chainID: chain.id, from: ClearSigningFixture.me, to: place.address,
                        data: try function.call(values))
                    // What the wallet knows by itself is explained by its own tables.
                    guard case .blind(let blind) = Intent(call), blind.reason == .unknown else { break }
                    let said = await clarity.say(call.data, to: place.address, chain: chain)
                    count += 1
                    let comment: Comment = "\(path): \(function.signature): \(sample.name)"
                    guard said.isComplete else {
                        #expect(said.level == .danger, comment)
                        continue
                    }
                    complete += 1
                    #expect(
                        said.rows.contains { $0.value == .exact(ClearSigningFixture.unknown.description) }, comment)
                    let name = sample.name.lowercased()
                    let isMinor = ["token", "asset", "path", "referr", "partner"].contains(where: name.contains)
                    #expect(said.level >= (isMinor ? .caution : .danger), comment)
                }
            }
        }
        #expect(count > 150)
        #expect(complete > 40)
    }

    @Test func `a descriptor does not make rights for an unknown address harmless`() async throws {
        let clarity = ClearSigningFixture(descriptors: Self.folder.read())
        let unknown = ABIValue.address(ClearSigningFixture.unknown)
        let text = "0x8617…070D may receive what you send, or get rights over what you have there."
        let lock = try ClearSigningFixture.data("depositFor(address,uint256)", unknown, .number(1_000_000))
        let weight = ClearSigningFixture.address("0x521B4C065Bbdbe3E20B3727340730936912DfA46")
        let optimism = try #require(Chain.wellKnown.first { $0.id == 10 })
        #expect(await clarity.say(lock, to: weight, chain: optimism).texts(.danger) == [text])
        let rewards = try ClearSigningFixture.data("setWithdrawAddress(address)", unknown)
        let sei = Chain(id: 1_329, name: "Sei")
        let distribution = ClearSigningFixture.address("0x0000000000000000000000000000000000001007")
        #expect(await clarity.say(rewards, to: distribution, chain: sei).texts(.danger) == [text])
        // The same for the account itself.
        let own = try ClearSigningFixture.data(
            "depositFor(address,uint256)", .address(ClearSigningFixture.me), .number(1_000_000))
        #expect(await clarity.say(own, to: weight, chain: optimism).level < .danger)
    }

    @Test func `rights that a descriptor describes are a danger also for an address used before`() async throws {
        let clarity = ClearSigningFixture(descriptors: Self.folder.read())
        await clarity.remember(ClearSigningFixture.unknown)
        let pool = ClearSigningFixture.address("0x87870Bca3F3fD6335C3F4ce8392D69350B4fA4E2")
        func say(_ isGiven: Bool) async throws -> Explanation {
            let data = try ClearSigningFixture.data(
                "approvePositionManager(address,bool)", .address(ClearSigningFixture.unknown), .bool(isGiven))
            return await clarity.say(data, to: pool)
        }
        let given = try await say(true)
        #expect(given.texts(.danger) == ["0x8617…070D gets rights over what you have there."])
        #expect(given.rows.contains { $0.value == .exact(ClearSigningFixture.unknown.description) })
        #expect(try await say(false).level == .caution)
    }
}
