internal import Ethereum
internal import Bridge

/// The files of a folder of descriptors, with what they include put into them.
struct DescriptorFiles: Sendable {
    private static let deepest = 4

    private let file: @Sendable (String) -> JSON?

    /// Takes what gives the file at a path; `nil` if none can be read.
    init(_ file: @escaping @Sendable (String) -> JSON?) {
        self.file = file
    }

    /// The descriptor in the file at `path`, with what it includes underneath.
    func descriptor(at path: String, depth: Int = 0) throws(EthereumError) -> JSON {
        guard depth < Self.deepest, let json = file(path), json.object != nil else { throw .descriptor(.file) }
        guard let include = json["includes"]?.string else { return json }
        let base = try descriptor(at: Self.resolve(include, from: path), depth: depth + 1)
        return Self.merge(json, over: base)
    }

    /// Puts `top` over `base`: members of objects one by one, fields of a format by their paths, all else as a whole.
    static func merge(_ top: JSON, over base: JSON, key: String = "") -> JSON {
        switch (top, base) {
        case (.object(let members), .object(var result)):
            for member in members.members {
                result[member.key] =
                    result[member.key].map { merge(member.value, over: $0, key: member.key) }
                    ?? member.value
            }
            return .object(result)
        case (.array(let fields), .array(var result)) where key == "fields":
            for field in fields {
                if let path = field["path"]?.string,
                    let place = result.firstIndex(where: { $0["path"]?.string == path })
                {
                    result[place] = merge(field, over: result[place])
                } else {
                    result.append(field)
                }
            }
            return .array(result)
        default: return top
        }
    }

    /// The path that `relative` means in the file at `path`.
    private static func resolve(_ relative: String, from path: String) throws(EthereumError) -> String {
        var parts = path.split(separator: "/").dropLast().map(String.init)
        for part in relative.split(separator: "/") where part != "." {
            guard part == ".." else {
                parts.append(String(part))
                continue
            }
            guard !parts.isEmpty else { throw .descriptor(.file) }
            parts.removeLast()
        }
        return parts.joined(separator: "/")
    }
}
