// How much later the first part comes through Portico's client than through a bare fetch.
import type { Clock } from '../../src/base/clock';
import { createGateway } from '../../src/gateway/gateway';
import { startGateway } from '../referenceGateway/server';
import { type Figure, median } from './figure';

const rounds = 200;
const warmUp = 40;

const clock: Clock = {
  now: () => Date.now(),
  after: (ms, task) => {
    const timer = setTimeout(task, ms);
    return { dispose: () => clearTimeout(timer) };
  },
};

/** Milliseconds from the start of the request to the first part, medians over 200 warm requests each. */
export async function measureFirstPart(): Promise<readonly Figure[]> {
  const server = await startGateway({ tokensPerSecond: Infinity });
  const origin = new URL(server.origin).origin;
  const { chatModel } = createGateway({ clock, version: 'bench', onRequest: () => {} }).connect(
    () =>
      Promise.resolve({
        baseUrl: server.baseUrl,
        origin,
        isLoopback: true,
        headers: {},
        timeouts: { firstTokenSeconds: 0, idleSeconds: 0, totalSeconds: 0 },
      }),
  );
  const request = {
    apiFormat: 'chat' as const,
    model: 'echo',
    stream: true,
    messages: [{ role: 'user' as const, content: 'Hello?' }],
  };

  const throughPortico = async (): Promise<number> => {
    const start = performance.now();
    let first = 0;
    for await (const part of chatModel.complete(request, new AbortController().signal)) {
      if (part.type === 'text' && first === 0) {
        first = performance.now() - start;
      }
    }
    return first;
  };
  const bare = async (): Promise<number> => {
    const start = performance.now();
    const response = await fetch(`${server.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(request),
    });
    let first = 0;
    const decoder = new TextDecoder();
    let seen = '';
    for await (const bytes of response.body ?? []) {
      seen += decoder.decode(bytes, { stream: true });
      if (first === 0 && /"content":"[^"]/u.test(seen)) {
        first = performance.now() - start;
      }
    }
    return first;
  };

  const portico: number[] = [];
  const raw: number[] = [];
  try {
    for (let round = 0; round < warmUp + rounds; round += 1) {
      const [a, b] = [await throughPortico(), await bare()];
      if (round >= warmUp) {
        portico.push(a);
        raw.push(b);
      }
    }
  } finally {
    await server.close();
  }
  const [own, fetched] = [median(portico), median(raw)];
  return [
    { name: 'first part, bare fetch', value: fetched, unit: 'ms' },
    { name: 'first part, Portico’s client', value: own, unit: 'ms' },
    { name: 'first part, more than bare fetch', value: own - fetched, unit: 'ms', limit: 2 },
  ];
}
