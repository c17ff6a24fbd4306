public import Ethereum
public import BigInt
internal import Primitives

/// What the data of a call contains whose function the wallet does not know, as far as its form shows.
///
/// It is read word by word, as the ABI writes it, also inside of arguments that look like calls. It finds more than there
/// is rather than less: a number as large as an address counts as one.
public struct UnreadData: Hashable, Sendable {
    /// What can be the address of someone.
    public private(set) var addresses: Set<EthereumAddress> = []

    /// The numbers that can be an amount or a hash.
    public private(set) var numbers: Set<BigUInt> = []

    /// All words, as numbers.
    public private(set) var words: Set<BigUInt> = []

    /// Whether there are bytes that are no words.
    public private(set) var isOpaque = false

    /// Whether it contains the selector of a function that gives others power over the account, which no event shows.
    public private(set) var givesPower = false

    /// Reads the data of a call, which begins with a selector.
    public init(_ data: [UInt8]) {
        givesPower = Self.givesPower(in: data)
        addTexts(in: data)
        addWords(data.dropFirst(4), depth: 0)
    }

    /// Whether it has no words but these numbers and addresses, and no other bytes.
    public func isOnly(_ numbers: Set<BigUInt>, _ addresses: [EthereumAddress]) -> Bool {
        !isOpaque && words.subtracting(numbers).isSubset(of: addresses.map { BigUInt(bytes: $0.bytes) })
    }

    private mutating func addWords(_ body: ArraySlice<UInt8>, depth: Int) {
        if body.count % 32 != 0 { isOpaque = true }
        var start = body.startIndex
        while body.endIndex - start >= 32 {
            let word = body[start..<start + 32]
            start += 32
            add(word)
            // A call in an argument follows its length, and has its words four bytes further.
            guard depth < Self.deepest, word.prefix(29).allSatisfy({ $0 == 0 }) else { continue }
            let size = word.suffix(3).reduce(0) { $0 << 8 | Int($1) }
            guard size >= 36, size % 32 == 4, size <= body.endIndex - start else { continue }
            addWords(body[start + 4..<start + size], depth: depth + 1)
        }
    }

    private mutating func add(_ word: ArraySlice<UInt8>) {
        let number = BigUInt(bytes: Array(word))
        words.insert(number)
        guard let first = word.firstIndex(where: { $0 != 0 }) else { return }
        let size = word.endIndex - first
        if size <= 4 { return }
        if size <= 20, number.bitWidth >= Self.fewestBits, let address = try? EthereumAddress(bytes: word.suffix(20)) {
            addresses.insert(address)
            return
        }
        if !Self.isText(word) { numbers.insert(number) }
    }

    /// Whether a word is a part of a text, without a character that is not visible.
    private static func isText(_ word: ArraySlice<UInt8>) -> Bool {
        let text = word.prefix { $0 != 0 }
        return !text.isEmpty && text.allSatisfy { (0x20..<0x7F).contains($0) }
            && word[text.endIndex...].allSatisfy { $0 == 0 }
    }

    /// Adds the addresses that are written as text.
    private mutating func addTexts(in data: [UInt8]) {
        guard data.count >= 42 else { return }
        for start in 0...data.count - 42 where data[start] == UInt8(ascii: "0") && data[start + 1] | 0x20 == 0x78 {
            guard let bytes = Hex.decode(String(decoding: data[start + 2..<start + 42], as: UTF8.self)),
                let address = try? EthereumAddress(bytes: bytes)
            else { continue }
            addresses.insert(address)
        }
    }

    private static func givesPower(in data: [UInt8]) -> Bool {
        guard data.count >= 4 else { return false }
        return (0...data.count - 4).contains { start in
            KnownFunctions.powers.contains(Array(data[start..<start + 4]))
        }
    }

    /// Numbers with fewer bits are no addresses: to find a key with so many zeros in its address is out of reach.
    private static let fewestBits = 100

    private static let deepest = 4
}

extension KnownFunctions {
    /// The selectors of functions that give others power over the account without an event that tokens have in common.
    static let powers: Set<[UInt8]> = Set(
        all.filter { $0.effects.contains(where: \.givesPower) }.compactMap(ReadFunction.init)
            .filter { !Self.haveEvents.contains($0.function.name) }.map(\.function.selector))

    private static let haveEvents: Set<String> = [
        "approve", "increaseAllowance", "decreaseAllowance", "increaseApproval", "decreaseApproval", "permit",
        "setApprovalForAll", "selfPermit", "selfPermitIfNecessary", "selfPermitAllowed", "selfPermitAllowedIfNecessary",
    ]
}

extension Effect {
    /// Whether it gives others a permission or a right.
    fileprivate var givesPower: Bool {
        switch self {
        case .allowance, .itemAllowance, .control: true
        case .grant(let kind, _, _): if case .voice = kind { false } else { true }
        case .either(_, let then, let otherwise): (then + otherwise).contains(where: \.givesPower)
        default: false
        }
    }
}
