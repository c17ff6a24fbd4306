import Foundation

/// The Swift packages: manifests name exact versions, and the resolved packages match the list.
enum Dependencies {
    /// A resolved package.
    struct Package: Hashable {
        let name: String
        let version: String
        /// The address from which it is fetched, without `.git`.
        let address: String
    }

    /// The packages of a list, by name, and the malformed lines, each as a sentence.
    static func read(_ list: TextFile) -> (packages: [String: Package], breaches: [String]) {
        var (packages, breaches, last): ([String: Package], [String], String) = ([:], [], "")
        for line in list.lines where !line.isEmpty && !line.hasPrefix("#") {
            guard let match = line.wholeMatch(of: /([a-z0-9._-]+) (\d+\.\d+\.\d+) ([0-9a-f]{40}) (https:\/\/[^ ]+)/)
            else {
                breaches.append("“\(line)” in \(list.path) is not a name, a version, a tree and an address")
                continue
            }
            let name = String(match.1)
            if name <= last { breaches.append("\(name) in \(list.path) is not in order") }
            last = name
            packages[name] = Package(name: name, version: String(match.2), address: String(match.4))
        }
        return (packages, breaches)
    }

    /// The packages that `manifest` requests without an exact version, each as a sentence.
    ///
    /// Packages of the same repository are paths.
    static func inexact(in manifest: TextFile) -> [String] {
        let requests = manifest.text.split(separator: ".package(").dropFirst().map { $0.prefix { $0 != ")" } }
        let exact = /url: "[^"]+", exact: "\d+\.\d+\.\d+"/
        let folder = /(?:name: "[^"]+", )?path: "[^"]+"(?:, traits: \[[^\]]*\])?/
        return requests.filter { $0.wholeMatch(of: exact) == nil && $0.wholeMatch(of: folder) == nil }
            .map { "\(manifest.path) does not ask for an exact version: \($0)" }
    }

    /// The versions in `manifest` that differ from the list, each as a sentence.
    static func unlisted(in manifest: TextFile, _ packages: [String: Package]) -> [String] {
        manifest.text.matches(of: /url: "[^"]*\/([^"\/]+)", exact: "([^"]+)"/).compactMap { match in
            let name = match.1.lowercased()
            let short = name.hasSuffix(".git") ? String(name.dropLast(4)) : name
            guard packages[short]?.version != String(match.2) else { return nil }
            return "\(short) \(match.2) of \(manifest.path) is not in the list"
        }
    }

    /// The differences between the list and the packages that SwiftPM resolved, each as a sentence; `scripts/resolved` compares
    /// their files.
    ///
    /// SwiftPM writes it to `Package.resolved`, and to `workspace-state.json` of the build folder.
    static func differences(_ packages: [String: Package], _ resolved: Data) -> [String] {
        guard let found = try? JSONDecoder().decode(Resolved.self, from: resolved).packages, !found.isEmpty else {
            return ["what was resolved cannot be read"]
        }
        var (rest, sentences): ([String: Package], [String]) = (packages, [])
        for package in found {
            guard let listed = rest.removeValue(forKey: package.name) else {
                sentences.append("\(package.name) was resolved, and is not in the list")
                continue
            }
            if listed != package {
                sentences.append(
                    "\(package.name) was resolved to \(package.version) of \(package.address), and the list says "
                        + "\(listed.version) of \(listed.address)")
            }
        }
        return sentences + rest.keys.sorted().map { "\($0) is in the list, and was not resolved" }
    }

    /// Either file of SwiftPM; a package without a version, such as a branch or a path, has an empty one.
    private struct Resolved: Decodable {
        struct State: Decodable {
            let version: String?
            let checkoutState: Checkout?
        }
        struct Checkout: Decodable {
            let version: String?
        }
        struct Pin: Decodable {
            let identity: String
            let location: String?
            let state: State
        }
        struct Reference: Decodable {
            let identity: String
            let location: String?
        }
        struct Dependency: Decodable {
            let packageRef: Reference
            let state: State
        }
        struct Workspace: Decodable {
            let dependencies: [Dependency]
        }

        let pins: [Pin]?
        let object: Workspace?

        var packages: [Package] {
            let pinned = (pins ?? []).map { ($0.identity, $0.location, $0.state) }
            let checkedOut = (object?.dependencies ?? []).map {
                ($0.packageRef.identity, $0.packageRef.location, $0.state)
            }
            return (pinned + checkedOut).map { name, location, state in
                let address = location ?? ""
                return Package(
                    name: name, version: state.version ?? state.checkoutState?.version ?? "",
                    address: address.hasSuffix(".git") ? String(address.dropLast(4)) : address)
            }
        }
    }
}
