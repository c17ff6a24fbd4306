import Bridge

/// A value that the parser accepts is encoded to text that it accepts again with the same meaning; strict rules only
/// accept less.
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    let loose = try? JSON(parsing: input(start, count), rules: .grammar)
    guard let value = try? JSON(parsing: input(start, count)) else { return 0 }
    hold(loose != nil, "what the strict rules take, the grammar takes")
    let again = try? JSON(parsing: value.bytes)
    hold(again == value, "a value survives being written and read")
    hold(again?.bytes == value.bytes, "a value is always written the same")
    return 0
}
