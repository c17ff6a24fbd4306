import ArgumentParser
import Messages
import QRReader

/// The command with which this program starts itself to read one image; see ``QRImageReader``.
struct ReadQRCommand: ParsableCommand {
    static let name = "read-qr"

    static let configuration = CommandConfiguration(
        commandName: name, abstract: localized("Read a QR code in a PNG or JPEG from standard input."),
        shouldDisplay: false)

    @Flag(help: .hidden)
    var all = false

    func run() throws {
        throw ExitCode(QRDecoder.serve(readsAll: all))
    }
}
