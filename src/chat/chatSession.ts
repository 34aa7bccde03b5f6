// The conversation that a window shows, and the one answer that may be running in it.
import { Batcher } from '../base/batcher';
import { assertNever } from '../base/assertNever';
import type { Clock } from '../base/clock';
import type { Disposable } from '../base/disposable';
import { Emitter } from '../base/emitter';
import {
  type Answer,
  type Conversation,
  type ConversationEvent,
  type Outcome,
  type Question,
  findAnswer,
  isRunning,
  newConversation,
  reduce,
} from '../shared/conversation';
import type { Failure } from '../shared/failure';
import type { WireForm } from '../shared/wireForm';
import { endStateOf } from './endState';
import type { ChatModel, CompletionRequest, ConversationStore, StreamPart } from './ports';
import { requestMessages } from './requestMessages';

/** How often a running answer's text goes on, in ms: two frames (facts: 33 ms costs least). */
const deltaIntervalMs = 33;

/** What the user's settings say about a request, read when it is made. */
export interface RequestSettings {
  readonly systemPrompt: string;
  readonly stream: boolean;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly reasoningEffort?: string;
}

export interface ChatSessionParts {
  readonly chatModel: ChatModel;
  readonly store: ConversationStore;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly requestSettings: () => RequestSettings;
  /** Through which form of the interface a model is asked. */
  readonly formOf: (model: string) => Promise<WireForm>;
}

interface Run {
  readonly answer: Answer;
  readonly abort: AbortController;
  readonly batcher: Batcher<Delta>;
}

interface Delta {
  readonly text: string;
  readonly reasoning: string;
}

/** Asks, stops and asks again; every change of the conversation is an event that is also kept. */
export class ChatSession implements Disposable {
  readonly #changed = new Emitter<ConversationEvent>();
  readonly #opened = new Emitter<Conversation>();
  readonly #parts: ChatSessionParts;
  #conversation: Conversation;
  #run: Run | undefined;

  /** Fires after the event has been reduced. */
  readonly onDidChange = this.#changed.event;
  /** Fires when another conversation takes the place of the one shown. */
  readonly onDidOpen = this.#opened.event;

  constructor(parts: ChatSessionParts, model: string) {
    this.#parts = parts;
    this.#conversation = newConversation(parts.newId(), model, parts.clock.now());
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  get isRunning(): boolean {
    return this.#run !== undefined;
  }

  /** Asks a question. Does nothing for blank text or while an answer runs; then returns false. */
  ask(text: string): boolean {
    if (this.isRunning || text.trim() === '') {
      return false;
    }
    const question: Question = {
      kind: 'question',
      id: this.#parts.newId(),
      text,
      at: this.#parts.clock.now(),
    };
    const answer = this.#newAnswer(question.id);
    if (this.#conversation.messages.length === 0) {
      this.#parts.store.create(this.#conversation);
    }
    this.#apply({ type: 'asked', question, answer });
    this.#start(question, answer);
    return true;
  }

  /** Asks the question of an answer again; the new answer takes the old one's place. */
  retry(answerId: string): boolean {
    const replaced = findAnswer(this.#conversation, answerId);
    const question = this.#conversation.messages.find(({ id }) => id === replaced?.questionId);
    if (this.isRunning || replaced === undefined || question?.kind !== 'question') {
      return false;
    }
    const answer = this.#newAnswer(question.id);
    this.#apply({ type: 'retried', replaced: replaced.id, answer });
    this.#start(question, answer);
    return true;
  }

  /** Ends the running answer, closes its connection and keeps its text. */
  stop(): void {
    const run = this.#run;
    if (run !== undefined) {
      this.#end(run, { stopped: true, refused: false });
      run.abort.abort();
    }
  }

  /** The model for the next question of this conversation. */
  chooseModel(model: string): void {
    if (model !== this.#conversation.model) {
      this.#apply({ type: 'modelChosen', model });
    }
  }

  newChat(model: string): void {
    this.stop();
    const { newId, clock } = this.#parts;
    this.#show(newConversation(newId(), model, clock.now()));
  }

  /**
   * Shows a kept conversation. An answer that runs in it was left by a window that closed, and is
   * shown as such; that is not kept, since another window may be giving it still.
   */
  open(conversation: Conversation): void {
    this.stop();
    this.#show(endLeftAnswers(conversation, this.#parts.clock.now()));
  }

  dispose(): void {
    this.#run?.batcher.flush();
    this.#run?.abort.abort();
    this.#run = undefined;
    this.#changed.dispose();
    this.#opened.dispose();
  }

  #show(conversation: Conversation): void {
    this.#conversation = conversation;
    this.#opened.fire(conversation);
  }

  #newAnswer(questionId: string): Answer {
    return {
      kind: 'answer',
      id: this.#parts.newId(),
      questionId,
      model: this.#conversation.model,
      state: 'waiting',
      text: '',
      reasoning: '',
      startedAt: this.#parts.clock.now(),
    };
  }

