// Finish reasons that are not the end of the answer, and ends that only look like good ones.
import type { ApiFormat } from '../../../src/gateway/common/apiFormat';
import type { Reply } from '../answers/reply';
import { eventStreamHeaders } from '../formats/formatHandler';
import type { JsonObject } from '../http/json';
import {
  failed,
  goodAnswer,
  goodText,
  interrupted,
  partialText,
  textParts,
  type Expected,
  type Fault,
} from './fault';
import { formatFault, frameJson } from './formatFault';

/** Longer than Portico waits for usage and `[DONE]` after a finish reason. */
const longPauseMs = 2_500;

interface AnswerPart {
  readonly text?: string;
  readonly reasoning?: string;
}

/** An event with these contents and a finish reason; undefined where the format has no such event. */
type FinishEvent = (part: AnswerPart, reason: string) => JsonObject;

export const chatEvent: FinishEvent = ({ text = '', reasoning }, reason) => ({
  choices: [
    {
      index: 0,
      delta: {
        content: text,
        ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
      },
      finish_reason: reason,
    },
  ],
});

export const geminiEvent: FinishEvent = ({ text, reasoning }, reason) => ({
  candidates: [
    {
      content: {
        role: 'model',
        parts: [
          ...(reasoning === undefined ? [] : [{ text: reasoning, thought: true }]),
          ...(text === undefined ? [] : [{ text }]),
        ],
      },
      finishReason: reason,
      index: 0,
    },
  ],
});

/** Formats in which one event may have content and a finish reason. */
const stampingFormats = [
  { format: 'chat', infix: '', event: chatEvent, stop: 'stop' },
  { format: 'generateContent', infix: 'gemini-', event: geminiEvent, stop: 'STOP' },
] as const;

interface StampedFault {
  readonly format: ApiFormat;
  readonly id: string;
  readonly description: string;
  readonly expected?: Expected;
  readonly send: (reply: Reply, write: (event: JsonObject) => Promise<void>) => Promise<void>;
}

function stampedFault({ format, id, description, expected, send }: StampedFault): Fault {
  return {
    id,
    description,
    formats: [format],
    only: 'streamed',
    expected: expected ?? goodAnswer,
    serve: async (reply) => {
      const { exchange } = reply;
      exchange.sendHeaders(200, eventStreamHeaders);
      await send(reply, (event) => exchange.write(frameJson(event)));
    },
  };
}

const thought = 'First this, then that. ';
const firstHalf = goodText.slice(0, 20);
const secondHalf = goodText.slice(20);

const stamped: readonly Fault[] = stampingFormats.flatMap(({ format, infix, event, stop }) => [
  stampedFault({
    format,
    id: `fault-${infix}stop-in-each-slow`,
    description:
      'Every event has the finish reason, and there is a long pause between two of them.',
    send: async ({ exchange }, write) => {
      await write(event({ text: firstHalf }, stop));
      await exchange.pause(longPauseMs);
      await write(event({ text: secondHalf }, stop));
      await exchange.end();
    },
  }),
  stampedFault({
    format,
    id: `fault-${infix}stop-before-reasoning`,
    description: 'Events without content have the finish reason, and reasoning and text follow.',
    expected: { ...goodAnswer, reasoning: thought },
    send: async ({ exchange }, write) => {
      await write(event({}, stop));
      await write(event({}, stop));
      await exchange.pause(longPauseMs);
      await write(event({ reasoning: thought }, stop));
      for (const { text } of textParts(goodText)) {
        await write(event({ text }, stop));
      }
      await exchange.end();
    },
  }),
  stampedFault({
    format,
    id: `fault-${infix}stop-in-each-cut`,
    description:
      'Every event has the finish reason, and the connection is cut after half of the answer.',
    expected: interrupted('connectionLost'),
    send: async ({ exchange }, write) => {
      for (const { text } of textParts(partialText)) {
        await write(event({ text }, stop));
      }
      exchange.cut();
    },
  }),
]);

const fault: Expected = { ...failed('streamError'), text: partialText };
const filtered: Expected = { state: 'filtered', text: partialText };
const truncated: Expected = { state: 'truncated', text: partialText };

const chatReasons = [
  ['insufficient_system_resource', fault],
  ['network_error', fault],
  ['content_filter: SAFETY', filtered],
  ['guardrail_intervened', filtered],
  ['repetition_truncation', truncated],
] as const;

const geminiReasons = [
  ['MALFORMED_FUNCTION_CALL', { ...failed('malformedCall'), text: partialText }],
  ['MODEL_ARMOR', filtered],
] as const;

function nameOf(reason: string): string {
  return reason.toLowerCase().replaceAll(/[^a-z]+/g, '-');
}

const reasons: readonly Fault[] = [
  ...chatReasons.map(([reason, expected]) =>
    formatFault({
      id: `fault-finish-${nameOf(reason)}`,
      description: `The finish reason is ${reason}.`,
      format: 'chat',
      expected,
      events: () => [
        ...textParts(partialText).map(({ text }) => ({
          choices: [{ index: 0, delta: { content: text }, finish_reason: null }],
        })),
        chatEvent({}, reason),
      ],
      body: () => ({
        choices: [{ index: 0, message: { content: partialText }, finish_reason: reason }],
      }),
    }),
  ),
  ...geminiReasons.map(([reason, expected]) =>
    formatFault({
      id: `fault-gemini-${nameOf(reason)}`,
      description: `The answer ends with ${reason}.`,
      format: 'generateContent',
      expected,
      events: () => [
        { candidates: [{ content: { parts: [{ text: partialText }] } }] },
        geminiEvent({}, reason),
      ],
      body: () => geminiEvent({ text: partialText }, reason),
    }),
  ),
];

export const earlyEndFaults: readonly Fault[] = [...stamped, ...reasons];
