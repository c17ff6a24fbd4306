public import Bridge
public import Foundation
internal import Keys

/// The vector files of a test target, in its folder `Vectors`.
public enum Vectors {
    /// Reads the JSON file at `path` below the folder `Vectors` of the test target `target`; by default the caller's.
    public static func read<Value: Decodable>(
        _ path: String, target: String? = nil, as type: Value.Type = Value.self, file: String = #filePath
    ) throws -> Value {
        try JSONDecoder().decode(type, from: data(path, target: target, file: file))
    }

    /// Reads the JSON file at `path` with the parser of the bridge.
    public static func json(_ path: String, target: String? = nil, file: String = #filePath) throws -> JSON {
        try JSON(parsing: Array(data(path, target: target, file: file)))
    }

    /// Reads the bytes of the file at `path`.
    public static func data(_ path: String, target: String? = nil, file: String = #filePath) throws -> Data {
        let parts = file.split(separator: "/")
        guard let tests = parts.lastIndex(of: "Tests"), tests + 2 < parts.count else {
            throw CocoaError(.fileNoSuchFile)
        }
        let target = target ?? String(parts[tests + 2])
        let folder = "/\(parts[...(tests + 1)].joined(separator: "/"))/\(target)"
        return try Data(contentsOf: URL(fileURLWithPath: "\(folder)/Vectors/\(path)"))
    }
}
