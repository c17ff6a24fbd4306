package import Bridge
internal import Foundation

/// A device with keys of Ethereum that signs by images of QR codes; `Tests/Independent/device.py` describes it.
package struct SigningDevice: Sendable {
    /// The folder for its images.
    package let folder: String

    /// Creates a device that draws in `folder`.
    package init(in folder: String) { self.folder = folder }

    /// Whether it can be started: `scripts/venv` installs what it needs.
    package static var isInstalled: Bool { ServerProgram.isInstalled }

    /// Draws the pairing code.
    ///
    /// - Returns: `image`, `text`, and `addresses`, the first ones.
    package func export() async throws -> JSON { try await run(["export", folder]) }

    /// Draws the pairing code of another device, which claims the fingerprint and the paths of this one.
    ///
    /// - Returns: As ``export()``.
    package func twin() async throws -> JSON { try await run(["twin", folder]) }

    /// Signs the request in images.
    ///
    /// - Parameters:
    ///   - images: The paths of the images.
    ///   - fault: What is wrong about the answer; `nil` for a right one.
    /// - Returns: What the device shows, and `image` and `text`, its answer; only `missing` if codes are missing.
    /// - Throws: A failure with the output of the device.
    package func sign(_ images: [String], fault: String? = nil) async throws -> JSON {
        try await run((fault.map { ["--wrong", $0] } ?? []) + ["sign", folder] + images)
    }

    private func run(_ arguments: [String]) async throws -> JSON {
        let said = try await Task.detached { try ServerProgram.output(of: "device.py", arguments) }.value
        return try JSON(parsing: said)
    }
}
