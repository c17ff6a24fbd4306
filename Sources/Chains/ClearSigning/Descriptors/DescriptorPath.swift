internal import Ethereum
internal import BigInt

/// A path of ERC-7730, such as `params.path.[-20:]`, read once.
struct DescriptorPath {
    /// Where a path begins.
    enum Root {
        /// In the call's arguments or the message (`#`), from the place where it is used.
        case here
        /// In the call's arguments or the message (`#`), from their beginning.
        case data
        /// In the transaction or the domain (`@`).
        case container
        /// In the descriptor (`$`).
        case descriptor
    }

    /// One step.
    enum Step: Equatable {
        case name(String)
        case index(Int)
        case all
        case slice(Int?, Int?)
    }

    let root: Root
    let steps: [Step]

    /// Reads a path.
    init(_ text: String) throws(EthereumError) {
        guard text.utf8.count <= 256 else { throw .descriptor(.path) }
        var parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        switch parts.first {
        case "#": root = .data
        case "@": root = .container
        case "$": root = .descriptor
        default: root = .here
        }
        if root != .here { parts.removeFirst() }
        var steps: [Step] = []
        for part in parts where !part.isEmpty { steps += try Self.steps(part) }
        self.steps = steps
    }

    private static func steps(_ part: String) throws(EthereumError) -> [Step] {
        guard let open = part.firstIndex(of: "[") else { return [.name(part)] }
        guard part.hasSuffix("]") else { throw .descriptor(.path) }
        let name = String(part[..<open])
        let inside = part[part.index(after: open)...].dropLast()
        return (name.isEmpty ? [] : [.name(name)]) + [try step(String(inside))]
    }

    private static func step(_ inside: String) throws(EthereumError) -> Step {
        guard !inside.isEmpty else { return .all }
        guard let colon = inside.firstIndex(of: ":") else {
            guard let index = Int(inside) else { throw .descriptor(.path) }
            return .index(index)
        }
        let from = String(inside[..<colon])
        let to = String(inside[inside.index(after: colon)...])
        guard from.isEmpty || Int(from) != nil, to.isEmpty || Int(to) != nil else { throw .descriptor(.path) }
        return .slice(Int(from), Int(to))
    }

    /// A value that was found, with the place in each list that was gone through on the way.
    typealias Finding = (value: DescribedValue, indices: [Int])

    /// The value at the end of the path from `value`; several values if the path goes through whole lists.
    ///
    /// `indices` are the places that another path took in its lists: the same ones are taken here.
    func find(in value: DescribedValue, indices: [Int] = []) throws(EthereumError) -> [Finding] {
        var found: [Finding] = [(value, [])]
        for step in steps {
            var next: [Finding] = []
            for finding in found {
                switch (step, finding.value) {
                case (.name(let name), .record(let members)):
                    guard let member = members.first(where: { $0.name == name }) else { throw .descriptor(.path) }
                    next.append((member.value, finding.indices))
                case (.all, .list(let values)):
                    let place = finding.indices.count
                    if place < indices.count {
                        guard values.indices.contains(indices[place]) else { throw .descriptor(.path) }
                        next.append((values[indices[place]], finding.indices + [indices[place]]))
                    } else {
                        next += values.enumerated().map { ($1, finding.indices + [$0]) }
                    }
                default: next.append((try Self.part(step, of: finding.value), finding.indices))
                }
                guard next.count <= 1_000 else { throw .descriptor(.path) }
            }
            found = next
        }
        return found
    }

    /// An element or a slice.
    private static func part(_ step: Step, of value: DescribedValue) throws(EthereumError) -> DescribedValue {
        switch (step, value) {
        case (.index(let index), .list(let values)):
            let place = index < 0 ? values.count + index : index
            guard values.indices.contains(place) else { throw .descriptor(.path) }
            return values[place]
        case (.slice(let from, let to), .list(let values)):
            return .list(Array(values[try range(from, to, of: values.count)]))
        case (.slice(let from, let to), .bytes(let bytes)):
            return .bytes(Array(bytes[try range(from, to, of: bytes.count)]))
        case (.slice(let from, let to), .number(let number)):
            return .bytes(Array(ABIWord.bytes(number)[try range(from, to, of: ABIWord.size)]))
        case (.slice(let from, let to), .address(let address)):
            return .bytes(Array(address.bytes[try range(from, to, of: 20)]))
        case (.index(let index), .bytes(let bytes)):
            let place = index < 0 ? bytes.count + index : index
            guard bytes.indices.contains(place) else { throw .descriptor(.path) }
            return .bytes([bytes[place]])
        default: throw .descriptor(.path)
        }
    }

    private static func range(_ from: Int?, _ to: Int?, of count: Int) throws(EthereumError) -> Range<Int> {
        let start = from.map { $0 < 0 ? count + $0 : $0 } ?? 0
        let end = to.map { $0 < 0 ? count + $0 : $0 } ?? count
        guard 0 <= start, start <= end, end <= count else { throw .descriptor(.path) }
        return start..<end
    }
}
