import Foundation
import Testing

@testable import Keys

@Suite struct NormalFormTests {
    @Test func `every character is decomposed as in Foundation`() {
        let ranges: [ClosedRange<UInt32>] = [0...0xFFFF, 0x1_0000...0x1_1FFF, 0x1_D000...0x1_FFFF, 0x2_F800...0x2_FFFF]
        for value in ranges.joined() {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(scalar)
            if !matches(text) { Issue.record("U+\(String(value, radix: 16))") }
        }
    }

    @Test func `combining marks are sorted as in Foundation`() {
        var random = SystemRandomNumberGenerator()
        let marks: [ClosedRange<UInt32>] = [
            0x300...0x36F, 0x41...0x5A, 0xC0...0x17F, 0x1E00...0x1EFF, 0xAC00...0xAFFF, 0x3041...0x30FF, 0x5B0...0x5C7,
        ]
        for _ in 0..<2_000 {
            let scalars = (0..<12).compactMap { _ in
                marks.randomElement(using: &random).flatMap { Unicode.Scalar(UInt32.random(in: $0, using: &random)) }
            }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            #expect(matches(String(text)), "\(scalars.map(\.value))")
        }
    }

    @Test(
        arguments: [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE3, 0x80], [0x61, 0x80], [0xF4, 0x90, 0x80, 0x80],
        ] as [[UInt8]])
    func `invalid UTF-8 is refused`(bytes: [UInt8]) {
        #expect(throws: KeyError.malformedText) {
            let secret = SecretBytes(copying: bytes)
            try secret.withUnsafeBytes { bytes throws(KeyError) in _ = try NormalForm.decomposed(utf8: bytes) }
        }
        #expect(throws: KeyError.malformedText) { _ = try Mnemonic(utf8: SecretBytes(copying: bytes)) }
    }

    private func matches(_ text: String) -> Bool {
        NormalForm.decomposed(text).withUnsafeBytes { made in
            made.elementsEqual(text.decomposedStringWithCompatibilityMapping.utf8)
        }
    }
}
