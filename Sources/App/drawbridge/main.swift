import WalletWindow

CommandLineProgram.run(Drawbridge.self)
