import Foundation
import WalletUI

/// Takes a picture of the screen once it is at rest, where `PORTRAITS` names a folder for them.
@MainActor public func portray(_ name: String) async throws {
    guard let folder = ProcessInfo.processInfo.environment["PORTRAITS"] else { return }
    try await Task.sleep(for: .milliseconds(800))
    try Screenshot.write(to: "\(folder)/\(name).png")
}
