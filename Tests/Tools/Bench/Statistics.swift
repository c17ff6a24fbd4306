extension [Double] {
    /// The value below which the share `part` of all lies.
    func quantile(_ part: Double) -> Double {
        let sorted = sorted()
        guard let last = sorted.indices.last else { return .nan }
        return sorted[Int((Double(last) * part).rounded())]
    }

    var median: Double { quantile(0.5) }

    /// The slope of the straight line through all, by index, with the least squares.
    var slope: Double {
        let middle = Double(count - 1) / 2
        let mean = reduce(0, +) / Double(count)
        var (above, below) = (0.0, 0.0)
        for (index, value) in enumerated() {
            above += (Double(index) - middle) * (value - mean)
            below += (Double(index) - middle) * (Double(index) - middle)
        }
        return above / below
    }
}
