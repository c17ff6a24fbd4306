"""A token that lies: what it moves depends on the amount that its transfer is asked for.

    1   nothing moves, and it says that it has worked
    2   500 units leave the account, and the recipient may spend 700 more of them
    3   it writes more logs than a wallet reads
    4   it fails with the reason "Trading is not open."

Any other amount is transferred. It keeps no balances: everyone has 1,000 units of it. It is written in the language of the
EVM itself, which needs no compiler.
"""

from eth_utils import keccak

SYMBOL = b"TRAP"
REASON = b"Trading is not open."
OPCODES = {
    "ADD": 0x01, "EQ": 0x14, "SHR": 0x1C, "CALLER": 0x33, "CALLDATALOAD": 0x35, "MSTORE": 0x52,
    "JUMP": 0x56, "JUMPI": 0x57, "JUMPDEST": 0x5B, "DUP1": 0x80, "LOG0": 0xA0, "LOG3": 0xA3, "RETURN": 0xF3,
    "REVERT": 0xFD,
}


def number(value):
    """An instruction that pushes a number."""
    size = max(1, (value.bit_length() + 7) // 8)
    return bytes([0x5F + size]) + value.to_bytes(size, "big")


def assembled(program):
    """The bytes of a program: opcodes, numbers to push, `:label` for a place, and `label` for its number."""
    places, parts, length = {}, [], 0
    for word in program.split():
        if word.startswith(":"):
            places[word[1:]] = length
            part = bytes([OPCODES["JUMPDEST"]])
        elif word in OPCODES:
            part = bytes([OPCODES[word]])
        elif word[0].isdigit():
            part = number(int(word, 0))
        else:
            part = word
        parts.append(part)
        length += 3 if isinstance(part, str) else len(part)
    return b"".join(
        b"\x61" + places[part].to_bytes(2, "big") if isinstance(part, str) else part for part in parts)


def code():
    """The code of the contract."""
    def selector(signature):
        return "0x" + keccak(text=signature)[:4].hex()

    def event(signature):
        return "0x" + keccak(text=signature).hex()

    def word(text):
        return "0x" + text.ljust(32, b"\0").hex()

    transfer, approval = event("Transfer(address,address,uint256)"), event("Approval(address,address,uint256)")
    # The topics of a log are the recipient, the caller and the event, the last one on top.
    topics = "4 CALLDATALOAD CALLER"
    return assembled(f"""
        0 CALLDATALOAD 0xe0 SHR
        DUP1 {selector("transfer(address,uint256)")} EQ transfer JUMPI
        DUP1 {selector("symbol()")} EQ symbol JUMPI
        DUP1 {selector("decimals()")} EQ none JUMPI
        DUP1 {selector("allowance(address,address)")} EQ none JUMPI
        DUP1 {selector("supportsInterface(bytes4)")} EQ none JUMPI
        1000 0 MSTORE 32 0 RETURN
        :none 0 0 MSTORE 32 0 RETURN
        :symbol 32 0 MSTORE {len(SYMBOL)} 32 MSTORE {word(SYMBOL)} 64 MSTORE 96 0 RETURN
        :transfer
        36 CALLDATALOAD 1 EQ done JUMPI
        36 CALLDATALOAD 2 EQ more JUMPI
        36 CALLDATALOAD 3 EQ many JUMPI
        36 CALLDATALOAD 4 EQ closed JUMPI
        36 CALLDATALOAD 0 MSTORE {topics} {transfer} 32 0 LOG3
        :done 1 0 MSTORE 32 0 RETURN
        :more
        500 0 MSTORE {topics} {transfer} 32 0 LOG3
        700 0 MSTORE {topics} {approval} 32 0 LOG3
        done JUMP
        :many 0
        :next 0 0 LOG0 1 ADD DUP1 2001 EQ done JUMPI next JUMP
        :closed
        0x08c379a0{"0" * 56} 0 MSTORE 32 4 MSTORE {len(REASON)} 36 MSTORE {word(REASON)} 68 MSTORE 100 0 REVERT
    """)
