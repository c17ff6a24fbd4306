import Foundation
import WalletUI

/// Takes a screenshot once the screen is idle, if `PORTRAITS` names a folder.
@MainActor public func portray(_ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["PORTRAITS"] else { return }
    try await Task.sleep(for: .milliseconds(800))
    try Screenshot.write(to: "\(folder)/\(name).png")
}
