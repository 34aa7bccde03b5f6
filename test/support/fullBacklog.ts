// A black hole on loopback: a port that is open and takes no connection any more, so that one who knocks waits.
import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

export interface BlackHole {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens with the shortest queue there is, and then never looks at it again. */
const listener = `
const { parentPort } = require('node:worker_threads');
const server = require('node:net').createServer();
server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
});`;

/** More than the queue holds; Linux then drops what knocks. */
const knocks = 8;

export async function fullBacklog(): Promise<BlackHole> {
  const worker = new Worker(listener, { eval: true });
  const [port] = (await once(worker, 'message')) as [number];
  const waiting = Array.from({ length: knocks }, () => {
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => {});
    return socket;
  });
  await once(waiting[0]!, 'connect');
  return {
    port,
    close: async () => {
      for (const socket of waiting) {
        socket.destroy();
      }
      await worker.terminate();
    },
  };
}
