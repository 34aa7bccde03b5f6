// A port on 127.0.0.1 that is open and accepts no connection: a client waits until its time-out.
import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

export interface UnresponsivePort {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens with the shortest backlog, and then blocks its thread, so that it accepts nothing. */
const listener = `
const { parentPort } = require('node:worker_threads');
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
});`;

/** More connections than the backlog holds; Linux then drops new ones. */
const connections = 8;

export async function openUnresponsivePort(): Promise<UnresponsivePort> {
  const worker = new Worker(listener, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    return socket;
  });
  await once(sockets[0]!, 'connect');
  return {
    port,
    close: async () => {
      for (const socket of sockets) {
        socket.destroy();
      }
      await worker.terminate();
    },
  };
}