  #apply(event: ConversationEvent): void {
    this.#conversation = reduce(this.#conversation, event);
    if (this.#conversation.messages.length > 0) {
      this.#parts.store.append(this.#conversation.id, event);
    }
    this.#changed.fire(event);
  }

  #start(question: Question, answer: Answer): void {
    const { systemPrompt, ...settings } = this.#parts.requestSettings();
    const request = {
      model: answer.model,
      messages: requestMessages(this.#conversation, question, systemPrompt),
      ...settings,
    };
    const batcher = new Batcher<Delta>(this.#parts.clock, deltaIntervalMs, (deltas) => {
      this.#apply({
        type: 'delta',
        answerId: answer.id,
        text: deltas.map(({ text }) => text).join(''),
        reasoning: deltas.map(({ reasoning }) => reasoning).join(''),
      });
    });
    const run: Run = { answer, abort: new AbortController(), batcher };
    this.#run = run;
    void this.#follow(run, request);
  }

  async #follow(run: Run, request: Omit<CompletionRequest, 'form'>): Promise<void> {
    const known: { -readonly [K in keyof Omit<Outcome, 'endedAt'>]: Outcome[K] } = {};
    let refused = false;
    const { chatModel, formOf } = this.#parts;
    try {
      known.form = await formOf(request.model);
      const asked = { ...request, form: known.form };
      for await (const part of chatModel.complete(asked, run.abort.signal)) {
        if (this.#run !== run) {
          return;
        }
        refused ||= part.type === 'refusal';
        takePart(part, known, run.batcher);
      }
    } catch (error) {
      known.failure = { kind: 'unexpected', detail: error instanceof Error ? error.name : '' };
    }
    if (this.#run === run) {
      this.#end(run, { stopped: false, refused, ...known });
    }
  }

  #end(run: Run, end: { stopped: boolean; refused: boolean } & Omit<Outcome, 'endedAt'>): void {
    this.#run = undefined;
    run.batcher.flush();
    run.batcher.dispose();
    const { stopped, refused, ...known } = end;
    const answer = findAnswer(this.#conversation, run.answer.id);
    const said = `${answer?.text ?? ''}${answer?.reasoning ?? ''}`;
    const hasContent = said.trim() !== '' || known.toolCalls !== undefined;
    const { state, emptyReply } = endStateOf({
      stopped,
      refused,
      hasContent,
      failure: known.failure,
      finishReason: known.finishReason,
    });
    const outcome: Outcome = {
      endedAt: this.#parts.clock.now(),
      ...known,
      ...(emptyReply ? { failure: { kind: 'emptyReply' } } : {}),
    };
    this.#apply({ type: 'ended', answerId: run.answer.id, state, outcome });
  }
}

function endLeftAnswers(conversation: Conversation, endedAt: number): Conversation {
  const failure: Failure = { kind: 'windowClosed' };
  return conversation.messages.reduce((told, message) => {
    if (message.kind !== 'answer' || !isRunning(message.state)) {
      return told;
    }
    const hasContent = message.state === 'streaming';
    const { state } = endStateOf({ stopped: false, refused: false, failure, hasContent });
    const outcome = { endedAt, failure };
    return reduce(told, { type: 'ended', answerId: message.id, state, outcome });
  }, conversation);
}

function takePart(
  part: StreamPart,
  known: { -readonly [K in keyof Outcome]?: Outcome[K] },
  batcher: Batcher<Delta>,
): void {
  switch (part.type) {
    case 'text':
    case 'refusal':
    case 'reasoning':
      if (part.text !== '') {
        const reasoning = part.type === 'reasoning';
        batcher.push({ text: reasoning ? '' : part.text, reasoning: reasoning ? part.text : '' });
      }
      return;
    case 'toolCalls':
      known.toolCalls = part.calls;
      return;
    case 'servedModel':
      known.servedModel = part.model;
      return;
    case 'usage':
      known.usage = part.usage;
      return;
    case 'finish':
      known.finishReason = part.reason;
      return;
    case 'failure':
      known.failure = part.failure;
      return;
    default:
      assertNever(part);
  }
}
