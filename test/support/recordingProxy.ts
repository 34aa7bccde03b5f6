// A forward proxy that forwards nothing and records the requests that it gets.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordingProxy {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Answers with the recorded requests as a JSON array: `CONNECT host:port` or `METHOD url`. */
  readonly requestsUrl: string;
  close(): Promise<void>;
}

export async function startRecordingProxy(): Promise<RecordingProxy> {
  const requests: string[] = [];
  const server: Server = createServer((request, response) => {
    if (request.url === '/requests') {
      response.end(JSON.stringify(requests));
      return;
    }
    requests.push(`${request.method} ${request.url} ${JSON.stringify(request.rawHeaders)}`);
    response.writeHead(502).end();
  });
  server.on('connect', (request, socket) => {
    requests.push(`CONNECT ${request.url} ${JSON.stringify(request.rawHeaders)}`);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    requestsUrl: `${url}/requests`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
