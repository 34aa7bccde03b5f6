// Joins the fragments of an answer's tool calls: not every gateway numbers them, and some repeat IDs.
import { mergeObjects, type JsonRecord } from '../../../base/mergeObjects';
import { parseJson } from '../../../base/parseJson';
import type { ToolCallDelta } from '../formats/answerEvent';
import { JsonBrackets } from '../jsonBrackets';

/** Bounds the search for a fragment's call, however many calls a hostile server sends. */
const maxCalls = 128;

/** A call whose fragments were joined. */
export interface AssembledCall {
  /** The gateway's ID for the call, if it sent one; not necessarily unique. */
  readonly receivedId: string | undefined;
  readonly name: string;
  readonly arguments: string;
  /** What the API format wants back on the call. */
  readonly extra: JsonRecord | undefined;
}

class PartialCall {
  id: string | undefined;
  callId: string | undefined;
  name = '';
  extra: JsonRecord | undefined;
  #joined = '';
  /** The last fragment. */
  #last = '';
  /** Each fragment begins with the one before. */
  #isGrowing = true;
  readonly #brackets = new JsonBrackets();

  constructor(readonly index: number | undefined) {}

  get arguments(): string {
    // Some servers send all the arguments so far in each fragment (vercel/ai#12052).
    const isLastAll =
      this.#isGrowing &&
      this.#last !== this.#joined &&
      parseJson(this.#joined) === undefined &&
      parseJson(this.#last) !== undefined;
    return isLastAll ? this.#last : this.#joined;
  }

  get hasArguments(): boolean {
    return this.#joined !== '';
  }

  /** The arguments are one complete JSON value. */
  get isComplete(): boolean {
    return this.#brackets.isClosed;
  }

  add(delta: ToolCallDelta): void {
    this.id ??= delta.id;
    this.callId ??= delta.callId;
    this.name ||= delta.name ?? '';
    this.#addArguments(delta.arguments);
    if (delta.extra !== undefined) {
      this.extra = mergeObjects(this.extra ?? {}, delta.extra, 'keep');
    }
  }

  /**
   * Whether a fragment repeats the complete arguments: some servers send them once more at the end
   * (lidge-jun/opencodex#361), or as a string (BerriAI/litellm#20480).
   */
  repeats(fragment: string): boolean {
    if (!this.isComplete || fragment.length < this.#joined.length) {
      return false;
    }
    return fragment === this.#joined || parseJson(fragment) === this.#joined;
  }

  #addArguments(fragment: string): void {
    if (fragment === '' || this.repeats(fragment)) {
      return;
    }
    this.#isGrowing &&= fragment.length > this.#last.length && fragment.startsWith(this.#last);
    this.#last = fragment;
    this.#joined += fragment;
    this.#brackets.push(fragment);
  }
}

/** Joins fragments by ID, or else by index, or else in the order of arrival. Drops calls after the 128th. */
export class ToolCallAssembler {
  readonly #calls: PartialCall[] = [];

  get isEmpty(): boolean {
    return this.#calls.length === 0;
  }

  /** The calls so far, without fragments that name nothing. */
  get calls(): readonly AssembledCall[] {
    return this.#calls
      .filter((call) => call.name + call.arguments !== '')
      .map((call) => ({
        receivedId: call.callId ?? call.id,
        name: call.name,
        arguments: call.arguments,
        extra: call.extra,
      }));
  }

  push(delta: ToolCallDelta): void {
    const known = this.#find(delta);
    const call = known === undefined || startsCall(delta, known) ? this.#start(delta) : known;
    call?.add(delta);
  }

  #start({ index }: ToolCallDelta): PartialCall | undefined {
    if (this.#calls.length >= maxCalls) {
      return undefined;
    }
    const call = new PartialCall(index);
    this.#calls.push(call);
    return call;
  }

  /**
   * The call that a fragment continues, unless it starts another one. An index alone names no new call: Ollama's cloud
   * numbers the start and the end of one differently (agno-agi/agno#8879).
   */
  #find({ id, index, name }: ToolCallDelta): PartialCall | undefined {
    const last = this.#calls.at(-1);
    const sameId = id === undefined ? undefined : this.#calls.findLast((call) => call.id === id);
    return (
      sameId ??
      (index === undefined ? last : this.#calls.findLast((call) => call.index === index)) ??
      (id === undefined && name === undefined ? last : undefined)
    );
  }
}

/** Whether a fragment starts a call, rather than continuing the one that its ID, index or place names. */
function startsCall(
  { id, callId, index, name, arguments: fragment }: ToolCallDelta,
  call: PartialCall,
): boolean {
  if (name === undefined || call.name === '') {
    return false;
  }
  const hasOtherNumber = index !== undefined && call.index !== undefined && index !== call.index;
  if (name !== call.name || hasOtherNumber) {
    return true;
  }
  const isNumbered = index !== undefined && index === call.index;
  if ((isNumbered || fragment === '') && callId !== undefined && callId === call.callId) {
    // GitHub Copilot gives each event of a call in the Responses format another item ID (BerriAI/litellm#30072).
    return false;
  }
  if (call.isComplete) {
    // A last fragment may repeat the ID and the name of its call, and its arguments.
    const repeatsCall = fragment.trim() === '' || call.repeats(fragment);
    return !repeatsCall || id === undefined || id !== call.id;
  }
  if (id !== undefined && call.id !== undefined && id !== call.id) {
    // Some servers number all calls 0 (InternLM/lmdeploy#3412), others invent an ID for each fragment
    // (vllm-project/vllm#23522).
    return !isNumbered || fragment === '';
  }
  const isNamed = id !== undefined || isNumbered;
  return !isNamed && !call.hasArguments;
}
