import WalletApp

CommandLineProgram.run(DrawbridgePractice.self)
