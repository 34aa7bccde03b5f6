// The requests sent for recent answers, in memory only, so that the user can inspect or repeat them.
import { keyVariable, type SentRequest } from '../../../gateway/common/sentRequest';

export interface LoggedRequest extends SentRequest {
  /** Milliseconds since 1970. */
  readonly sentAt: number;
}

const maxAnswers = 32;
/** All bodies together may have this many UTF-16 code units. The newest answer is never evicted. */
const maxTotalUnits = 16_000_000;

export class SentRequestLog {
  /** The keys are answer IDs, least recently sent first. */
  readonly #requests = new Map<string, readonly LoggedRequest[]>();

  add(answerId: string, request: LoggedRequest): void {
    const requests = this.#requests;
    const earlier = this.get(answerId);
    requests.delete(answerId);
    requests.set(answerId, [...earlier, request]);
    while (
      requests.size > 1 &&
      (requests.size > maxAnswers || this.#totalLength() > maxTotalUnits)
    ) {
      const [oldest = ''] = requests.keys();
      requests.delete(oldest);
    }
  }

  /** The requests sent for an answer, oldest first; empty if none are available. */
  get(answerId: string): readonly LoggedRequest[] {
    return this.#requests.get(answerId) ?? [];
  }

  #totalLength(): number {
    return [...this.#requests.values()].flat().reduce((sum, { body }) => sum + body.length, 0);
  }
}

/** Linux limits an argument to 128 KiB (MAX_ARG_STRLEN); longer bodies are piped. */
const maxArgumentBytes = 100_000;

/** A POSIX shell command that sends the request again, with the key from the variable `PORTICO_API_KEY`. */
export function curlCommand({ method, url, headers, body }: SentRequest): string {
  const isPiped = Buffer.byteLength(body) > maxArgumentBytes;
  const command = [
    'curl --globoff --no-buffer',
    `--request ${quoted(method)}`,
    urlArgument(url),
    ...Object.entries(headers).map(
      ([name, value]) => `--header ${withVariable(`${name}: ${value}`)}`,
    ),
    isPiped ? '--data-binary @-' : `--data-raw ${quoted(body)}`,
  ].join(' \\\n  ');
  return isPiped ? `printf %s ${quoted(body)} | ${command}` : command;
}

/** The key can only be in the query. */
function urlArgument(url: string): string {
  const [start = '', ...query] = url.split(/(?=\?)/);
  return quoted(start) + (query.length === 0 ? '' : withVariable(query.join('')));
}

/** An argument in which the variable alone is in double quotes, where the shell expands it. */
function withVariable(argument: string): string {
  return argument
    .split(keyVariable)
    .map((text) => (text === '' ? '' : quoted(text)))
    .join(`"${keyVariable}"`);
}

/** A shell expands nothing in single quotes; only the quote itself must be escaped. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
