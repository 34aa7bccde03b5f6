// A second, lenient reader of answers, independent of Portico's own, to check what the faults really send.

interface Reading {
  readonly text: string;
  readonly reasoning: string;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text and reasoning of a body, streamed or complete, up to the first damaged event. */
export function readAnswer(body: string): Reading {
  const json = parse(body.trim());
  const reading =
    json === undefined ? readEvents(body) : join(arrayOf(json).map((reply) => readReply(reply)));
  const thought = /^(?:<think>)?([\s\S]*?)<\/think>\s*/u.exec(reading.text);
  return thought
    ? { text: reading.text.slice(thought[0].length), reasoning: thought[1] ?? '' }
    : reading;
}

function join(readings: readonly Reading[]): Reading {
  return {
    text: readings.map(({ text }) => text).join(''),
    reasoning: readings.map(({ reasoning }) => reasoning).join(''),
  };
}

function readEvents(body: string): Reading {
  const readings: Reading[] = [];
  const finalReadings: Reading[] = [];
  let pending = '';
  const lines = body.replace(/^\ufeff/u, '').split(/\r\n|\r|\n/u);
  for (const line of lines) {
    if (line === '' && pending !== '') {
      break;
    }
    if (!line.startsWith('data:')) {
      continue;
    }
    pending += line.slice('data:'.length).trim();
    const event = pending === '[DONE]' || pending === '' ? null : parse(pending);
    if (event !== undefined) {
      pending = '';
      readings.push(readEvent(event));
      finalReadings.push(readReply(at(event, 'response')));
    }
  }
  // Some servers repeat the text at the end, and some send it only there.
  const streamed = join(readings);
  return streamed.text === ''
    ? { ...join(finalReadings), reasoning: streamed.reasoning }
    : streamed;
}

/** Reads an event of a stream in any format. */
function readEvent(event: unknown): Reading {
  const type = String(at(event, 'type'));
  const delta = at(event, 'delta');
  if (/reasoning_\w+\.delta$/u.test(type)) {
    return { text: '', reasoning: textOf(delta) };
  }
  if (type === 'response.output_text.delta') {
    return { text: textOf(delta), reasoning: '' };
  }
  return type.startsWith('content_block')
    ? join([readPart(delta), readPart(at(event, 'content_block'))])
    : readReply(event, 'delta');
}

/** Reads a complete response in any format. Chunks of chat completions and of Gemini have the same structure. */
function readReply(reply: unknown, field: 'message' | 'delta' = 'message'): Reading {
  const first = [...arrayOf(at(reply, 'choices')), ...arrayOf(at(reply, 'candidates'))].find(
    (candidate) => (at(candidate, 'index') ?? 0) === 0,
  );
  const message = at(first, field);
  const items = arrayOf(at(reply, 'output'));
  return join([
    {
      text: textOf(at(message, 'content')),
      reasoning: textOf(at(message, 'reasoning_content') ?? at(message, 'reasoning')),
    },
    ...[at(at(first, 'content'), 'parts'), at(reply, 'content')].flatMap(arrayOf).map(readPart),
    ...items.flatMap((item) => {
      const parts = [...arrayOf(at(item, 'summary')), ...arrayOf(at(item, 'content'))];
      const isReasoning = at(item, 'type') === 'reasoning';
      return parts.map((part) =>
        isReasoning ? { text: '', reasoning: textOf(at(part, 'text')) } : readPart(part),
      );
    }),
  ]);
}

function readPart(part: unknown): Reading {
  const text = textOf(at(part, 'text'));
  return at(part, 'thought') === true
    ? { text: '', reasoning: text }
    : { text, reasoning: textOf(at(part, 'thinking')) };
}

function at(value: unknown, name: string): unknown {
  return isFields(value) ? value[name] : undefined;
}

/** The array itself, an empty one for an absent value, or an array of the value. */
function arrayOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) {
    return value;
  }
  return value === undefined ? [] : [value];
}

function textOf(content: unknown): string {
  if (Array.isArray(content)) {
    return content.map((part: Fields) => String(part['text'])).join('');
  }
  return typeof content === 'string' ? content : '';
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
