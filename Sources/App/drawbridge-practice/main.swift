import WalletWindow

CommandLineProgram.run(DrawbridgePractice.self)
