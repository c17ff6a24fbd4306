import QR
import WalletUI

extension QRCode {
    /// The code for the window.
    func picture(_ description: String) -> Screen.Picture {
        Screen.Picture(side: side, isDark: isDark, description: description)
    }

    /// The code for a terminal with dark or light text: two rows of modules in each line of text.
    var lines: [String] {
        let border = 2
        let range = -border..<side + border
        func isLight(_ row: Int, _ column: Int) -> Bool {
            let isInside = 0..<side ~= row && 0..<side ~= column
            return row < side + border && (!isInside || !isDark[row * side + column])
        }
        // The colours are set explicitly, so that light modules are light in any terminal theme.
        return stride(from: -border, to: side + border, by: 2).map { row in
            let line = range.map { column in
                switch (isLight(row, column), isLight(row + 1, column)) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return "\u{1B}[97;40m" + line.joined() + "\u{1B}[0m"
        }
    }
}

extension QRReader {
    /// A reader that starts this program again, for one picture.
    static var usual: QRReader {
        QRReader(command: [AppIdentity.program, ReadQRCommand.name])
    }
}
