// Reasoning and control markup that models and servers leave in the text of an answer, in markers that may arrive split.
import { CodeTracker } from '../../../base/text/codeFence';

interface MarkedText {
  readonly type: 'text' | 'reasoning';
  readonly text: string;
}

type MarkedPart =
  | MarkedText
  /** What follows in the block is a message to a tool, whose name is in this header. */
  | { readonly type: 'callHeader'; readonly text: string }
  /** The text so far was reasoning. */
  | { readonly type: 'textReclassified' }
  /** The last `length` UTF-16 units of the reasoning were text, which follows. */
  | { readonly type: 'reasoningRetracted'; readonly length: number };

/** How a family of models marks the blocks of an answer. The parts are sources of regular expressions. */
interface Grammar {
  /** Its first group is the name of the block. */
  readonly opening: string;
  /** `iy` if absent. */
  readonly openingFlags?: 'y';
  /** Matches a marker wherever it stands, as in a text about markers; `opening` if absent. */
  readonly mention?: string;
  readonly closing: (name: string) => string;
  /** Ends reasoning that the prompt has opened; absent if that is `closing` of all names. */
  readonly closingAlone?: string;
  /** The chat template expects the markup in the answer that is sent back with the results of tools. */
  readonly isSentBack?: true;
}

const names = 'think(?:ing)?|thoughts?|reasoning|reflection|(?:reasoning_)?scratchpad';
const prefix = '(?:[\\w.-]{1,32}:)?';
const value = `\\s*=\\s*(?:"[^"<>[\\]◁▷]*"|'[^'<>[\\]◁▷]*'|[^\\s"'<>[\\]◁▷]+)`;
const attributes = `(?:\\s+[\\w:.-]+${value})*\\s*`;

const bareChannel = 'analysis';
const bareFinal = 'assistantfinal';

const grammars: readonly Grammar[] = [
  // DeepSeek and Qwen; `<thinking>` of Amazon Nova, `<thought>` of Gemini, `<seed:think>` of Seed-OSS.
  {
    opening: `<\\|?${prefix}(${names})(?:\\s+[\\w:.-]+(?:${value})?)*\\s*\\|?>`,
    closing: (name) => `<\\|?/${prefix}(?:${name})\\s*\\|?>`,
    isSentBack: true,
  },
  // Magistral. A link, its definition and a label are text.
  {
    opening: `\\[(${names})${attributes}\\](?![(\\[:])`,
    closing: (name) => `\\[/(?:${name})\\s*\\]`,
    isSentBack: true,
  },
  // Kimi.
  {
    opening: `◁(${names})${attributes}▷`,
    closing: (name) => `◁/(?:${name})\\s*▷`,
    isSentBack: true,
  },
  // gpt-oss (OpenAI's harmony format): `<|start|>assistant<|channel|>commentary to=x <|constrain|>json<|message|>`.
  {
    opening:
      '(?:<\\|start\\|>[^<]{0,99})?(?:<\\|channel\\|>\\s*(\\w+)[^<]{0,99}){0,2}(?:<\\|constrain\\|>[^<]{0,99})?<\\|message\\|>\\s*',
    mention: '<\\|(?:start|channel|constrain|message)\\|>',
    closing: () => '<\\|(?:end|return|call)\\|>|(?=<\\|(?:start|channel)\\|>)',
    closingAlone: '<\\|end\\|>(?=\\s*<\\|(?:start|channel)\\|>)',
  },
  // Gemma 4.
  {
    opening: '<\\|channel>(\\w+)\\b\\s*',
    closing: () => '<channel\\|>|(?=<\\|channel>)',
    closingAlone: '<channel\\|>',
  },
  // gpt-oss again, where a server removes the markers: `analysisWe need…assistantfinalfour` (Augustas11/macprovider#743).
  {
    opening: `(${bareChannel})(?=["A-Z\\u0080-\\uffff])`,
    openingFlags: 'y',
    mention: '(?!)',
    closing: () => bareFinal,
    closingAlone: '(?!)',
  },
  // Sky-T1 and OpenThinker.
  {
    opening: '<\\|begin_of_(thought|solution)\\|>\\s*',
    closing: (name) => `<\\|end_of_(?:${name})\\|>`,
  },
  // Command.
  {
    opening: '<\\|START_(?!OF_|header|ACTION)(\\w+)\\|>\\s*',
    closing: (name) => `<\\|END_(?:${name})\\|>|(?=<\\|START_)`,
    closingAlone: `<\\|END_(?:${names})\\|>`,
  },
];

