// A second, lenient reading of what the gateway wrote, so that the table's rows are checked by bytes.

interface Reading {
  readonly text: string;
  readonly reasoning: string;
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text and reasoning that a body holds, streamed or not, up to its first damaged event. */
export function readAnswer(body: string): Reading {
  const whole = parse(body.trim());
  const reading =
    whole === undefined
      ? readEvents(body)
      : readChoice(whole, 'message', { text: '', reasoning: '' });
  const thought = /^<think>([\s\S]*?)<\/think>/u.exec(reading.text);
  return thought
    ? { text: reading.text.slice(thought[0].length), reasoning: thought[1] ?? '' }
    : reading;
}

function readEvents(body: string): Reading {
  let reading: Reading = { text: '', reasoning: '' };
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
      reading = readChoice(event, 'delta', reading);
    }
  }
  return reading;
}

function readChoice(event: unknown, field: 'delta' | 'message', so: Reading): Reading {
  const choices = isFields(event) && Array.isArray(event['choices']) ? event['choices'] : [];
  const choice: unknown = choices.find(
    (candidate: unknown) => isFields(candidate) && (candidate['index'] ?? 0) === 0,
  );
  const said = isFields(choice) ? choice[field] : undefined;
  if (!isFields(said)) {
    return so;
  }
  const reasoning = said['reasoning_content'] ?? said['reasoning'];
  return {
    text: so.text + textOf(said['content']),
    reasoning: so.reasoning + textOf(reasoning),
  };
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
