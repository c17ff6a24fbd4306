internal import Ethereum
internal import Bridge

/// The addresses among the arguments.
extension DisplayMaker {
    /// The most addresses, and elements of a list, that are looked at; a call with more is not explained.
    static let mostParties = 256

    /// The addresses in the data, each once for each role, up to one more than ``mostParties``.
    func parties(_ format: Descriptor.Format) -> [Display.Party] {
        var parties: [Display.Party] = []
        let tokens = Set(format.fields.flatMap { tokenNames(in: $0, depth: 0) })
        collect(data, name: "", tokens: tokens, isGranted: false, depth: 0, into: &parties)
        return parties
    }

    private func collect(
        _ value: DescribedValue, name: String, tokens: Set<String>, isGranted: Bool, depth: Int,
        into parties: inout [Display.Party]
    ) {
        guard depth < 16, parties.count <= Self.mostParties else { return }
        switch value {
        case .record(let members):
            let isGranted = members.contains { ArgumentRoles.isGrant($0.value, name: $0.name) }
            for member in members {
                collect(
                    member.value, name: member.name, tokens: tokens, isGranted: isGranted, depth: depth + 1,
                    into: &parties)
            }
        case .list(let values):
            for value in values.prefix(Self.mostParties) {
                collect(value, name: name, tokens: tokens, isGranted: isGranted, depth: depth + 1, into: &parties)
            }
        case .address(let address):
            guard !address.isPlaceholder, !address.isCoin else { return }
            let role: Display.Party.Role =
                tokens.contains(name) ? .token : ArgumentRoles.isReferrer(name) ? .referrer : .holder
            let party = Display.Party(address: address, role: role, isGranted: isGranted && role == .holder)
            if !parties.contains(party) { parties.append(party) }
        case .bool, .string, .bytes, .number: break
        }
    }

    /// Whether the data has a list that is too long to look at all of it.
    func hasLongList(_ value: DescribedValue, depth: Int = 0) -> Bool {
        guard depth < 16 else { return true }
        return switch value {
        case .record(let members): members.contains { hasLongList($0.value, depth: depth + 1) }
        case .list(let values):
            values.count > Self.mostParties || values.contains { hasLongList($0, depth: depth + 1) }
        case .bool, .string, .bytes, .address, .number: false
        }
    }

    /// The names of the arguments that a field uses as tokens.
    private func tokenNames(in json: JSON, depth: Int) -> [String] {
        guard depth < 16 else { return [] }
        let field = (try? resolved(json)) ?? json
        let params = field["params"]
        var paths = [params?["tokenPath"]?.string, params?["collectionPath"]?.string]
        if field["format"]?.string == "tokenTicker" || isToken(field) { paths.append(field["path"]?.string) }
        let names = paths.compactMap(\.self).compactMap { text -> String? in
            guard let path = try? DescriptorPath(text), path.root == .here || path.root == .data else { return nil }
            return path.steps.compactMap { step in if case .name(let name) = step { name } else { nil } }.last
        }
        return names + (field["fields"]?.array ?? []).flatMap { tokenNames(in: $0, depth: depth + 1) }
    }

    /// Whether a field with a name for an address takes only tokens.
    func isToken(_ field: JSON) -> Bool {
        let kinds = field["params"]?["types"]?.array?.compactMap(\.string) ?? []
        return field["format"]?.string == "addressName" && !kinds.isEmpty
            && kinds.allSatisfy { ["token", "collection"].contains($0) }
    }
}
