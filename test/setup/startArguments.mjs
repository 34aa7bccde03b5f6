// Reads the arguments of `npm start`.
import { parseArgs } from 'node:util';
import { SetupError } from './processes.mjs';

const USAGE = `Usage: npm start [-- --base-url URL]

  --base-url  the gateway to connect to; default: the reference gateway, which is started
              for it`;

/**
 * The Base URL from the command line, or undefined.
 * @throws {SetupError} for a Base URL that cannot work, and for a key
 */
export function readArguments() {
  const words = process.argv.slice(2);
  if (words.some((word) => /^--?(api-?)?(key|token)\b/i.test(word))) {
    throw new SetupError(
      'Do not pass a key on the command line: other programs and your shell history could read it. Portico asks for the key inside VS Code.',
    );
  }
  let baseUrl;
  try {
    baseUrl = parseArgs({ args: words, options: { 'base-url': { type: 'string' } } }).values[
      'base-url'
    ];
  } catch (error) {
    throw new SetupError(`${error.message.split('. ')[0]}.\n\n${USAGE}`);
  }
  if (baseUrl === undefined) return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(baseUrl) ? baseUrl : `https://${baseUrl}`;
  if (/\s/.test(baseUrl) || !URL.canParse(text) || new URL(text).hostname === '') {
    throw new SetupError(`"${baseUrl}" is not a Base URL. Example: https://gateway.example/v1`);
  }
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) {
    throw new SetupError(
      `The Base URL must start with https:// or http://, not ${url.protocol}//.`,
    );
  }
  if (url.username !== '' || url.password !== '') {
    throw new SetupError(
      'The Base URL must not contain a user name or password. Portico asks for the key inside VS Code.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new SetupError('The Base URL must not contain "?" or "#".');
  }
  return baseUrl;
}
