internal import Bitcoin
internal import Primitives

/// Executes scripts: all operations but those for arithmetic with more than two numbers, for the order of deep stacks,
/// and for code separators, which no wallet's locking script contains.
struct ScriptMachine {
    /// The rules of a script.
    enum Mode {
        /// Of a locking, unlocking or redeem script.
        case base
        /// Of a witness (BIP-143).
        case witness
        /// Of a leaf of Taproot (BIP-342).
        case tapscript(BitcoinTransaction.TaprootLeaf)
    }

    /// The size of the largest item on the stack.
    static let longestItem = 520
    private static let longestScript = 10_000
    private static let mostOperations = 201
    private static let mostItems = 1_000

    let judge: SpendJudge
    let place: Int
    let mode: Mode
    var stack: [[UInt8]] = []
    var operationCount = 0
    private var alternative: [[UInt8]] = []
    private var conditions: [Bool] = []

    /// Creates a machine for an input of the judge's transaction.
    init(_ judge: SpendJudge, _ place: Int, _ mode: Mode) {
        (self.judge, self.place, self.mode) = (judge, place, mode)
    }

    /// Whether the result is true.
    var isTrue: Bool { stack.last.map(ScriptNumber.isTrue) ?? false }

    var isTapscript: Bool { if case .tapscript = mode { true } else { false } }

    /// Executes a script on the stack.
    mutating func run(_ script: Script) throws(SimulatorError) {
        guard isTapscript || script.bytes.count <= Self.longestScript else {
            throw SpendJudge.failure("Script is too big")
        }
        guard let operations = script.operations else {
            throw SpendJudge.failure("Opcode missing or not understood")
        }
        operationCount = 0
        alternative = []
        for operation in operations {
            switch operation {
            case .push(let bytes, let code):
                guard bytes.count <= Self.longestItem else {
                    throw SpendJudge.failure("Push value size limit exceeded")
                }
                guard !conditions.contains(false) else { continue }
                guard Self.isShortest(bytes, code) else {
                    throw SpendJudge.failure("Data push larger than necessary")
                }
                stack.append(bytes)
            case .code(let code):
                if code > 0x60 { operationCount += 1 }
                guard isTapscript || operationCount <= Self.mostOperations else {
                    throw SpendJudge.failure("Operation limit exceeded")
                }
                if !conditions.contains(false) || 0x63...0x68 ~= code { try perform(code, script) }
            }
            guard stack.count + alternative.count <= Self.mostItems else {
                throw SpendJudge.failure("Stack size limit exceeded")
            }
        }
        guard conditions.isEmpty else { throw SpendJudge.failure("Invalid OP_IF construction") }
    }

    private static func isShortest(_ bytes: [UInt8], _ code: UInt8) -> Bool {
        if bytes.count == 1, 1...16 ~= bytes[0] || bytes[0] == 0x81 { return false }
        return Operation.push(bytes) == .push(bytes, code: code)
    }

    private mutating func perform(_ code: UInt8, _ script: Script) throws(SimulatorError) {
        switch code {
        case 0x4F, 0x51...0x60: stack.append(code == 0x4F ? [0x81] : [code - 0x50])
        case 0x61: break
        case 0x63, 0x64, 0x67, 0x68: try branch(code)
        case 0x69: try verify("Script failed an OP_VERIFY operation")
        case 0x6A: throw SpendJudge.failure("OP_RETURN was encountered")
        case 0x6B: alternative.append(try pop())
        case 0x6C:
            guard let item = alternative.popLast() else { throw Self.short }
            stack.append(item)
        case 0x6D...0x7D, 0x82: try arrange(code)
        case 0x87, 0x88:
            stack.append(try pop() == pop() ? [1] : [])
            if code == 0x88 { try verify("Script failed an OP_EQUALVERIFY operation") }
        case 0x8B...0x9F, 0xA0, 0xA1, 0xA2, 0xA3, 0xA4: try calculate(code)
        case 0xA6: stack.append(RIPEMD160.hash(try pop()))
        case 0xA8: stack.append(SHA256.hash(try pop()).bytes)
        case 0xA9: stack.append(Hash160.hash(try pop()))
        case 0xAA: stack.append(SHA256.hashTwice(try pop()).bytes)
        case 0xAC, 0xAD: try checkSignature(script, isVerified: code == 0xAD)
        case 0xAE, 0xAF: try checkSignatures(script, isVerified: code == 0xAF)
        case 0xB1: try checkLockTime()
        case 0xB2: try checkSequence()
        case 0xBA where isTapscript: try addSignature()
        case 0xB0, 0xB3...0xB9: throw SpendJudge.failure("NOPx reserved for soft-fork upgrades")
        default: throw SpendJudge.failure("Opcode missing or not understood")
        }
    }

