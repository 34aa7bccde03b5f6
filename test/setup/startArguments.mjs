// Reads what `npm start` is told, and refuses in a sentence what cannot be meant or should not stand on a command line.
import { parseArgs } from 'node:util';
import { Refusal } from './processes.mjs';

const USAGE = `Usage: npm start [-- --base-url URL]

  --base-url  the gateway to connect to; without it the reference gateway is started here`;
/** The Base URL from the command line, or undefined. */
export function readArguments() {
  const words = process.argv.slice(2);
  if (words.some((word) => /^--?(api-?)?(key|token)\b/i.test(word))) {
    throw new Refusal(
      'A key is not taken on the command line, where other programs and your shell’s history would see it. Start without it: Portico asks for the key inside VS Code.',
    );
  }
  let baseUrl;
  try {
    baseUrl = parseArgs({ args: words, options: { 'base-url': { type: 'string' } } }).values[
      'base-url'
    ];
  } catch (error) {
    throw new Refusal(`${error.message.split('. ')[0]}.\n\n${USAGE}`);
  }
  if (baseUrl === undefined) return undefined;
  const text = /^[a-z][a-z0-9+.-]*:\/\//i.test(baseUrl) ? baseUrl : `https://${baseUrl}`;
  if (/\s/.test(baseUrl) || !URL.canParse(text) || new URL(text).hostname === '') {
    throw new Refusal(`"${baseUrl}" is no Base URL: give one like https://gateway.example/v1.`);
  }
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol)) {
    throw new Refusal(`Portico speaks http and https, not ${url.protocol.slice(0, -1)}.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new Refusal(
      'The Base URL must not hold a user name or password: Portico asks for the key inside VS Code.',
    );
  }
  if (url.search !== '' || url.hash !== '') {
    throw new Refusal('The Base URL must end with its path: leave out what follows "?" or "#".');
  }
  return baseUrl;
}
