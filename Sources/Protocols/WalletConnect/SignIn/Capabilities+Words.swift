internal import Bridge
internal import Messages

extension Capabilities {
    /// What is allowed besides the sign-in, in words for the user: a sentence for each resource and kind of action.
    ///
    /// The names are text of the app in printable ASCII.
    public var sentences: [String] {
        sorted.resources.flatMap { resource in
            resource.abilities.map(\.kind).unique.map { kind in
                Self.sentence(kind, resource.abilities.filter { $0.kind == kind }, of: resource.name)
            }
        }
    }

    private static func sentence(_ kind: String, _ abilities: [Ability], of resource: String) -> String {
        let actions = abilities.map { "“\($0.action)”" }.joined(separator: ", ")
        guard kind == "request" else {
            return localized(
                "Allows “\(kind, as: "kind")” on “\(resource, as: "resource")”: \(actions, as: "actions").")
        }
        let chains = Capabilities([Resource(resource, abilities: abilities)]).chains(of: resource)
        let places = chains.isEmpty ? resource : chains.map(\.description).joined(separator: ", ")
        return localized(
            """
            Allows the app to request \(actions, as: "methods") on \(places, as: "chains"). You are still asked each \
            time.
            """)
    }
}
