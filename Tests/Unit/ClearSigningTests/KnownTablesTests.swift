import Ethereum
import BigInt
import Bridge
import Primitives
import Testing

@testable import ClearSigning

/// Every entry of the tables is decoded with arguments of its types: a wrong path would leave it unexplained.
@Suite struct KnownTablesTests {
    /// Functions whose arguments have a special encoding, which other tests cover.
    private static let packed = [
        "multiSend(bytes)", "execute(bytes32,bytes)", "executeFromExecutor(bytes32,bytes)", "invoke(bytes32[],bytes[])",
    ]

    @Test func `every function of the tables is valid, and selectors are unique`() throws {
        let functions = try KnownFunctions.all.map { try ABIFunction($0.text) }
        let twice = Dictionary(grouping: functions, by: \.selector).values.filter { $0.count > 1 }
        #expect(twice.map { $0.map(\.signature) } == [])
        #expect(functions.count > 400)
        #expect(WrappedCoin.homes.count == 9)
        for home in RouterCommand.managers.values { _ = try EthereumAddress(home) }
    }

    @Test func `every function of the tables is fully explained`() throws {
        for known in KnownFunctions.all {
            let function = try ABIFunction(known.text)
            guard !Self.packed.contains(function.signature), !isRouter(known) else { continue }
            let intent = Contract.intent(try function.call(function.parameters.map { try sample($0) }), value: 5)
            #expect(intent.isComplete, "\(known.text)")
        }
    }

