// What was sent can be shown and repeated by hand, so a record of it must be safe to show from the start.

/** Stands in the place of the key, wherever a request is shown. */
export const keyVariable = '$PORTICO_API_KEY';

/** Stands in the place of what the user's own headers hold. */
export const hiddenValue = '[hidden]';

/** A request as it left. The key and the values of extra headers never were in it. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  /** By name, with `keyVariable` and `hiddenValue` in their places. */
  readonly headers: Readonly<Record<string, string>>;
  /** Byte for byte. */
  readonly body: string;
}

/** Linux takes no longer argument than 128 KiB; a longer body goes through a pipe. In bytes. */
const longestArgument = 100_000;

/**
 * A command for a POSIX shell that sends the same request. The key is read from the shell's own
 * variable; hidden values are left for the user to fill in.
 */
export function curlCommand({ method, url, headers, body }: SentRequest): string {
  const words = [
    'curl --globoff --no-buffer',
    `--request ${quoted(method)}`,
    quoted(url),
    ...Object.entries(headers).map(([name, value]) => `--header ${header(name, value)}`),
  ];
  const piped = Buffer.byteLength(body) > longestArgument;
  const data = piped ? '--data-binary @-' : `--data-raw ${quoted(body)}`;
  const command = [...words, data].join(' \\\n  ');
  return piped ? `printf %s ${quoted(body)} | ${command}` : command;
}

/** In double quotes only what the shell is to fill in. */
function header(name: string, value: string): string {
  const at = value.indexOf(keyVariable);
  if (name.toLowerCase() !== 'authorization' || at === -1) {
    return quoted(`${name}: ${value}`);
  }
  const rest = value.slice(at + keyVariable.length);
  return `${quoted(`${name}: ${value.slice(0, at)}`)}"${keyVariable}"${rest === '' ? '' : quoted(rest)}`;
}

/** Within single quotes a shell takes every character as it is, but for the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
