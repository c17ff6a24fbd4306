/// The members of a JSON object, each key once, in the order in which they were written.
public struct JSONObject: Hashable, Sendable {
    /// One member.
    public struct Member: Hashable, Sendable {
        /// The name of the member.
        public let key: String

        /// Its value.
        public var value: JSON
    }

    /// All members, in order.
    public private(set) var members: [Member] = []

    /// Creates an empty object.
    public init() {}

    /// Creates an object from members that are known to be distinct.
    init(distinct members: [Member]) {
        self.members = members
    }

    /// The value under `key`; setting one that is there replaces it in its place, setting `nil` removes it.
    public subscript(key: String) -> JSON? {
        get { place(of: key).map { members[$0].value } }
        set {
            let place = place(of: key)
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Names are compared by their bytes: Swift holds strings equal that only look alike.
    private func place(of key: String) -> Int? {
        // What is equal by its bytes is equal to Swift as well, and that is told sooner.
        members.firstIndex { $0.key == key && $0.key.utf8.elementsEqual(key.utf8) }
    }

    /// The keys, in order.
    public var keys: [String] { members.map(\.key) }
}
