// CPU time that Portico's client takes for each event of an answer, beside what any reader has to do with the same bytes.
import { createGateway } from '../../src/gateway/node/gateway';
import { answerEvents } from '../../src/gateway/node/http/answerEvents';
import { systemClock } from '../../src/platform/node/systemClock';
import { compare, type Figure } from './figure';

const eventCount = 50_000;
/** About 16 kB, as a socket gives them where the gateway is faster than the client. */
const eventsPerChunk = 64;
const rounds = 9;

const baseUrl = 'http://gateway.invalid/v1';

/** The bytes of a stream of short chunks, as OpenAI writes them. */
function streamChunks(): readonly Uint8Array[] {
  const identity = {
    id: 'chatcmpl-Bx0123456789abcdefghij',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'gpt-4.1-2025-04-14',
    service_tier: 'default',
    system_fingerprint: 'fp_0123456789',
  };
  const event = (delta: object, finish_reason: string | null): string =>
    `data: ${JSON.stringify({ ...identity, choices: [{ index: 0, delta, logprobs: null, finish_reason }], usage: null })}\n\n`;
  const events = Array.from({ length: eventCount }, (_, index) =>
    event({ content: ` word${index % 10}` }, null),
  );
  const lines = [...events, event({}, 'stop'), 'data: [DONE]\n\n'];
  const encoder = new TextEncoder();
  return Array.from({ length: Math.ceil(lines.length / eventsPerChunk) }, (_, index) =>
    encoder.encode(lines.slice(index * eventsPerChunk, (index + 1) * eventsPerChunk).join('')),
  );
}

function responseOf(chunks: readonly Uint8Array[]): Response {
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const chunk = chunks[next];
      next += 1;
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}

async function cpuMs(task: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The least of several answers of 50,000 events, the two kinds in turn, without a network: what else the machine does
 * only adds to the CPU time.
 */
export async function measureClientCpu(): Promise<readonly Figure[]> {
  const chunks = streamChunks();
  const { chatModel } = createGateway({
    clock: systemClock,
    version: 'bench',
    onRequest: () => {},
  }).connect(() =>
    Promise.resolve({
      baseUrl,
      origin: new URL(baseUrl).origin,
      isLoopback: true,
      headers: {},
      timeouts: { firstTokenSeconds: 120, idleSeconds: 60, totalSeconds: 300 },
    }),
  );
  const request = {
    apiFormat: 'chat' as const,
    model: 'm',
    stream: true,
    messages: [{ role: 'user' as const, content: 'Hello?' }],
  };
  const own: number[] = [];
  const reader: number[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = () => Promise.resolve(responseOf(chunks));
  try {
    for (let round = 0; round < rounds; round += 1) {
      own.push(
        await cpuMs(async () => {
          let length = 0;
          for await (const part of chatModel.complete(request, new AbortController().signal)) {
            if (part.type === 'text') length += part.text.length;
          }
          if (length < eventCount * 6) throw new Error(`only ${length} characters`);
        }),
      );
      reader.push(
        await cpuMs(async () => {
          let count = 0;
          for await (const events of answerEvents(responseOf(chunks), baseUrl, systemClock)) {
            count += events.length;
          }
          if (count <= eventCount) throw new Error(`only ${count} events`);
        }),
      );
    }
  } finally {
    globalThis.fetch = fetch;
  }
  return compare({
    name: `client: CPU of ${eventCount.toLocaleString('en')} events`,
    value: Math.min(...own),
    yardstick: 'reader and JSON.parse',
    yardstickValue: Math.min(...reader),
    limit: 1.3,
  });
}
