# pragma version 0.4.3
# pragma evm-version cancun
"""
A collection of ERC-721, whose tokens anyone may make.
"""

event Transfer:
    sender: indexed(address)
    receiver: indexed(address)
    token: indexed(uint256)

event Approval:
    owner: indexed(address)
    approved: indexed(address)
    token: indexed(uint256)

event ApprovalForAll:
    owner: indexed(address)
    operator: indexed(address)
    approved: bool

name: public(constant(String[8])) = "Pictures"
symbol: public(constant(String[4])) = "PICT"

balanceOf: public(HashMap[address, uint256])
ownerOf: public(HashMap[uint256, address])
getApproved: public(HashMap[uint256, address])
isApprovedForAll: public(HashMap[address, HashMap[address, bool]])

@external
@view
def supportsInterface(kind: bytes4) -> bool:
    return kind in [0x01ffc9a7, 0x80ac58cd, 0x5b5e139f]

@external
@view
def tokenURI(token: uint256) -> String[16]:
    return "data:,picture"

@external
def mint(receiver: address, token: uint256):
    assert self.ownerOf[token] == empty(address), "exists"
    self.balanceOf[receiver] += 1
    self.ownerOf[token] = receiver
    log Transfer(sender=empty(address), receiver=receiver, token=token)

@external
def approve(approved: address, token: uint256):
    owner: address = self.ownerOf[token]
    assert owner == msg.sender or self.isApprovedForAll[owner][msg.sender], "not yours"
    self.getApproved[token] = approved
    log Approval(owner=owner, approved=approved, token=token)

@external
def setApprovalForAll(operator: address, approved: bool):
    self.isApprovedForAll[msg.sender][operator] = approved
    log ApprovalForAll(owner=msg.sender, operator=operator, approved=approved)

@internal
def move(caller: address, sender: address, receiver: address, token: uint256):
    assert self.ownerOf[token] == sender and receiver != empty(address), "not the owner"
    assert caller in [sender, self.getApproved[token]] or self.isApprovedForAll[sender][caller], "not allowed"
    self.getApproved[token] = empty(address)
    self.balanceOf[sender] -= 1
    self.balanceOf[receiver] += 1
    self.ownerOf[token] = receiver
    log Transfer(sender=sender, receiver=receiver, token=token)

@external
def transferFrom(sender: address, receiver: address, token: uint256):
    self.move(msg.sender, sender, receiver, token)

@external
def safeTransferFrom(sender: address, receiver: address, token: uint256, data: Bytes[1024] = b""):
    self.move(msg.sender, sender, receiver, token)
