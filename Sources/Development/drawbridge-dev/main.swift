import WalletWindow

CommandLineProgram.run(DrawbridgeDev.self)
