// Finds model servers on this computer: asks the ports that they usually have for their model list. Call it only while
// the user looks at the list of what was found.
import { isFailure } from '../../../gateway/common/failure';
import type { ModelRecord } from '../../../gateway/common/modelRecord';
import type { GatewayOptions } from '../../../gateway/node/gatewayOptions';
import { TaskRequests } from '../../../gateway/node/http/taskRequests';
import { parseOrRepair, textAt } from '../../../gateway/node/json';
import { readModelList } from '../../../gateway/node/models/modelList';

export interface LocalServer {
  /** The software, or the server's address where the answer does not say. */
  readonly name: string;
  readonly baseUrl: string;
  readonly modelCount: number;
}

export interface LocalPort {
  readonly port: number;
  /** What listens there if the answer does not say; absent for ports that much other software uses. */
  readonly name?: string;
}

const localPorts: readonly LocalPort[] = [
  { port: 11434, name: 'Ollama' },
  { port: 1234, name: 'LM Studio' },
  // llama.cpp and vLLM.
  { port: 8080 },
  { port: 8000 },
  { port: 4000, name: 'LiteLLM' },
  { port: 1337, name: 'Jan' },
];

/** The software by what its list has in `owned_by`. */
const softwareByOwner: ReadonlyMap<string | undefined, string> = new Map([
  ['library', 'Ollama'],
  ['organization_owner', 'LM Studio'],
  ['llamacpp', 'llama.cpp'],
  ['vllm', 'vLLM'],
]);

/** Each port has so much time; a server on the same computer answers sooner. */
const timeoutSeconds = 0.3;
/** VS Code's own fetch loads the system's certificates first, which took up to 0.9 s: without limits, another one is used. */
const limitsSeconds = [0];
const maxBytes = 1024 * 1024;

/** Asks all ports at once. Resolves when each has answered or had its time, or when `signal` aborts. Never rejects. */
export async function findLocalServers(
  options: GatewayOptions,
  signal: AbortSignal,
  ports = localPorts,
): Promise<readonly LocalServer[]> {
  const found = await Promise.all(ports.map((port) => askPort(port, options, signal)));
  return found.filter((server) => server !== undefined);
}

async function askPort(
  { port, name }: LocalPort,
  options: GatewayOptions,
  signal: AbortSignal,
): Promise<LocalServer | undefined> {
  const host = `127.0.0.1:${port}`;
  const origin = `http://${host}`;
  const baseUrl = `${origin}/v1`;
  const timeouts = { firstTokenSeconds: 0, idleSeconds: 0, totalSeconds: 0 };
  const connection = { baseUrl, origin, isLoopback: true, headers: {}, timeouts };
  const requests = new TaskRequests(connection, options, timeoutSeconds, maxBytes, limitsSeconds);
  const found = await requests.run(
    () =>
      requests.get(new URL(`${baseUrl}/models`), (text, { software }) => {
        const body = parseOrRepair(text);
        // Other programs answer with JSON, too: only OpenAI's own envelope counts.
        const models = textAt(body, 'object') === 'list' ? readModelList(body) : undefined;
        return models && { models, isLiteLlm: software === 'litellm' };
      }),
    signal,
  );
  if (found === undefined || isFailure(found)) {
    return undefined;
  }
  const { models, isLiteLlm } = found;
  const software = isLiteLlm ? 'LiteLLM' : softwareOf(models);
  return { name: software ?? name ?? host, baseUrl, modelCount: models.length };
}

function softwareOf(models: readonly ModelRecord[]): string | undefined {
  return models.map(({ owner }) => softwareByOwner.get(owner)).find((name) => name !== undefined);
}
