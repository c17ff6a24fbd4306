import Bridge
import Foundation
import Messages
import Primitives

/// The settings of a merchant: `sumup.json` next to the configuration file, and the environment, which takes
/// precedence.
package struct SumUpSettings {
    package var affiliateKey: String?
    package var appID: String?

    /// Reads both; a missing file means that nothing is set.
    package static func read(_ environment: [String: String]) throws -> SumUpSettings {
        var settings = SumUpSettings()
        let base = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let path = "\(base ?? "\(environment["HOME"] ?? "/nonexistent")/.config")/drawbridge/sumup.json"
        let bytes: [UInt8]?
        do {
            bytes = try PlainFile.read(path, limit: 1 << 16)
        } catch .file(.missing) {
            bytes = nil
        } catch {
            throw WalletError(
                localized(
                    "\(path, as: "file") cannot be read: it must be a regular file of at most 64 KiB."))
        }
        if let bytes {
            guard let file = try? JSON(parsing: bytes), file.object != nil else {
                throw WalletError(localized("\(path, as: "file") is not valid: it must be one JSON object."))
            }
            settings.affiliateKey = file["affiliateKey"]?.string
            settings.appID = file["appId"]?.string
        }
        settings.affiliateKey = environment["DRAWBRIDGE_SUMUP_KEY"] ?? settings.affiliateKey
        settings.appID = environment["DRAWBRIDGE_SUMUP_APP"] ?? settings.appID
        return settings
    }
}
