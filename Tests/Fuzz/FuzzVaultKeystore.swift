@_spi(Fuzzing) import Keys

/// No text stops the program, whatever work it asks for.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    _ = KeystoreProbe.isKeystore(Array(input(start, count)))
    return 0
}
