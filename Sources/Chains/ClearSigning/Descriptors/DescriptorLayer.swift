internal import Ethereum
internal import Bridge
internal import Synchronization

/// The descriptors of one folder, read when they are first requested.
final class DescriptorLayer: Sendable {
    /// A file that describes a contract, and the owner that it names.
    struct Entry {
        let path: String
        let owner: String?
    }

    /// What is known of a folder: which files speak of which contracts, and the files.
    struct Contents {
        var places: [Descriptor.Place: [Entry]] = [:]
        var refused: [String] = []
        var descriptors: [String: Descriptor] = [:]
        var files = DescriptorFiles { _ in nil }
    }

    private struct State {
        var contents: Contents?
        var failed: Set<String> = []
    }

    private let state = Mutex(State())
    private let load: @Sendable () -> Contents

    init(_ load: @escaping @Sendable () -> Contents) {
        self.load = load
    }

    /// The contracts of which the folder speaks.
    var places: Set<Descriptor.Place> {
        state.withLock { Set(loaded(&$0).places.keys) }
    }

    /// The files that could not be used.
    var refused: [String] {
        state.withLock { loaded(&$0).refused }
    }

    func owner(of place: Descriptor.Place) -> String? {
        state.withLock { loaded(&$0).places[place]?.compactMap(\.owner).first }
    }

    /// The descriptors for a contract; those that are not read yet are read now.
    func descriptors(for place: Descriptor.Place) -> [Descriptor] {
        state.withLock { state in
            var contents = loaded(&state)
            guard let entries = contents.places[place] else { return [] }
            var found: [Descriptor] = []
            for entry in entries where !state.failed.contains(entry.path) {
                if let descriptor = contents.descriptors[entry.path] {
                    found.append(descriptor)
                    continue
                }
                guard let json = try? contents.files.descriptor(at: entry.path), let read = try? Descriptor(json),
                    read.places.contains(place)
                else {
                    state.failed.insert(entry.path)
                    continue
                }
                contents.descriptors[entry.path] = read
                found.append(read)
            }
            state.contents = contents
            return found
        }
    }

    private func loaded(_ state: inout State) -> Contents {
        if let contents = state.contents { return contents }
        let contents = load()
        state.contents = contents
        return contents
    }
}

extension DescriptorLayer.Contents {
    /// Reads all of `files`.
    init(files: [String: [UInt8]]) {
        var parsed: [String: JSON] = [:]
        for (path, bytes) in files {
            do throws(BridgeError) {
                parsed[path] = try JSON(parsing: bytes)
            } catch {
                refused.append(path)
            }
        }
        let all = parsed
        self.files = DescriptorFiles { all[$0] }
        for path in all.keys.sorted() {
            do throws(EthereumError) {
                let json = try self.files.descriptor(at: path)
                guard json["context"] != nil else { continue }
                let descriptor = try Descriptor(json)
                descriptors[path] = descriptor
                for place in descriptor.places {
                    places[place, default: []].append(.init(path: path, owner: descriptor.owner))
                }
            } catch {
                refused.append(path)
            }
        }
        refused.sort()
    }

    /// Takes an index in place of the files: a line for each contract and file, with the chain's number, the address,
    /// the owner and the path, separated by tabs.
    init(index: String, read: @escaping @Sendable (String) -> [UInt8]?) {
        for line in index.split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 4, let chainID = UInt64(parts[0]), let address = try? EthereumAddress(parts[1]) else {
                continue
            }
            places[Descriptor.Place(chainID: chainID, address: address), default: []].append(
                .init(path: parts[3], owner: parts[2].isEmpty ? nil : parts[2]))
        }
        files = DescriptorFiles { path in read(path).flatMap { try? JSON(parsing: $0) } }
    }

    /// The index of the files.
    var index: String {
        places.flatMap { place, entries in
            entries.map { "\(place.chainID)\t\(place.address)\t\($0.owner ?? "")\t\($0.path)\n" }
        }.sorted().joined()
    }
}
