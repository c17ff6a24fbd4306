public import Bridge
public import Foundation
internal import Keys

/// The vector files of a room's tests, in the folder `Vectors` beside them.
public enum Vectors {
    /// Reads the JSON file at `path` below `Vectors`, of the folder `room` of `Tests`; by default that of the caller.
    public static func read<Value: Decodable>(
        _ path: String, room: String? = nil, as type: Value.Type = Value.self, file: String = #filePath
    ) throws -> Value {
        try JSONDecoder().decode(type, from: data(path, room: room, file: file))
    }

    /// Reads the JSON file at `path` the way the bridge reads messages.
    public static func json(_ path: String, room: String? = nil, file: String = #filePath) throws -> JSON {
        try JSON(parsing: Array(data(path, room: room, file: file)))
    }

    /// Reads the file at `path` as it is.
    public static func data(_ path: String, room: String? = nil, file: String = #filePath) throws -> Data {
        let parts = file.split(separator: "/")
        guard let tests = parts.lastIndex(of: "Tests"), tests + 2 < parts.count else {
            throw CocoaError(.fileNoSuchFile)
        }
        let folder = "/" + parts[...(tests + 1)].joined(separator: "/") + "/" + (room ?? String(parts[tests + 2]))
        return try Data(contentsOf: URL(fileURLWithPath: "\(folder)/Vectors/\(path)"))
    }
}
