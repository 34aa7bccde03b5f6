// When an answer ends: random streams in all API formats against the rule, written down once more.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { apiFormats, type ApiFormat } from '../../../../../src/gateway/common/apiFormat';
import type { StreamPart } from '../../../../../src/gateway/common/chatModel';
import {
  clientOf,
  collect,
  connectionTo,
  fold,
  question,
} from '../../../../component/gateway/node/harness';
import { ManualClock } from '../../../../support/manualClock';
import { propertyRuns } from '../../../../support/propertyRuns';

interface StreamStep {
  /** The time before the event. */
  readonly pauseSeconds: number;
  readonly text: string;
  readonly reasoning: string;
  readonly hasReason: boolean;
}

/** `hang`: nothing more is sent, and the connection stays open. */
type StreamEnd = 'done' | 'close' | 'break' | 'hang';

const firstTokenSeconds = 50;
const idleSeconds = 20;

/** The events of each format, one for each step that has a place for all of it. */
const eventsOf: Readonly<Record<ApiFormat, (step: StreamStep) => readonly object[]>> = {
  chat: ({ text, reasoning, hasReason }) => [
    {
      choices: [
        {
          index: 0,
          delta: { content: text, ...(reasoning === '' ? {} : { reasoning_content: reasoning }) },
          finish_reason: hasReason ? 'stop' : null,
        },
      ],
    },
  ],
  generateContent: ({ text, reasoning, hasReason }) => [
    {
      candidates: [
        {
          content: {
            parts: [
              ...(reasoning === '' ? [] : [{ text: reasoning, thought: true }]),
              ...(text === '' ? [] : [{ text }]),
            ],
          },
          ...(hasReason ? { finishReason: 'STOP' } : {}),
        },
      ],
    },
  ],
  messages: ({ text, reasoning, hasReason }) =>
    orElse({ type: 'ping' }, [
      ...(reasoning === ''
        ? []
        : [{ type: 'content_block_delta', index: 0, delta: { thinking: reasoning } }]),
      ...(text === '' ? [] : [{ type: 'content_block_delta', index: 1, delta: { text } }]),
      ...(hasReason ? [{ type: 'message_delta', delta: { stop_reason: 'end_turn' } }] : []),
    ]),
  responses: ({ text, reasoning, hasReason }) =>
    orElse({ type: 'response.in_progress' }, [
      ...(reasoning === ''
        ? []
        : [{ type: 'response.reasoning_text.delta', item_id: 'r', delta: reasoning }]),
      ...(text === '' ? [] : [{ type: 'response.output_text.delta', item_id: 't', delta: text }]),
      ...(hasReason
        ? [{ type: 'response.completed', response: { status: 'completed', output: [] } }]
        : []),
    ]),
};

function orElse(empty: object, events: readonly object[]): readonly object[] {
  return events.length === 0 ? [empty] : events;
}

/** In these formats a finish reason is an event of its own. */
const separateReasons: ReadonlySet<ApiFormat> = new Set(['messages', 'responses']);

function separated(steps: readonly StreamStep[]): readonly StreamStep[] {
  return steps.flatMap((step) => {
    const parts = [
      ...(step.reasoning === '' ? [] : [{ ...step, text: '', hasReason: false }]),
      ...(step.text === '' ? [] : [{ ...step, reasoning: '', hasReason: false }]),
      ...(step.hasReason ? [{ ...step, text: '', reasoning: '' }] : []),
    ];
    const [first = step, ...others] = parts;
    return [first, ...others.map((part) => Object.assign(part, { pauseSeconds: 0 }))];
  });
}

interface Ended {
  readonly state: string;
  readonly text: string;
  readonly failureKind: string | undefined;
}

/** The rule: a finish reason ends the answer only if no content follows it. */
function expectedEnd(steps: readonly StreamStep[], end: StreamEnd): Ended {
  let text = '';
  let hasContent = false;
  let reasonEvents = 0;
  let isReasonLast = false;
  let limit: 'firstTokenTimeout' | 'idleTimeout' | 'settled' = 'firstTokenTimeout';
  let remaining = firstTokenSeconds;
  const ended = (kind: string | undefined): Ended => {
    const isComplete = isReasonLast && hasContent && (kind === undefined || reasonEvents === 1);
    if (isComplete) return { state: 'complete', text, failureKind: undefined };
    if (kind !== undefined) {
      return { state: hasContent ? 'interrupted' : 'failed', text, failureKind: kind };
    }
    return hasContent
      ? { state: 'truncated', text, failureKind: undefined }
      : { state: 'failed', text, failureKind: 'emptyReply' };
  };
  const expired = (): Ended => ended(limit === 'settled' ? undefined : limit);
  for (const step of steps) {
    if (step.pauseSeconds >= remaining) return expired();
    remaining -= step.pauseSeconds;
    const isContent = step.text + step.reasoning !== '';
    text += step.text;
    hasContent ||= isContent;
    if (step.hasReason) {
      isReasonLast = true;
      const settles = !isContent && text !== '' && reasonEvents === 0;
      reasonEvents += 1;
      if (settles) {
        limit = 'settled';
        remaining = 2;
      } else if (isContent || limit === 'settled') {
        limit = 'idleTimeout';
        remaining = idleSeconds;
      }
    } else if (isContent) {
      isReasonLast = false;
      limit = 'idleTimeout';
      remaining = idleSeconds;
    }
  }
  switch (end) {
    case 'done':
    case 'close':
      return ended(undefined);
    case 'break':
      return ended('connectionLost');
    case 'hang':
      return expired();
  }
}

