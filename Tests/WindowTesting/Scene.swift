/// An action at a place, and its expected result.
public struct Scene<Place: ScenePlace> {
    let name: String
    let body: @MainActor (Place) async throws -> Void

    /// Creates a scene; `name` says what must hold.
    public init(_ name: String, _ body: @escaping @MainActor (Place) async throws -> Void) {
        self.name = name
        self.body = body
    }

    /// Plays those of `all` whose names contain one of `words`, or all of them, each at a place of its own; says how
    /// many failed, and why.
    ///
    /// - Returns: The status to end with: 0 where there were some and none failed.
    @MainActor public static func play(_ all: [Scene], named words: [String]) async -> Int32 {
        let chosen = all.filter { scene in words.isEmpty || words.contains { scene.name.contains($0) } }
        var failures = 0
        for scene in chosen {
            do {
                let place = try await Place()
                do {
                    try await scene.body(place)
                } catch {
                    failures += 1
                    print("✘ \(scene.name): \(error)\(place.record.map { "\n\($0)" }.joined())")
                    try? await portray("failed-\(failures)")
                }
                await place.close()
            } catch {
                failures += 1
                print("✘ \(scene.name): \(error)")
            }
        }
        print("\(chosen.count - failures) passed, \(failures) failed")
        return failures == 0 && !chosen.isEmpty ? 0 : 1
    }
}

/// Where a scene plays: made for it, and cleared away after it.
@MainActor public protocol ScenePlace: AnyObject {
    init() async throws
    func close() async

    /// What was noted there, in lines; told where a scene fails.
    var record: [String] { get }
}