/** A marker with an attribute without a value, which may be `<thought experiment>`. */
const attributeAlone = /^<[^<]*\s[\w:.-]+(?![\w:.-]|\s*=|["'])/;
const isReasoning = new RegExp(`^(?:${names}|analysis|commentary)$`, 'i');
const openings = grammars.map((grammar) => ({
  grammar,
  pattern: new RegExp(grammar.opening, grammar.openingFlags ?? 'iy'),
}));
const closingsAlone = (sentBack: boolean): string =>
  grammars
    .filter(({ isSentBack = false }) => isSentBack === sentBack)
    .map(({ closing, closingAlone = closing(names) }) => closingAlone)
    .join('|');
/** Groups: a closing marker that is sent back, another one. */
const closings = `(${closingsAlone(true)})|(${closingsAlone(false)})`;
/** These precede the role in what a template puts before an answer: `<|im_start|>assistant`, Gemma's `<start_of_turn>model`. */
const roleStart = '<(?:start_of_turn|\\|(?:im_start|start_header_id|start_of_role|turn)\\|?)>';
/** A template's start of an answer, of Command, GLM, Granite and Mistral, too. A sentence about it goes on with a blank. */
const answerStart = `(?:${roleStart}(?:assistant|model)\\b|<\\|(?:START_OF_TURN|CHATBOT)_TOKEN\\|>|<\\|end_(?:header_id|of_role)\\|>|<[|｜](?:assistant|begin[\\w▁]*)[|｜]>|<bos>|\\[/INST\\])(?![ \\t])`;
const leadingClosing = new RegExp(`${closings}|${answerStart}`, 'iy');
const anyMarker = new RegExp(
  [closings, ...grammars.map(({ opening, mention = opening }) => mention)].join('|'),
  'i',
);

/**
 * What ends an answer in templates: `<|im_end|>`, `<|eot_id|>`, `<|END_RESPONSE|>`, DeepSeek's `<｜end▁of▁sentence｜>`, the
 * roles at which GLM stops, Mistral's `[/INST]`. The start of the next message may follow: Llama's
 * `<|start_header_id|>assistant<|end_header_id|>`.
 */
const endToken =
  '(?:<[|｜](?:im_)?(?:end|eo[tms])[\\w▁]*[|｜]>|<\\|(?:return|call|user|observation)\\|>|<channel\\|>|<end_of_turn>|<turn\\|>|<(?:seed:)?eos>|</s>|\\[/INST\\])';
const endTokens = `(?:${endToken}\\s*(?:${roleStart}(?:assistant|model|user)?\\s*)?)`;
const onlyEndTokens = new RegExp(`^${endTokens}+$`, 'i');
/** The start of a marker. */
const partialMarker = `(?:<[|｜/]{0,2}[\\w▁.:-]{0,48}[|｜]?|${roleStart}[a-z]{0,8}|<\\|channel>|<[|/]{0,2}${prefix}(?:${names})\\s[^<>]*|\\[/?[a-z_]{0,20}\\]?|\\[/?(?:${names})\\s[^[\\]]*|◁[^▷]*)`;
const heldTail = new RegExp(`${endTokens}*${partialMarker}?$`, 'i');
const harmonyHeader = /^<\|(?:start|channel|constrain)\|>/i;
const markerStart = /[<[◁]/;

/** A marker, its attributes and the header of a message included, has fewer characters. */
const maxMarker = 512;
/** The end of inline code is looked for in so many characters: what follows waits for it. */
const maxInlineCode = 200;
/** An answer that starts with more blanks than this has no marker after them. */
const maxBlanks = 1024;

/** A place in the text of a block. */
interface Span {
  readonly start: number;
  readonly end: number;
}

interface Block {
  readonly type: MarkedText['type'];
  /** Undefined if nothing closes it. Its group is missing from a marker with another name. */
  readonly closing?: RegExp;
  /** Belongs to the text if the block is never closed. */
  readonly marker: string;
  readonly code: CodeTracker;
  text: string;
  /** How much of it was passed on, with what separates it from an earlier block. */
  shownLength: number;
  /** The first closing marker in a code block: it counts if the model has left that open. */
  skipped?: Span;
  /** The first closing marker with another name of the family: it counts if the right one never comes. */
  misnamed?: Span;
  /** The same reasoning arrives in a separate field. */
  isDoubled: boolean;
  isCall?: boolean;
}

type MarkupState =
  /** Nothing but blanks, at the start of the answer or after a closing marker, or a part of a marker. */
  | 'between'
  /** A block that a marker has opened. */
  | 'block'
  /** Text without a marker so far: a closing one would show that it was reasoning. */
  | 'undecided'
  /** Text up to the end of the answer. */
  | 'text';

/**
 * Separates the blocks of an answer, and drops their markers, blanks around them and the tokens that end the answer. A
 * block opens only at the start of the answer or after another one, and no marker counts in code. Reasoning that
 * nothing closes becomes text when the answer ends normally, so that no answer is hidden.
 *
 * The opening marker may be at the end of the prompt instead (chat templates of DeepSeek R1 and QwQ): a closing marker
 * before any other, outside code, then shows that the text so far was reasoning.
 */
export class AnswerMarkup {
  #state: MarkupState = 'between';
  /** Text that may turn out to be a marker, or a blank next to one. */
  #pending = '';
  #block: Block = newBlock('text');
  #isStart = true;
  #parts: MarkedPart[] = [];
  readonly #shown = { text: false, reasoning: false };
  #hasReasoning = false;
  #isSentBack = false;

  /** @param before The text that the answer continues. */
  constructor(before = '') {
    this.#block.code.push(before);
  }

  /** The markup goes back to the model with the results of tools. */
  get isSentBack(): boolean {
    return this.#isSentBack;
  }

  /** @param isDoubled The reasoning in it arrives in a separate field, too. */
  push(text: string, isDoubled = false): readonly MarkedPart[] {
    this.#pending += text;
    // Nearly all texts end here: this runs for every token.
    if (this.#state !== 'between' && !this.#isBare && !markerStart.test(this.#pending)) {
      this.#block.isDoubled ||= isDoubled;
      this.#pass(this.#pending.length, isDoubled);
    } else {
      this.#read(false, isDoubled);
    }
    return this.#takeParts();
  }

  /**
   * The reasoning arrives in a separate field: no closing marker follows alone, except at the start of the answer.
   * Returns the pending text.
   */
  noteReasoning(): readonly MarkedPart[] {
    this.#hasReasoning = true;
    this.#block.isDoubled = this.#state === 'block';
    if (this.#state === 'undecided') {
      this.#state = 'text';
      this.#pass(this.#pending.length);
    }
    return this.#takeParts();
  }

  /**
   * Returns the last parts.
   * @param isNormal False if the answer was cut off: the start of an expected marker is then dropped.
   */
  end(isNormal: boolean): readonly MarkedPart[] {
    if (!isNormal && this.#state === 'between' && mayBeMarker(this.#pending.trimStart())) {
      this.#pending = '';
    }
    this.#read(true, false);
    const { type, code, text } = this.#block;
    // HTML closes text that is struck out with the same tag.
    const isStrikethrough = /<s[\s>]/i.test(text) && /<\/s>/i.test(this.#pending);
    const isEnd = onlyEndTokens.test(this.#pending) && !isStrikethrough;
    if (isEnd && (isNormal || code.place === 'text')) {
      this.#pending = '';
    }
    if (this.#state === 'block' && type === 'reasoning' && !this.#block.isCall) {
      this.#endReasoning(isNormal);
    } else {
      this.#pass(this.#pending.length);
    }
    return this.#takeParts();
  }

  #takeParts(): readonly MarkedPart[] {
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }

  #read(isLast: boolean, isDoubled: boolean): void {
    while (this.#readMarker(isLast, isDoubled));
    this.#block.isDoubled ||= isDoubled;
  }

  /** Reads up to the next marker and over it. False if there is none yet. */
  #readMarker(isLast: boolean, isDoubled: boolean): boolean {
    if (this.#state === 'between') {
      return this.#readBetween(isLast);
    }
    const { closing: expected } = this.#block;
    const pattern = this.#state === 'undecided' ? anyMarker : expected;
    const match = this.#state === 'text' ? null : pattern?.exec(this.#pending);
    if (match === null || match === undefined) {
      const bareLength = this.#isBare ? endLikeStartOf(bareFinal, this.#pending) : 0;
      const held = Math.max(heldLength(this.#pending), bareLength);
      this.#pass(this.#pending.length - held, isDoubled);
      return false;
    }
    this.#pass(match.index, isDoubled);
    const [{ length }, group, closingOther] = match;
    const isCode = this.#isCode(length, isLast);
    if (isCode === true) {
      this.#pass(Math.max(1, length), isDoubled);
      return true;
    }
    // What follows the marker decides, too.
    if (isCode === undefined || (length === this.#pending.length && !isLast)) {
      return false;
    }
    if (this.#state === 'block' && group === undefined) {
      this.#block.misnamed ??= spanAfter(this.#block.text, length);
      this.#pass(length, isDoubled);
      return true;
    }
    if (this.#state === 'undecided') {
      if (group === undefined && closingOther === undefined) {
        this.#state = 'text';
        return true;
      }
      this.#isSentBack = group !== undefined;
      this.#parts.push({ type: 'textReclassified' });
      this.#shown.reasoning = this.#shown.text;
      this.#shown.text = false;
    }
    this.#pending = this.#pending.slice(length);
    this.#state = 'between';
    this.#isStart = false;
    return true;
  }

  #readBetween(isLast: boolean): boolean {
    const text = this.#pending.trimStart();
    const blanks = this.#pending.length - text.length;
    const mayHave = !this.#isStart || (blanks < maxBlanks && this.#block.code.place === 'text');
    const opening = mayHave ? openingAt(text) : undefined;
    const alone = mayHave && opening === undefined ? matchAt(leadingClosing, text) : undefined;
    const found = opening?.match ?? alone;
    const waits =
      found === undefined
        ? mayBeMarker(text) || bareChannel.startsWith(text)
        : found[0].length === text.length;
    if (waits && mayHave && !isLast) {
      return false;
    }
    if (opening !== undefined) {
      this.#open(opening.grammar, opening.match, text);
    } else if (alone !== undefined) {
      this.#isSentBack ||= alone[1] !== undefined;
      this.#pending = text.slice(alone[0].length);
    } else {
      const isOnly = this.#isStart && !this.#hasReasoning;
      this.#state = isOnly ? 'undecided' : 'text';
      this.#block = this.#isStart ? this.#block : newBlock('text');
      this.#pending = this.#isStart ? this.#pending : text;
    }
    this.#isStart = false;
    return true;
  }

  #open(grammar: Grammar, [marker, name = '']: RegExpExecArray, text: string): void {
    this.#pending = text.slice(marker.length);
    const isCall = / to=/u.test(marker);
    if (isCall) {
      this.#parts.push({ type: 'callHeader', text: marker });
    }
    // “[Thinking] about it” may be a sentence, and “[thinking]” a heading.
    const mayBeText = marker.startsWith('[')
      ? marker !== marker.toUpperCase() && /^\s/.test(this.#pending)
      : marker === name || attributeAlone.test(marker);
    this.#block = newBlock(
      isReasoning.test(name) ? 'reasoning' : 'text',
      new RegExp(`(${grammar.closing(name)})|${grammar.closing(names)}`, 'i'),
      mayBeText ? marker : '',
    );
    this.#block.isCall = isCall;
    this.#isSentBack ||= grammar.isSentBack ?? false;
    this.#state = 'block';
  }

  get #isBare(): boolean {
    return this.#state === 'block' && this.#block.marker === bareChannel;
  }

  /** Whether the pending marker is in code; undefined while that is unknown. */
  #isCode(length: number, isLast: boolean): boolean | undefined {
    const block = this.#block;
    switch (block.code.place) {
      case 'text':
        return false;
      case 'block':
        block.skipped ??= spanAfter(block.text, length);
        return true;
      case 'inline': {
        if (this.#state === 'undecided') {
          return true;
        }
        // Reasoning has single backticks, too: inline code ends in the same line.
        const after = this.#pending.slice(length, length + maxInlineCode);
        const [line = ''] = after.split('\n', 1);
        const isComplete = isLast || line !== after || after.length === maxInlineCode;
        return isComplete ? (line.match(/`+/g)?.length ?? 0) % 2 === 1 : undefined;
      }
    }
  }

  /** Passes on the first characters of the pending text. */
  #pass(length: number, isDoubled = false): void {
    const text = this.#pending.slice(0, length);
    this.#pending = this.#pending.slice(length);
    this.#block.text += text;
    this.#block.code.push(text);
    if (!isDoubled || this.#block.type === 'text') {
      this.#block.shownLength += this.#show(this.#block.type, text, this.#block.shownLength === 0);
    }
  }

  /** Returns how much was shown. Blocks of one type are separate paragraphs. */
  #show(type: MarkedText['type'], text: string, isFirst: boolean): number {
    if (text === '') {
      return 0;
    }
    const shown = isFirst && this.#shown[type] ? `\n\n${text}` : text;
    this.#shown[type] = true;
    this.#parts.push({ type, text: shown });
    return shown.length;
  }

  /** Ends reasoning that nothing has closed. */
  #endReasoning(isNormal: boolean): void {
    const { text, marker, code, shownLength, isDoubled } = this.#block;
    const all = text + this.#pending;
    const { skipped: inCode, misnamed } = this.#block;
    const skipped = (code.place === 'block' ? inCode : undefined) ?? misnamed;
    const answer = skipped === undefined ? marker + all : all.slice(skipped.end);
    if ((isNormal || skipped !== undefined) && !isDoubled && answer.trim() !== '') {
      const length = skipped === undefined ? shownLength : text.length - skipped.start;
      this.#parts.push({ type: 'reasoningRetracted', length });
      this.#show('text', answer.trimStart(), true);
    } else if (isNormal) {
      this.#pass(this.#pending.length);
    }
  }
}

function spanAfter({ length: start }: string, length: number): Span {
  return { start, end: start + length };
}

function newBlock(type: Block['type'], closingMarker?: RegExp, marker = ''): Block {
  const code = new CodeTracker();
  const block = { type, marker, code, text: '', shownLength: 0, isDoubled: false };
  return closingMarker === undefined ? block : { ...block, closing: closingMarker };
}

/** The length of the end of `text` that may be the start of a marker, or end the answer. */
function heldLength(text: string): number {
  const tail = text.slice(-maxMarker);
  return tail.length - (heldTail.exec(tail)?.index ?? tail.length);
}

/** The length of the end of `text` that `word` starts with. */
function endLikeStartOf(word: string, text: string): number {
  const end = text.slice(-word.length).toLowerCase();
  return (
    Array.from(end, (_, at) => end.slice(at)).find((part) => word.startsWith(part))?.length ?? 0
  );
}

/** Whether a text may become a marker. */
function mayBeMarker(text: string): boolean {
  return text.length < maxMarker && (heldLength(text) === text.length || harmonyHeader.test(text));
}

/** The opening marker at the start of `text`. */
function openingAt(
  text: string,
): { readonly grammar: Grammar; readonly match: RegExpExecArray } | undefined {
  for (const { grammar, pattern } of openings) {
    const match = matchAt(pattern, text);
    if (match !== undefined) {
      return { grammar, match };
    }
  }
  return undefined;
}

/** @param pattern A sticky one. */
function matchAt(pattern: RegExp, text: string): RegExpExecArray | undefined {
  pattern.lastIndex = 0;
  return pattern.exec(text.slice(0, maxMarker)) ?? undefined;
}
