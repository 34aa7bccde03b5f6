// The client of the `openai` package, configured so that it adds no environment variables, retries or logs.
import type { OpenAI } from 'openai';
import { once } from '../../../base/once';
import type { Fetch } from './guardedFetch';
import { maxTimerMs } from './timeLimit';

/** Loads the SDK on first use: it takes 100 to 200 ms. */
const loadSdk = once(() => import('openai'));

/** Creates a client that sends its requests with `fetch`. It takes 0.1 ms once the SDK is loaded. */
export async function openAiClient(baseUrl: string, fetch: Fetch): Promise<OpenAI> {
  const { OpenAI: Client } = await loadSdk();
  return withoutVariables(
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
        fetch,
      }),
  );
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