    private mutating func branch(_ code: UInt8) throws(SimulatorError) {
        switch code {
        case 0x63, 0x64:
            guard !conditions.contains(false) else {
                conditions.append(false)
                return
            }
            guard let item = stack.popLast() else { throw SpendJudge.failure("Invalid OP_IF construction") }
            if case .base = mode {
            } else if item != [], item != [1] {
                throw SpendJudge.failure("OP_IF/NOTIF argument must be minimal")
            }
            conditions.append(ScriptNumber.isTrue(item) == (code == 0x63))
        default:
            guard let last = conditions.popLast() else { throw SpendJudge.failure("Invalid OP_IF construction") }
            if code == 0x67 { conditions.append(!last) }
        }
    }

    private mutating func arrange(_ code: UInt8) throws(SimulatorError) {
        let needed = [
            0x6D: 2, 0x6E: 2, 0x6F: 3, 0x73: 1, 0x74: 0, 0x75: 1, 0x76: 1, 0x77: 2, 0x78: 2, 0x7B: 3, 0x7C: 2,
        ]
        guard let needed = (needed.merging([0x7D: 2, 0x82: 1]) { $1 })[Int(code)] else {
            throw SpendJudge.failure("Opcode missing or not understood")
        }
        guard stack.count >= needed else { throw Self.short }
        let top = Array(stack.suffix(needed))
        switch code {
        case 0x6D: stack.removeLast(2)
        case 0x6E, 0x6F, 0x76: stack += top
        case 0x73: if ScriptNumber.isTrue(top[0]) { stack += top }
        case 0x74: stack.append(ScriptNumber.bytes(stack.count))
        case 0x75: stack.removeLast()
        case 0x77: stack.replaceSubrange((stack.count - 2)..., with: [top[1]])
        case 0x78: stack.append(top[0])
        case 0x7B: stack.replaceSubrange((stack.count - 3)..., with: [top[1], top[2], top[0]])
        case 0x7C: stack.replaceSubrange((stack.count - 2)..., with: [top[1], top[0]])
        case 0x7D: stack.replaceSubrange((stack.count - 2)..., with: [top[1], top[0], top[1]])
        default: stack.append(ScriptNumber.bytes(top[0].count))
        }
    }

    private mutating func calculate(_ code: UInt8) throws(SimulatorError) {
        let right = try number()
        switch code {
        case 0x8B: return stack.append(ScriptNumber.bytes(right + 1))
        case 0x8C: return stack.append(ScriptNumber.bytes(right - 1))
        case 0x8F: return stack.append(ScriptNumber.bytes(-right))
        case 0x90: return stack.append(ScriptNumber.bytes(Int(right.magnitude)))
        case 0x91: return stack.append(right == 0 ? [1] : [])
        case 0x92: return stack.append(right != 0 ? [1] : [])
        default: break
        }
        let left = try number()
        let result: Int? =
            switch code {
            case 0x93: left + right
            case 0x94: left - right
            case 0x9A: left != 0 && right != 0 ? 1 : 0
            case 0x9B: left != 0 || right != 0 ? 1 : 0
            case 0x9C, 0x9D: left == right ? 1 : 0
            case 0x9E: left != right ? 1 : 0
            case 0x9F: left < right ? 1 : 0
            case 0xA0: left > right ? 1 : 0
            case 0xA1: left <= right ? 1 : 0
            case 0xA2: left >= right ? 1 : 0
            case 0xA3: min(left, right)
            case 0xA4: max(left, right)
            default: nil
            }
        guard let result else { throw SpendJudge.failure("Opcode missing or not understood") }
        stack.append(ScriptNumber.bytes(result))
        if code == 0x9D { try verify("Script failed an OP_NUMEQUALVERIFY operation") }
    }

    // What the operations take from the stack.

    static let short = SpendJudge.failure("Operation not valid with the current stack size")

    mutating func pop() throws(SimulatorError) -> [UInt8] {
        guard let item = stack.popLast() else { throw Self.short }
        return item
    }

    mutating func number() throws(SimulatorError) -> Int {
        guard let value = ScriptNumber.read(try pop()) else { throw SpendJudge.failure("unknown error") }
        return value
    }

    mutating func verify(_ reason: String) throws(SimulatorError) {
        guard ScriptNumber.isTrue(try pop()) else { throw SpendJudge.failure(reason) }
    }
}
