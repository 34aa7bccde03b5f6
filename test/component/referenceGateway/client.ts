// A minimal client for the reference gateway, which reads well-formed streams only.
import type { ApiFormat } from '../../../src/gateway/common/apiFormat';

interface Chunk {
  readonly choices: readonly {
    readonly delta: { readonly content?: string | null; readonly reasoning_content?: string };
    readonly finish_reason: string | null;
  }[];
  readonly usage?: { readonly completion_tokens: number };
}

/** Sends a chat completion request; `more` overrides fields of its body. */
export function ask(
  gateway: { readonly baseUrl: string },
  model: string,
  more: Readonly<Record<string, unknown>> = {},
  key?: string,
  signal?: AbortSignal,
): Promise<Response> {
  const messages = [{ role: 'user', content: 'Hello' }];
  const body = { model, messages, stream: false, ...more };
  return post(`${gateway.baseUrl}/chat/completions`, body, key, signal);
}

/** Asks a question in any API format. */
export function askInFormat(
  format: ApiFormat,
  gateway: { readonly origin: string },
  model: string,
  stream: boolean,
  key?: string,
  signal?: AbortSignal,
): Promise<Response> {
  const [path, body] = requestInFormat(format, model, stream);
  return post(gateway.origin + path, body, key, signal);
}

function requestInFormat(
  format: ApiFormat,
  model: string,
  stream: boolean,
): readonly [string, object] {
  const messages = [{ role: 'user', content: 'Hello' }];
  switch (format) {
    case 'chat':
      return [
        '/v1/chat/completions',
        { model, messages, stream, ...(stream && { stream_options: { include_usage: true } }) },
      ];
    case 'responses':
      return ['/v1/responses', { model, input: messages, stream, store: false }];
    case 'messages':
      return ['/v1/messages', { model, messages, stream, max_tokens: 100_000 }];
    case 'generateContent': {
      const method = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
      const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }];
      return [`/v1beta/models/${encodeURIComponent(model)}:${method}`, { contents }];
    }
  }
}

function post(url: string, body: object, key?: string, signal?: AbortSignal): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/json',
      'anthropic-version': '2023-06-01',
      ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

/** The chunks of a well-formed chat stream. */
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
