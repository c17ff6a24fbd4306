/// The newest headers of a chain, each naming the one before it.
///
/// What is checked: that each header has done its work, that it is enough work for a new block (``ChainRules/easiest``),
/// and that the headers hang together. What is not: that the chain demanded just this work, and that no other chain has
/// more of it. A server can hide new blocks; to make blocks up it would have to mine them.
public struct HeaderChain: Hashable, Sendable {
    /// How many headers are kept: blocks further back are taken as they are.
    public static let depth = 144

    /// The height of the newest header; -1 without one.
    public private(set) var height = -1

    private let rules: ChainRules
    private var headers: [BlockHeader] = []

    /// Creates an empty chain.
    public init(_ rules: ChainRules) {
        self.rules = rules
    }

    /// The header at `height`, where it is still kept.
    public func header(at height: Int) -> BlockHeader? {
        let place = height - (self.height - headers.count + 1)
        return headers.indices.contains(place) ? headers[place] : nil
    }

    /// The newest header.
    public var tip: BlockHeader? { headers.last }

    /// From which height on headers are needed to join one at `height`; `nil` where it brings no news.
    public func start(for height: Int) -> Int? {
        guard height > self.height else { return nil }
        if height == self.height + 1 { return height }
        // As far back as a fork may begin; what is far ahead stands for itself.
        let isNear = !headers.isEmpty && height <= self.height + Self.depth
        return max(0, isNear ? self.height - Self.depth / 2 : height - Self.depth / 12)
    }

    /// Takes headers, the first of which is at `start`; those that are there from there on are replaced.
    ///
    /// - Returns: Whether they were taken: each has done its work, they hang together, the last is higher than any that
    ///   is there, and the first follows what is there. Where the one before it is not there, they stand for themselves.
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
