// The least that a test needs to ask the reference gateway and to read a well-formed stream.

interface Chunk {
  readonly choices: readonly {
    readonly delta: { readonly content?: string | null; readonly reasoning_content?: string };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: { readonly completion_tokens: number };
}

/** POSTs a chat request; `more` overrides the body's fields. */
export function ask(
  gateway: { readonly baseUrl: string },
  model: string,
  more: Readonly<Record<string, unknown>> = {},
  key?: string,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(`${gateway.baseUrl}/chat/completions`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/json',
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({
      model,
      messages: [{ role: 'user', content: 'Hello' }],
      stream: false,
      ...more,
    }),
    ...(signal ? { signal } : {}),
  });
}

/** The chunks of a stream written in the plain way. */
export function chunksOf(raw: string): readonly Chunk[] {
  return raw
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => JSON.parse(event.slice('data: '.length)) as Chunk);
}

export async function textOfStream(response: Response): Promise<string> {
  return chunksOf(await response.text())
    .map((chunk) => chunk.choices[0]?.delta.content ?? '')
    .join('');
}
