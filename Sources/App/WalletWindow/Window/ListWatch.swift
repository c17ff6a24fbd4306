import EthereumWallet
import Foundation
import Store

/// Watches the lists of the user that are files: scam sites, names of tokens, and descriptors of contracts.
///
/// The settings stay the same when such a file is replaced, so it is noticed by itself.
@MainActor final class ListWatch {
    private let folder: String
    private let environment: [String: String]
    private let onChange: @MainActor () async -> Void
    private var folders: [String] = []
    private var stop: (@Sendable () -> Void)?
    private var work: Task<Void, Never>?
    private var isStale = false

    /// Watches `folder`, which has the data of the wallet, and those of the descriptors that `environment` names.
    ///
    /// - Parameters:
    ///   - folder: It is created if it is missing.
    ///   - environment: The environment of the program.
    ///   - onChange: Reads the lists again.
    init(
        _ folder: String, environment: [String: String], _ onChange: @escaping @MainActor () async -> Void
    ) {
        (self.folder, self.environment, self.onChange) = (folder, environment, onChange)
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        work = Task { [weak self] in await self?.watch() }
    }

    isolated deinit {
        work?.cancel()
        stop?()
    }

    /// Watches the folders that there are now.
    private func watch() async {
        let now = [folder] + (await DescriptorFolder.watched(environment: environment))
        guard now != folders else { return }
        stop?()
        folders = now
        stop = try? FileWatch.start(now) { [weak self] in
            Task { @MainActor in self?.change() }
        }
    }

    /// Several changes while the files are read are one.
    private func change() {
        isStale = true
        let earlier = work
        work = Task { [weak self] in
            await earlier?.value
            guard let self, isStale else { return }
            isStale = false
            await watch()
            await onChange()
        }
    }
}