/** Serves one stream instead of the network. */
class StreamServer {
  readonly #encoder = new TextEncoder();
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  readonly fetch = (_url: unknown, init?: RequestInit): Promise<Response> => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller;
        init?.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
      },
    });
    return Promise.resolve(
      new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }),
    );
  };

  get isAsked(): boolean {
    return this.#controller !== undefined;
  }

  send(text: string): void {
    this.#controller?.enqueue(this.#encoder.encode(text));
  }

  end(end: StreamEnd): void {
    if (end === 'done') {
      this.send('data: [DONE]\n\n');
    } else if (end === 'close') {
      this.#controller?.close();
    } else if (end === 'break') {
      this.#controller?.error(Object.assign(new TypeError('terminated'), { code: 'ECONNRESET' }));
    }
  }
}

/** Lets everything run that waits for no time. */
async function settleTasks(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}

interface TimedEvents {
  /** The time before the events. */
  readonly pauseSeconds: number;
  readonly events: readonly object[];
}

function actualEnd(
  format: ApiFormat,
  steps: readonly StreamStep[],
  end: StreamEnd,
): Promise<Ended> {
  const timed = steps.map((step) => ({
    pauseSeconds: step.pauseSeconds,
    events: eventsOf[format](step),
  }));
  return endAfter(format, timed, end);
}

async function endAfter(
  format: ApiFormat,
  steps: readonly TimedEvents[],
  end: StreamEnd,
): Promise<Ended> {
  const clock = new ManualClock(0);
  const server = new StreamServer();
  const { fetch } = globalThis;
  globalThis.fetch = server.fetch;
  try {
    const timeouts = { firstTokenSeconds, idleSeconds, totalSeconds: 0 };
    const client = clientOf(connectionTo('http://127.0.0.1:1/v1', { timeouts }), clock);
    const parts: StreamPart[] = [];
    let isOver = false;
    const answer = collect(client, question('m', true, format), undefined, parts).then(() => {
      isOver = true;
    });
    while (!server.isAsked) {
      await settleTasks();
    }
    for (const step of steps) {
      clock.advance(step.pauseSeconds * 1000);
      await settleTasks();
      if (isOver) break;
      for (const event of step.events) {
        server.send(`data: ${JSON.stringify(event)}\n\n`);
      }
      await settleTasks();
    }
    if (!isOver) {
      server.end(end);
      await settleTasks();
      clock.advance(isOver ? 0 : firstTokenSeconds * 1000);
    }
    await answer;
    const { state, text, failureKind } = fold(parts);
    return { state, text, failureKind };
  } finally {
    globalThis.fetch = fetch;
  }
}

const steps = fc.array(
  fc.record({
    pauseSeconds: fc.constantFrom(0, 0, 0, 1, 1.9, 3, 19, 25),
    text: fc.constantFrom('', '', 'word ', 'more '),
    reasoning: fc.constantFrom('', '', '', 'thought '),
    hasReason: fc.boolean(),
  }),
  { maxLength: 7 },
);
const ends = fc.constantFrom<StreamEnd[]>('done', 'close', 'break', 'hang');

describe('the end of an answer', function () {
  this.timeout(120_000);

  for (const format of apiFormats) {
    it(`is the last finish reason, in random streams: ${format}`, async () => {
      await fc.assert(
        fc.asyncProperty(steps, ends, async (random, end) => {
          const sent = separateReasons.has(format) ? separated(random) : random;
          assert.deepEqual(await actualEnd(format, sent, end), expectedEnd(sent, end));
        }),
        { numRuns: propertyRuns(125) },
      );
    });
  }

  it('is the first-token limit unless the prompt progress grows', async () => {
    const progress = (processed: number): TimedEvents => ({
      pauseSeconds: firstTokenSeconds - 1,
      events: [{ choices: [], prompt_progress: { total: 100, processed } }],
    });
    const answer = eventsOf.chat({ pauseSeconds: 0, text: 'word', reasoning: '', hasReason: true });
    const last = { pauseSeconds: firstTokenSeconds - 1, events: answer };
    const growing = await endAfter('chat', [progress(1), progress(50), last], 'done');
    assert.deepEqual(growing, { state: 'complete', text: 'word', failureKind: undefined });
    const stuck = await endAfter('chat', [progress(1), progress(1), last], 'done');
    assert.deepEqual(stuck, { state: 'failed', text: '', failureKind: 'firstTokenTimeout' });
  });
});
