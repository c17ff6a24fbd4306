import Bridge
import Testing

/// Which presses count as an answer.
@Suite struct PressProtectionTests {
    private let period = PressProtection.forDecisions

    @Test func `no press counts before the question is on the screen`() {
        var protection = PressProtection()
        let counts = protection.press(.key(isFresh: true), at: .seconds(9))
        #expect(!counts && !protection.isOver(at: .seconds(99)))
        #expect(protection.remaining(at: .seconds(9)) == nil)
    }

    @Test func `a decision needs at least a second without presses or changes`() {
        #expect(period >= .seconds(1))
        var protection = PressProtection()
        protection.appear(at: .seconds(1))
        #expect(protection.remaining(at: .milliseconds(1_200)) == .milliseconds(800))
        #expect(!protection.isOver(at: .milliseconds(1_999)))
        #expect(protection.isOver(at: .seconds(2)))
    }

    @Test(arguments: [50, 100, 200, 450, 999])
    func `presses in quick succession never count, however long they continue`(milliseconds: Int) {
        for moves in [false, true] {
            for kind in 0..<3 {
                var protection = PressProtection()
                protection.appear(at: .zero)
                var counted = 0
                for number in 1...1_000 {
                    let point = PressProtection.Point(x: moves ? Double(number * 20) : 5, y: 5)
                    if moves { protection.pointer(at: point) }
                    let press: PressProtection.Press =
                        kind == 0 ? .pointer(point) : kind == 1 ? .touch : .key(isFresh: true)
                    if protection.press(press, at: .milliseconds(number * milliseconds)) { counted += 1 }
                }
                #expect(counted == 0)
            }
        }
    }

    @Test func `a click counts after the period if the pointer has moved`() {
        var protection = PressProtection()
        protection.appear(at: .zero)
        protection.pointer(at: .init(x: 100, y: 100))
        protection.pointer(at: .init(x: 140, y: 100))
        let counts = protection.press(.pointer(.init(x: 140, y: 100)), at: period)
        #expect(counts)
    }

    @Test func `a click with a barely moving pointer does not count, and restarts the period`() {
        var protection = PressProtection()
        protection.appear(at: .zero)
        for number in 0..<100 { protection.pointer(at: .init(x: 100 + Double(number % 4), y: 100)) }
        let counts = protection.press(.pointer(.init(x: 103, y: 100)), at: .seconds(20))
        #expect(!counts && !protection.isOver(at: .seconds(20)))
        #expect(protection.remaining(at: .seconds(20)) == period)
    }

    @Test func `the position of the pointer when the question appears is not a movement`() {
        var protection = PressProtection()
        protection.appear(at: .zero)
        let counts = protection.press(.pointer(.init(x: 500, y: 500)), at: .seconds(20))
        #expect(!counts)
    }

    @Test func `a movement before the question appeared does not count`() {
        var protection = PressProtection()
        protection.appear(at: .zero)
        protection.pointer(at: .init(x: 0, y: 0))
        protection.pointer(at: .init(x: 100, y: 0))
        protection.appear(at: .seconds(5))
        protection.pointer(at: .init(x: 100, y: 0))
        let counts = protection.press(.pointer(.init(x: 100, y: 0)), at: .seconds(20))
        #expect(!counts)
    }

    @Test func `fresh keys and touches count after the period, without a pointer`() {
        for press in [PressProtection.Press.key(isFresh: true), .touch] {
            var protection = PressProtection()
            protection.appear(at: .zero)
            let early = protection.press(press, at: period - .milliseconds(1))
            let late = protection.press(press, at: period - .milliseconds(1) + period)
            #expect(!early && late)
        }
    }

    @Test func `a held key never counts, and blocks other presses`() {
        var protection = PressProtection()
        protection.appear(at: .zero)
        let held = protection.press(.key(isFresh: false), at: .seconds(30))
        let fresh = protection.press(.key(isFresh: true), at: .seconds(30) + .milliseconds(999))
        #expect(!held && !fresh)
    }

    @Test func `regaining the focus restarts the period, without another pointer movement`() {
        var protection = PressProtection()
        protection.appear(at: .zero)
        protection.pointer(at: .init(x: 0, y: 0))
        protection.pointer(at: .init(x: 100, y: 0))
        protection.restart(at: .seconds(5))
        #expect(!protection.isOver(at: .milliseconds(5_999)))
        let counts = protection.press(.pointer(.init(x: 100, y: 0)), at: .seconds(6))
        #expect(counts)
    }

    @Test func `after a question left the screen, presses count only after another full period`() {
        var protection = PressProtection()
        protection.appear(at: .zero)
        protection.hide()
        let hidden = protection.press(.touch, at: .seconds(2))
        #expect(!hidden && !protection.isOver(at: .seconds(9)))
        protection.appear(at: .seconds(10))
        #expect(!protection.isOver(at: .milliseconds(10_999)))
        #expect(protection.isOver(at: .seconds(11)))
    }
}