    @Test func `every function has effects, or a reason why it is harmless`() {
        for known in KnownFunctions.all { #expect(!known.effects.isEmpty, "\(known.text)") }
        let harmless = KnownFunctions.all.flatMap(\.effects).compactMap { effect -> String? in
            guard case .harmless(_, let reason) = effect else { return nil }
            return reason
        }
        #expect(harmless.count > 20)
        #expect(harmless.allSatisfy { !$0.isEmpty })
    }

    @Test func `every grant names the recipient of the rights`() {
        let effects = KnownFunctions.all.flatMap(\.effects) + KnownMessages.all.flatMap(\.effects)
        let grants = effects.compactMap { effect -> (right: RightsGrant.Right, hasHolder: Bool)? in
            guard case .grant(_, let right, let to) = effect else { return nil }
            return (right, to != nil)
        }
        #expect(grants.count > 40)
        // A new Safe has several owners, which are shown as rows.
        for grant in grants where grant.right != .setUpSafe {
            #expect(grant.right.hasHolder == grant.hasHolder, "\(grant.right)")
        }
    }

    @Test func `every router command, pool action and action of a bulker is fully explained`() throws {
        for (byte, known) in RouterCommand.table where ![0x10, 0x21].contains(byte) {
            let function = try ABIFunction(known.text)
            let input = try ABIEncoder.encode(
                function.parameters.map { try sample($0) }, as: function.parameters.map(\.type))
            let data = try Contract.data("execute(bytes,bytes[])", .bytes([byte]), .array([.bytes(input)]))
            #expect(Contract.intent(data).isComplete, "\(known.text)")
        }
        for (name, known) in BulkAction.table {
            let function = try ABIFunction(known.text)
            let input = try ABIEncoder.encode(
                function.parameters.map { try sample($0) }, as: function.parameters.map(\.type))
            let text = Array(name.utf8) + [UInt8](repeating: 0, count: 32 - name.utf8.count)
            let data = try Contract.data("invoke(bytes32[],bytes[])", .array([.bytes(text)]), .array([.bytes(input)]))
            #expect(Contract.intent(data).isComplete, "\(known.text)")
        }
        let unknown = try Contract.data(
            "invoke(bytes32[],bytes[])", .array([.bytes([UInt8](repeating: 1, count: 32))]), .array([.bytes([])]))
        #expect(!Contract.intent(unknown).isComplete)
        for (byte, known) in PoolAction.table {
            let function = try ABIFunction(known.text)
            let input = try ABIEncoder.encode(
                function.parameters.map { try sample($0) }, as: function.parameters.map(\.type))
            let swap = try ABIEncoder.encode(
                [.bytes([byte]), .array([.bytes(input)])], as: [.bytes, .array(.bytes, count: nil)])
            let data = try Contract.data("execute(bytes,bytes[])", .bytes([0x10]), .array([.bytes(swap)]))
            #expect(Contract.intent(data).isComplete, "\(known.text)")
        }
    }

    @Test func `every message of the tables is fully explained`() throws {
        for known in KnownMessages.all where !known.type.contains("[2][2][2][2]") {
            let (data, type) = try message(known)
            #expect(data.messageType == Keccak256.hash(known.type.utf8), "\(known.type)")
            #expect(Intent(data).isComplete, "\(type)")
        }
    }

    /// Amounts that are not said, with the reason.
    private static let unsaid = [
        "permitTransferFrom": "the signature has a limit, and the transfer has its own amount",
        "permitWitnessTransferFrom": "the signature has a limit, and the transfer has its own amount",
    ]

    @Test func `every amount among the arguments of a known function is in an effect or in a row`() throws {
        var count = 0
        for known in KnownFunctions.all {
            let function = try ABIFunction(known.text)
            guard !Self.packed.contains(function.signature), !isRouter(known), Self.unsaid[function.name] == nil else {
                continue
            }
            var numbers: [(name: String, number: BigUInt)] = []
            let values = try function.parameters.map { try numbered($0, &numbers) }
            let intent = Contract.intent(try function.call(values), value: 5)
            var said = Set(intent.amounts.map { "\($0)" })
            if case .call(let call) = intent { said.formUnion(call.unsaidAmounts.map(\.text)) }
            for (name, number) in numbers where UnexplainedAmount.isAmount(name) {
                count += 1
                #expect(said.contains("\(number)"), "\(known.text): \(name)")
            }
        }
        #expect(count > 250)
    }

    /// A sample in which every large number is another one.
    private func numbered(
        _ parameter: ABIParameter, _ numbers: inout [(name: String, number: BigUInt)]
    ) throws -> ABIValue {
        switch parameter.type {
        case .uint(let bits) where bits >= 24, .int(let bits) where bits >= 24:
            let number = BigUInt(100_000 + numbers.count)
            numbers.append((parameter.name, number))
            return .uint(number)
        case .tuple(let components): return .tuple(try components.map { try numbered($0, &numbers) })
        case .array(let element, let count):
            return .array(
                try (0..<(count ?? 1)).map { _ in
                    try numbered(ABIParameter(element, name: parameter.name), &numbers)
                })
        default: return try sample(parameter)
        }
    }

    @Test func `messages with reordered fields or other types are not explained`() throws {
        for known in KnownMessages.all where known.type.hasPrefix("Permit") || known.type.hasPrefix("Order(") {
            let wider = known.type.replacing("uint256", with: "uint248").replacing("uint160", with: "uint152")
            let (data, _) = try message(KnownMessage(wider, domain: known.domain))
            #expect(!Intent(data).isComplete, "\(wider)")
        }
    }

    private func isRouter(_ known: KnownFunction) -> Bool {
        known.effects.contains { effect in
            guard case .steps(let encoding) = effect else { return false }
            switch encoding {
            case .router, .actions: return true
            default: return false
            }
        }
    }

    /// A value of the type: small numbers, one element in each list, and a transfer in every `bytes`.
    private func sample(_ parameter: ABIParameter) throws -> ABIValue { try sample(parameter.type) }

    private func sample(_ type: ABIType) throws -> ABIValue {
        switch type {
        case .bool: return .bool(true)
        case .address: return .address(Contract.friend)
        case .string: return .string("text")
        case .bytes:
            return .bytes(try Contract.data("transfer(address,uint256)", .address(Contract.friend), .number(1)))
        case .fixedBytes(let size): return .bytes([UInt8](repeating: 0, count: size))
        case .uint, .int: return .number(1)
        case .array(let element, let count): return .array(try (0..<(count ?? 1)).map { _ in try sample(element) })
        case .tuple(let components): return .tuple(try components.map { try sample($0) })
        }
    }

    /// A message of the type, with the type as a page would write it.
    private func message(_ known: KnownMessage) throws -> (TypedData, String) {
        var types: [String: [(type: String, name: String)]] = [:]
        var primary = ""
        for part in known.type.split(separator: ")") {
            let pieces = part.split(separator: "(", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(pieces[0])
            if primary.isEmpty { primary = name }
            types[name] = pieces[1].split(separator: ",").map { field in
                let words = field.split(separator: " ")
                return (String(words[0]), String(words[1]))
            }
        }
        func value(_ type: String) -> String {
            if type.hasSuffix("]"), let open = type.lastIndex(of: "[") {
                let element = value(String(type[..<open]))
                return type.hasSuffix("[2]") ? "[\(element),\(element)]" : "[\(element)]"
            }
            if let fields = types[type] {
                return "{" + fields.map { "\"\($0.name)\":\(value($0.type))" }.joined(separator: ",") + "}"
            }
            switch type {
            case "address": return "\"\(Contract.friend)\""
            case "bool": return "true"
            case "string": return "\"\(Contract.friend.description.lowercased())\""
            case "bytes":
                let data = try? Contract.data("transfer(address,uint256)", .address(Contract.friend), .number(1))
                return "\"0x\(Hex.encode(data ?? []))\""
            case _ where type.hasPrefix("bytes"):
                return "\"0x\(String(repeating: "0", count: 2 * (Int(type.dropFirst(5)) ?? 0)))\""
            default: return "1"
            }
        }
        let definitions = types.map { name, fields in
            "\"\(name)\":["
                + fields.map { #"{"name":"\#($0.name)","type":"\#($0.type)"}"# }.joined(separator: ",") + "]"
        }
        // Snapshot messages have no verifying contract.
        let hasContract = known.domain != "snapshot"
        let domain =
            #"[{"name":"name","type":"string"},{"name":"chainId","type":"uint256"}"#
            + (hasContract ? #",{"name":"verifyingContract","type":"address"}]"# : "]")
        let contract = hasContract ? #","verifyingContract":"\#(Contract.token)""# : ""
        let text = """
            {"types":{"EIP712Domain":\(domain),\(definitions.joined(separator: ","))},"primaryType":"\(primary)",
            "domain":{"name":"\(known.domain ?? "Any")","chainId":1\(contract)},
            "message":\(value(primary))}
            """
        return (try TypedData(JSON(parsing: text)), known.type)
    }
}
