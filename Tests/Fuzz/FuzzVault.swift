@_spi(Fuzzing) import Keys

/// What is read of a vault is what would be written: nothing has two forms, and no bytes stop the program.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    guard count > 0 else { return 0 }
    let bytes = Array(input(start, count).dropFirst())
    switch input(start, count)[0] % 3 {
    case 0:
        if let header = VaultProbe.header(bytes) {
            hold(bytes.starts(with: header), "a header is written as it was read")
        }
    case 1:
        // The checksum would keep the fuzzer out.
        let whole = VaultProbe.checked(bytes)
        if VaultProbe.isFile(whole) {
            let header = VaultProbe.header(whole)
            hold(header != nil, "a file begins with a header")
            hold(!VaultProbe.isFile(whole + [0]), "a file ends with its checksum")
        }
    default:
        // Contents come in blocks of 512 bytes, with zeros at the end.
        let padded = bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
        if let contents = VaultProbe.contents(padded) {
            hold(contents == padded, "contents are written as they were read")
        }
    }
    return 0
}
