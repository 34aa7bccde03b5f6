// Starts the reference gateway for a person who wants to try a client on it.
import { parseArgs } from 'node:util';
import { faults } from './faults/faultCatalog';
import { listShapes } from './modelLists/modelLists';
import { demoModels } from './models/demoModels';
import { startGateway, type Gateway } from './server';

const usage = `npm run gateway -- [--port 8787] [--host 127.0.0.1] [--key KEY]

  --port   the port to listen on; 0 for any free one
  --host   a loopback address: 127.0.0.1, ::1 or localhost
  --key    the one API key that is accepted; without it none is asked for
`;

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`).join('\n');
}

function greeting(gateway: Gateway, key: string | undefined): string {
  return `Models that answer:
${table(demoModels.map((model) => [model.id, model.about]))}

Models that misbehave:
${table(faults.map((fault) => [fault.id, fault.about]))}

Model lists of every shape, at ${gateway.origin}/lists/<name>/v1:
${table(listShapes.map((list) => [list.name, list.about]))}

Take a model offline and back while this runs:
  curl -H 'Content-Type: application/json' -d '{"model":"demo-fast"}' ${gateway.origin}/__control/offline
  curl -H 'Content-Type: application/json' -d '{"model":"demo-fast"}' ${gateway.origin}/__control/online

Base URL   ${gateway.baseUrl}
API key    ${key === undefined ? 'none is asked for' : 'as given'}
Ctrl+C ends the gateway.`;
}

/** The options, or a sentence that says what is wrong with them. */
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
      : `“${values.port}” is no port.`;
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
    // A long-running gateway must not fill up with what it was asked.
    recordLimit: 200,
  });
  console.log(greeting(gateway, options.key));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void gateway.close());
  }
}

main().catch((error: unknown) => {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const text = error instanceof Error ? error.message : String(error);
  console.error(isTaken ? `${text}\nThe port is taken; choose another with --port.` : text);
  process.exitCode = 1;
});
