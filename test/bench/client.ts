// Time to the first part of an answer: through Portico's client, and through a bare fetch.
import { createGateway } from '../../src/gateway/node/gateway';
import { systemClock } from '../../src/platform/node/systemClock';
import { startGateway } from '../referenceGateway/server';
import { compare, median, type Figure } from './figure';

const rounds = 200;
const warmUpRounds = 40;

/** Medians of warm requests, the two kinds in turn. */
export async function measureClient(): Promise<readonly Figure[]> {
  const server = await startGateway({ tokensPerSecond: Infinity });
  const gateway = createGateway({ clock: systemClock, version: 'bench', onRequest: () => {} });
  const { chatModel } = gateway.connect(() =>
    Promise.resolve({
      baseUrl: server.baseUrl,
      origin: server.origin,
      isLoopback: true,
      headers: {},
      timeouts: { firstTokenSeconds: 120, idleSeconds: 60, totalSeconds: 300 },
    }),
  );
  const request = {
    purpose: 'chat' as const,
    apiFormat: 'chat' as const,
    model: 'echo',
    stream: true,
    messages: [{ role: 'user' as const, content: 'Hello?' }],
  };

  const firstPart = async (): Promise<number> => {
    const start = performance.now();
    let first = 0;
    for await (const part of chatModel.complete(request, new AbortController().signal)) {
      if (part.type === 'text' && first === 0) first = performance.now() - start;
    }
    return first;
  };
  const firstPartOfFetch = async (): Promise<number> => {
    const start = performance.now();
    const response = await fetch(`${server.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    });
    let first = 0;
    const decoder = new TextDecoder();
    let received = '';
    for await (const bytes of response.body ?? []) {
      received += decoder.decode(bytes, { stream: true });
      if (first === 0 && /"content":"[^"]/u.test(received)) first = performance.now() - start;
    }
    return first;
  };

  const ours: number[] = [];
  const bare: number[] = [];
  try {
    for (let round = 0; round < warmUpRounds + rounds; round += 1) {
      const [own, fetched] = [await firstPart(), await firstPartOfFetch()];
      if (round >= warmUpRounds) {
        ours.push(own);
        bare.push(fetched);
      }
    }
  } finally {
    await server.close();
  }
  return compare({
    name: 'first part of an answer',
    value: median(ours),
    yardstick: 'bare fetch',
    yardstickValue: median(bare),
    // A client of the SDK per request takes 0.1 to 0.3 ms, which nobody feels.
    limit: 3,
  });
}
