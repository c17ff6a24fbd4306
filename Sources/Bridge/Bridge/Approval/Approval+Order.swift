extension Approval {
    /// The rows in the order of every approval: account and network, then the rows of the request, then network fee,
    /// total and change.
    ///
    /// If there is one recipient and one amount, the recipient comes first.
    public var orderedRows: [Row] {
        let head: [Row.Role] = [.account, .network]
        let tail: [Row.Role] = [.fee, .total, .change]
        var middle = rows.filter { !head.contains($0.role) && !tail.contains($0.role) }
        let amounts = middle.indices.filter { middle[$0].role == .amount }
        let people = middle.indices.filter { middle[$0].role == .recipient || middle[$0].role == .spender }
        if let amount = amounts.first, let person = people.first, amounts.count == 1, people.count == 1, amount < person
        {
            // A name stays next to its address.
            let end = middle[(person + 1)...].firstIndex { $0.role != .name } ?? middle.endIndex
            let moved = Array(middle[person..<end])
            middle.removeSubrange(person..<end)
            middle.insert(contentsOf: moved, at: amount)
        }
        return head.flatMap(rows(of:)) + middle + tail.flatMap(rows(of:))
    }

    private func rows(of role: Row.Role) -> [Row] { rows.filter { $0.role == role } }
}
