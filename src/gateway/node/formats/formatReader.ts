// Reads each event of an answer by its shape: gateways pass on what a provider sent in another API format than the request's,
// such as Ollama's lines in chat completions (SillyTavern/SillyTavern#5128, code-yeongyu/oh-my-openagent#1120).
import { answeredFormats, type AnsweredFormat } from '../../common/answeredFormat';
import type { JsonObject } from '../json';
import type { ReasoningBlock } from '../tools/reasoningBlocks';
import type { AnswerEvent, EventReader } from './answerEvent';
import { chat } from './chatCompletions';
import { generateContent } from './generateContent';
import { messages } from './messages';
import { ollamaReader } from './ollama';
import { responses } from './responses';

const createReaders: Readonly<Record<AnsweredFormat, () => EventReader>> = {
  chat: () => chat.createEventReader(),
  responses: () => responses.createEventReader(),
  messages: () => messages.createEventReader(),
  generateContent: () => generateContent.createEventReader(),
  ollama: () => ollamaReader,
};

/** The format of the request is the first guess, for each event. */
export class FormatReader implements EventReader {
  readonly #asked: EventReader;
  /** Created when the first event is in another format. */
  #others: readonly (readonly [AnsweredFormat, EventReader])[] | undefined;

  constructor(createAsked: () => EventReader) {
    this.#asked = createAsked();
  }

  isEvent(body: JsonObject): boolean {
    return this.#asked.isEvent(body) || this.#otherOf(body) !== undefined;
  }

  read(body: JsonObject): Partial<AnswerEvent> {
    const other = this.#asked.isEvent(body) ? undefined : this.#otherOf(body);
    if (other === undefined) {
      return this.#asked.read(body);
    }
    const [otherFormat, reader] = other;
    const event = reader.read(body);
    // What belongs on a call in that format is refused in the one of the next request.
    const toolCalls = event.toolCalls?.map(({ extra: _ofFormat, ...call }) => call);
    return { ...event, otherFormat, ...(toolCalls === undefined ? {} : { toolCalls }) };
  }

  /** Those of another format cannot go back in the format of the request. */
  reasoningBlocks(): readonly ReasoningBlock[] {
    return this.#asked.reasoningBlocks?.() ?? [];
  }

  #otherOf(body: JsonObject): readonly [AnsweredFormat, EventReader] | undefined {
    // Gateways send Claude's pings in all formats.
    if (body['type'] === 'ping') {
      return undefined;
    }
    this.#others ??= answeredFormats.map((name) => [name, createReaders[name]()] as const);
    return this.#others.find(([, reader]) => reader.isEvent(body));
  }
}
