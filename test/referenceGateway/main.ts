// Starts the reference gateway on the command line, for people who want to try a client with it.
import { parseArgs } from 'node:util';
import { faults } from './faults/faultCatalog';
import { listShapes } from './modelLists/modelLists';
import { demoModels } from './models/demoModels';
import { startGateway, type Gateway } from './server';

const usage = `npm run gateway -- [--port 8787] [--host 127.0.0.1] [--key KEY]

  --port   the port to listen on; 0 for any free one
  --host   a loopback address: 127.0.0.1, ::1 or localhost
  --key    the required API key; by default none is required
`;

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, description]) => `  ${name.padEnd(width)}  ${description}`).join('\n');
}

function greeting(gateway: Gateway, key: string | undefined): string {
  return `Models that answer:
${table(demoModels.map((model) => [model.id, model.description]))}

Models with faults:
${table(faults.map((fault) => [fault.id, fault.description]))}

Model lists of all shapes, at ${gateway.origin}/lists/<name>/v1:
${table(listShapes.map((list) => [list.name, list.description]))}

Take a model offline and bring it back:
  curl -H 'Content-Type: application/json' -d '{"model":"demo-fast"}' ${gateway.origin}/__control/offline
  curl -H 'Content-Type: application/json' -d '{"model":"demo-fast"}' ${gateway.origin}/__control/online

Base URL   ${gateway.baseUrl}
API key    ${key === undefined ? 'not required' : 'as given'}
Press Ctrl+C to stop the gateway.`;
}

/** The options, or an error message. */
function readOptions(): { port: number; host: string; key: string | undefined } | string {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '8787' },
        host: { type: 'string', default: '127.0.0.1' },
        key: { type: 'string' },
      },
    });
    const port = Number(values.port);
    return /^\d+$/u.test(values.port) && port < 65536
      ? { port, host: values.host, key: values.key }
      : `“${values.port}” is not a port.`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function main(): Promise<void> {
  const options = readOptions();
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  const gateway = await startGateway({
    port: options.port,
    host: options.host,
    apiKey: options.key ?? null,
    // Limits the memory of a gateway that runs for a long time.
    recordLimit: 200,
  });
  console.log(greeting(gateway, options.key));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void gateway.close());
  }
}

main().catch((error: unknown) => {
  const isPortInUse = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const text = error instanceof Error ? error.message : String(error);
  console.error(
    isPortInUse ? `${text}\nThe port is in use. Choose another one with --port.` : text,
  );
  process.exitCode = 1;
});
