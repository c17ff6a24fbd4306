import QR
import QREncoder
import WalletUI

extension QRCode {
    /// The code for the window.
    func picture(_ description: String) -> Screen.Picture {
        Screen.Picture(side: side, isDark: isDark, description: description)
    }
}

extension QRReader {
    /// A reader that starts this program again, for one picture.
    static var usual: QRReader {
        QRReader(command: [AppIdentity.program, ReadQRCommand.name])
    }
}
