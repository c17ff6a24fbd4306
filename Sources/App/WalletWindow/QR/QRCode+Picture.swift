import Messages
import QRReader
import QRWriter
import WalletTerminal
import WalletUI

extension QRCode {
    /// The code for the window.
    func picture(_ description: String) -> Screen.Picture {
        Screen.Picture(side: side, isDark: isDark, description: description)
    }
}

extension Screen.Animation {
    /// A series of codes one after another; a series of one is described by `name`.
    init(_ codes: [QRCode], named name: String, interval: Duration) {
        let count = codes.count
        let pictures = codes.enumerated().map { place, code in
            let part = place + 1
            return code.picture(
                count == 1 ? name : localized("QR code \(part, as: "number") of \(count, as: "count")"))
        }
        self.init(pictures, interval: interval)
    }
}

extension QRImageReader {
    /// A reader that starts this program again, for one picture.
    static var usual: QRImageReader {
        QRImageReader(command: [AppIdentity.program, ReadQRCommand.name])
    }
}
