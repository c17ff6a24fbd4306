/// The newest headers of a chain, each linked to the previous one.
///
/// It checks that each header has a valid proof of work, that the work is sufficient for a new block
/// (``ChainRules/easiest``), and that the headers are linked. It does not check that the chain required exactly this
/// work, or that no other chain has more. A server can withhold new blocks; to fake blocks it would have to mine them.
public struct HeaderChain: Hashable, Sendable {
    /// The number of headers that are kept; older blocks are not checked.
    public static let depth = 144

    /// The height of the newest header, or -1 without headers.
    public private(set) var height = -1

    private let rules: ChainRules
    private var headers: [BlockHeader] = []

    /// Creates an empty chain.
    public init(_ rules: ChainRules) {
        self.rules = rules
    }

    /// The header at `height`, if it is still kept.
    public func header(at height: Int) -> BlockHeader? {
        // No trap: a height is at most 50,000,000 when it is read.
        let place = height - (self.height - headers.count + 1)
        return headers.indices.contains(place) ? headers[place] : nil
    }

    /// The newest header.
    public var tip: BlockHeader? { headers.last }

    /// The height from which headers are needed to connect one at `height`; `nil` if it is not newer.
    public func start(for height: Int) -> Int? {
        guard height > self.height else { return nil }
        if height == self.height + 1 { return height }  // No trap: a height is at most 50,000,000 when it is read.
        // Go back as far as a fork may reach; a header far ahead starts a new chain.
        // No trap: a height is at most 50,000,000 when it is read.
        let isNear = !headers.isEmpty && height <= self.height + Self.depth
        // No trap: a height is at most 50,000,000 when it is read.
        return max(0, isNear ? self.height - Self.depth / 2 : height - Self.depth / 12)
    }

    /// Adds headers, the first of which is at `start`; they replace existing headers from that height on.
    ///
    /// - Returns: Whether they were accepted: each has a valid proof of work, they are linked, the last is higher than
    ///   all existing ones, and the first links to the existing header before it. If there is no header before it, they
    ///   start a new chain.
    public mutating func take(_ new: [BlockHeader], from start: Int) -> Bool {
        guard start >= 0, !new.isEmpty, start + new.count - 1 > height, new.allSatisfy(rules.allow) else {
            return false
        }
        guard zip(new, new.dropFirst()).allSatisfy({ $1.follows($0) }) else { return false }
        if let before = header(at: start - 1) {
            guard new[0].follows(before) else { return false }
            headers.removeLast(height - start + 1)
        } else {
            headers = []
        }
        headers += new
        headers.removeFirst(max(0, headers.count - Self.depth))
        height = start + new.count - 1
        return true
    }
}
