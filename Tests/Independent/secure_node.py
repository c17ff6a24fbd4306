"""A node with TLS: python secure_node.py CERTIFICATE KEY prints its port, and answers until its input is closed."""

import http.server
import json
import ssl
import sys
import threading

ANSWERS = {
    "eth_chainId": "0x1",
    "eth_blockNumber": "0x10",
    "net_version": "1",
    "web3_clientVersion": "test/1",
    "eth_syncing": False,
}


class Node(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        question = json.loads(self.rfile.read(int(self.headers["content-length"])))
        answer = {"jsonrpc": "2.0", "id": question["id"]}
        if question["method"] in ANSWERS:
            answer["result"] = ANSWERS[question["method"]]
        else:
            answer["error"] = {"code": -32601, "message": "unknown method"}
        body = json.dumps(answer).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Node)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
