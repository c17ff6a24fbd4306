import Messages
import QRReader
import QRWriter
import WalletTerminal
import WalletUI

extension QRCode {
    /// The code for the window.
    func image(_ description: String) -> Screen.Image {
        Screen.Image(side: side, isDark: isDark, description: description)
    }
}

extension Screen.Animation {
    /// A series of codes one after another; a series of one is described by `name`.
    init(_ codes: [QRCode], named name: String, interval: Duration) {
        let count = codes.count
        let images = codes.enumerated().map { place, code in
            let part = place + 1
            return code.image(
                count == 1 ? name : localized("QR code \(part, as: "number") of \(count, as: "count")"))
        }
        self.init(images, interval: interval)
    }
}

extension QRImageReader {
    /// A reader that starts this program again, for one image.
    static var usual: QRImageReader {
        QRImageReader(command: [AppIdentity.program, ReadQRCommand.name])
    }
}
