# pragma version 0.4.3
# pragma evm-version cancun
"""
Items of ERC-1155, which anyone may make.
"""

event TransferSingle:
    operator: indexed(address)
    sender: indexed(address)
    receiver: indexed(address)
    token: uint256
    amount: uint256

event TransferBatch:
    operator: indexed(address)
    sender: indexed(address)
    receiver: indexed(address)
    tokens: DynArray[uint256, 32]
    amounts: DynArray[uint256, 32]

event ApprovalForAll:
    owner: indexed(address)
    operator: indexed(address)
    approved: bool

balanceOf: public(HashMap[address, HashMap[uint256, uint256]])
isApprovedForAll: public(HashMap[address, HashMap[address, bool]])

@external
@view
def supportsInterface(kind: bytes4) -> bool:
    return kind in [0x01ffc9a7, 0xd9b67a26, 0x0e89341c]

@external
@view
def uri(token: uint256) -> String[16]:
    return "data:,item"

@external
@view
def balanceOfBatch(owners: DynArray[address, 32], tokens: DynArray[uint256, 32]) -> DynArray[uint256, 32]:
    assert len(owners) == len(tokens)
    amounts: DynArray[uint256, 32] = []
    for place: uint256 in range(len(owners), bound=32):
        amounts.append(self.balanceOf[owners[place]][tokens[place]])
    return amounts

@external
def mint(receiver: address, token: uint256, amount: uint256):
    self.balanceOf[receiver][token] += amount
    log TransferSingle(operator=msg.sender, sender=empty(address), receiver=receiver, token=token, amount=amount)

@external
def setApprovalForAll(operator: address, approved: bool):
    self.isApprovedForAll[msg.sender][operator] = approved
    log ApprovalForAll(owner=msg.sender, operator=operator, approved=approved)

@external
def safeTransferFrom(sender: address, receiver: address, token: uint256, amount: uint256, data: Bytes[1024]):
    assert msg.sender == sender or self.isApprovedForAll[sender][msg.sender], "not allowed"
    self.balanceOf[sender][token] -= amount
    self.balanceOf[receiver][token] += amount
    log TransferSingle(operator=msg.sender, sender=sender, receiver=receiver, token=token, amount=amount)

@external
def safeBatchTransferFrom(
    sender: address, receiver: address, tokens: DynArray[uint256, 32], amounts: DynArray[uint256, 32],
    data: Bytes[1024]
):
    assert msg.sender == sender or self.isApprovedForAll[sender][msg.sender], "not allowed"
    assert len(tokens) == len(amounts)
    for place: uint256 in range(len(tokens), bound=32):
        self.balanceOf[sender][tokens[place]] -= amounts[place]
        self.balanceOf[receiver][tokens[place]] += amounts[place]
    log TransferBatch(operator=msg.sender, sender=sender, receiver=receiver, tokens=tokens, amounts=amounts)
