"""A wallet with one of the keys of a script, on embit, which shares no line with the wallet.

    psbt_signer.py key MASTER PATH                 the extended public key with its origin, as a descriptor has it
    psbt_signer.py address DESCRIPTOR BRANCH INDEX the address and its locking script in hexadecimal
    psbt_signer.py sign MASTER FILE OUTPUT         adds the signatures of a master key, and prints how many
"""

import sys
from pathlib import Path

from embit import bip32
from embit.descriptor import Descriptor
from embit.networks import NETWORKS
from embit.psbt import PSBT


def key(master, path):
    root = bip32.HDKey.from_string(master)
    fingerprint = root.child(0).fingerprint.hex()
    return f"[{fingerprint}/{path}]{root.derive('m/' + path).to_public().to_string()}"


def address(descriptor, branch, index):
    derived = Descriptor.from_string(descriptor).derive(int(index), branch_index=int(branch))
    return f"{derived.address(NETWORKS['main'])} {derived.script_pubkey().data.hex()}"


def sign(master, file, output):
    data = Path(file).read_bytes()
    psbt = PSBT.parse(data) if data.startswith(b"psbt\xff") else PSBT.from_string(data.decode().strip())
    count = psbt.sign_with(bip32.HDKey.from_string(master))
    Path(output).write_bytes(psbt.serialize())
    return count


if __name__ == "__main__":
    command, *arguments = sys.argv[1:]
    print({"key": key, "address": address, "sign": sign}[command](*arguments))
