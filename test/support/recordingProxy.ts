// A forward proxy that lets nothing through and remembers what it was asked for.
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordingProxy {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Where the list of what was asked is read, as a JSON array: `CONNECT host:port` or `METHOD url`. */
  readonly seenUrl: string;
  close(): Promise<void>;
}

export async function startRecordingProxy(): Promise<RecordingProxy> {
  const seen: string[] = [];
  const server: Server = createServer((request, response) => {
    if (request.url === '/seen') {
      response.end(JSON.stringify(seen));
      return;
    }
    seen.push(`${request.method} ${request.url} ${JSON.stringify(request.rawHeaders)}`);
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    seen.push(`CONNECT ${request.url} ${JSON.stringify(request.rawHeaders)}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    seenUrl: `${url}/seen`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
