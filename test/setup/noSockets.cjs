// Required by the ring `unit`: a test that opens a socket belongs to `component`. Pipes to child processes are no sockets.
const net = require('node:net');

function refuse() {
  throw new Error('A unit test must not open a socket: move it to test/component.');
}

net.Server.prototype.listen = refuse;
net.Socket.prototype.connect = refuse;
