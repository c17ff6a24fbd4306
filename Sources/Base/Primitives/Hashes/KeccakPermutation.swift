/// The permutation Keccak-f[1600], on 25 lanes of 64 bits; lane x + 5y is that of column x and row y.
///
/// All lanes are local variables within a round, so that the compiler can keep them in registers. No branch and no
/// address depends on data. Source: "The Keccak reference", version 3.0, section 1.2.
enum KeccakPermutation {
    /// Permutes the 25 lanes at `lanes`.
    static func apply(to lanes: UnsafeMutableBufferPointer<UInt64>) {
        var (a0, a1, a2, a3, a4) = (lanes[0], lanes[1], lanes[2], lanes[3], lanes[4])
        var (a5, a6, a7, a8, a9) = (lanes[5], lanes[6], lanes[7], lanes[8], lanes[9])
        var (a10, a11, a12, a13, a14) = (lanes[10], lanes[11], lanes[12], lanes[13], lanes[14])
        var (a15, a16, a17, a18, a19) = (lanes[15], lanes[16], lanes[17], lanes[18], lanes[19])
        var (a20, a21, a22, a23, a24) = (lanes[20], lanes[21], lanes[22], lanes[23], lanes[24])
        for constant in constants {
            let c0 = a0 ^ a5 ^ a10 ^ a15 ^ a20
            let c1 = a1 ^ a6 ^ a11 ^ a16 ^ a21
            let c2 = a2 ^ a7 ^ a12 ^ a17 ^ a22
            let c3 = a3 ^ a8 ^ a13 ^ a18 ^ a23
            let c4 = a4 ^ a9 ^ a14 ^ a19 ^ a24
            let d0 = c4 ^ rotate(c1, 1)
            let d1 = c0 ^ rotate(c2, 1)
            let d2 = c1 ^ rotate(c3, 1)
            let d3 = c2 ^ rotate(c4, 1)
            let d4 = c3 ^ rotate(c0, 1)
            let b0 = a0 ^ d0
            let b1 = rotate(a6 ^ d1, 44)
            let b2 = rotate(a12 ^ d2, 43)
            let b3 = rotate(a18 ^ d3, 21)
            let b4 = rotate(a24 ^ d4, 14)
            let b5 = rotate(a3 ^ d3, 28)
            let b6 = rotate(a9 ^ d4, 20)
            let b7 = rotate(a10 ^ d0, 3)
            let b8 = rotate(a16 ^ d1, 45)
            let b9 = rotate(a22 ^ d2, 61)
            let b10 = rotate(a1 ^ d1, 1)
            let b11 = rotate(a7 ^ d2, 6)
            let b12 = rotate(a13 ^ d3, 25)
            let b13 = rotate(a19 ^ d4, 8)
            let b14 = rotate(a20 ^ d0, 18)
            let b15 = rotate(a4 ^ d4, 27)
            let b16 = rotate(a5 ^ d0, 36)
            let b17 = rotate(a11 ^ d1, 10)
            let b18 = rotate(a17 ^ d2, 15)
            let b19 = rotate(a23 ^ d3, 56)
            let b20 = rotate(a2 ^ d2, 62)
            let b21 = rotate(a8 ^ d3, 55)
            let b22 = rotate(a14 ^ d4, 39)
            let b23 = rotate(a15 ^ d0, 41)
            let b24 = rotate(a21 ^ d1, 2)
            a0 = b0 ^ (~b1 & b2) ^ constant
            a1 = b1 ^ (~b2 & b3)
            a2 = b2 ^ (~b3 & b4)
            a3 = b3 ^ (~b4 & b0)
            a4 = b4 ^ (~b0 & b1)
            a5 = b5 ^ (~b6 & b7)
            a6 = b6 ^ (~b7 & b8)
            a7 = b7 ^ (~b8 & b9)
            a8 = b8 ^ (~b9 & b5)
            a9 = b9 ^ (~b5 & b6)
            a10 = b10 ^ (~b11 & b12)
            a11 = b11 ^ (~b12 & b13)
            a12 = b12 ^ (~b13 & b14)
            a13 = b13 ^ (~b14 & b10)
            a14 = b14 ^ (~b10 & b11)
            a15 = b15 ^ (~b16 & b17)
            a16 = b16 ^ (~b17 & b18)
            a17 = b17 ^ (~b18 & b19)
            a18 = b18 ^ (~b19 & b15)
            a19 = b19 ^ (~b15 & b16)
            a20 = b20 ^ (~b21 & b22)
            a21 = b21 ^ (~b22 & b23)
            a22 = b22 ^ (~b23 & b24)
            a23 = b23 ^ (~b24 & b20)
            a24 = b24 ^ (~b20 & b21)
        }
        (lanes[0], lanes[1], lanes[2], lanes[3], lanes[4]) = (a0, a1, a2, a3, a4)
        (lanes[5], lanes[6], lanes[7], lanes[8], lanes[9]) = (a5, a6, a7, a8, a9)
        (lanes[10], lanes[11], lanes[12], lanes[13], lanes[14]) = (a10, a11, a12, a13, a14)
        (lanes[15], lanes[16], lanes[17], lanes[18], lanes[19]) = (a15, a16, a17, a18, a19)
        (lanes[20], lanes[21], lanes[22], lanes[23], lanes[24]) = (a20, a21, a22, a23, a24)
    }

    @inline(__always) private static func rotate(_ lane: UInt64, _ by: UInt64) -> UInt64 {
        lane &<< by | lane &>> (64 &- by)
    }

    /// The round constants.
    private static let constants: [UInt64] = [
        0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808A, 0x8000_0000_8000_8000,
        0x0000_0000_0000_808B, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
        0x0000_0000_0000_008A, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000A,
        0x0000_0000_8000_808B, 0x8000_0000_0000_008B, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
        0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800A, 0x8000_0000_8000_000A,
        0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
    ]
}
