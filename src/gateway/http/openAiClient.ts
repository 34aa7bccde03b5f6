// The client of the `openai` package, configured so that it adds nothing of its own: no environment, retries or logs.
import type { OpenAI } from 'openai';
import type { Connection } from '../../chat/gatewayPort';
import type { Fetch } from './guardedFetch';
import { maxTimerMs } from './timeLimit';

/** Loads the SDK on first use: it takes 100 to 200 ms. */
export async function createOpenAiClient(connection: Connection, fetch: Fetch): Promise<OpenAI> {
  const sdk = await import('openai');
  // The SDK reads the environment for each option that is missing, and sends what it finds anywhere.
  return new sdk.OpenAI({
    // Required, and quoted in the SDK's errors, so only guardedFetch holds the real key.
    apiKey: 'none',
    baseURL: connection.baseUrl,
    organization: null,
    project: null,
    adminAPIKey: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    // Completion has its own time limits.
    timeout: maxTimerMs,
    fetch,
  });
}
