// The client of the `openai` package, configured so that it adds no environment variables, retries or logs.
import type { OpenAI } from 'openai';
import { once } from '../../../base/once';
import type { Fetch } from './guardedFetch';
import { maxTimerMs } from './timeLimit';

/** Loads the SDK on first use: it takes 100 to 200 ms. */
const loadSdk = once(() => import('openai'));

interface ReusableClient {
  readonly baseUrl: string;
  readonly client: OpenAI;
  /** What the client sends its current request with. */
  fetch: Fetch;
}

/** The client of the last request. A client creates over 100 objects, so the next request uses it again. */
let idleClient: ReusableClient | undefined;

/**
 * Passes a client to `send` that sends its one request with `fetch`. Requests that overlap use different clients.
 * @param send Resolves or rejects once the response has arrived; the client must not be used afterwards.
 */
export async function sendWithOpenAi(
  baseUrl: string,
  fetch: Fetch,
  send: (client: OpenAI) => Promise<Response>,
): Promise<Response> {
  const { OpenAI: Client } = await loadSdk();
  const reusable = idleClient?.baseUrl === baseUrl ? idleClient : createClient(Client, baseUrl);
  idleClient = undefined;
  reusable.fetch = fetch;
  try {
    return await send(reusable.client);
  } finally {
    // What the fetch holds, the key for example, must not outlive its request.
    reusable.fetch = unusedFetch;
    idleClient = reusable;
  }
}

const unusedFetch: Fetch = () => Promise.reject(new Error('no request'));

function createClient(Client: typeof OpenAI, baseUrl: string): ReusableClient {
  const client = withoutVariables(
    () =>
      new Client({
        // Required, and quoted in the SDK's errors, so only guardedFetch holds the real key.
        apiKey: 'none',
        baseURL: baseUrl,
        organization: null,
        project: null,
        adminAPIKey: null,
        webhookSecret: null,
        logLevel: 'off',
        maxRetries: 0,
        // Completion has its own time limits.
        timeout: maxTimerMs,
        fetch: (input, init) => reusable.fetch(input, init),
      }),
  );
  const reusable: ReusableClient = { baseUrl, client, fetch: unusedFetch };
  return reusable;
}

/**
 * Hides the SDK's environment variables while it reads them: it would send OPENAI_CUSTOM_HEADERS anywhere, and
 * throws where that is malformed.
 */
function withoutVariables<T>(create: () => T): T {
  const { env } = process;
  const names = Object.keys(env).filter((name) => /^openai_/i.test(name));
  const hidden = names.map((name) => [name, env[name]] as const);
  try {
    for (const name of names) {
      delete env[name];
    }
    return create();
  } finally {
    for (const [name, value] of hidden) {
      env[name] = value;
    }
  }
}
