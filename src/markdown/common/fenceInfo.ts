// The info string of a code fence: its language, and the file that the code belongs to.
import { writtenFile } from './fileReference';

export interface FenceInfo {
  /** The name that the model wrote; '' if it names none. */
  readonly language: string;
  /** The name or path of the file; '' if it names none. */
  readonly file: string;
}

const fileAttribute =
  /(?:^|[\s{,])(?:title|name|file|filename|filepath|path)\s*[=:]\s*(?:"([^"]+)"|'([^']+)'|([^\s,}]+))/iu;

/**
 * Reads `ts`, `ts src/a.ts`, `ts:src/a.ts`, `ts title="a.ts"`, `ts name=a.ts` (Copilot on github.com), `src/a.ts` and
 * `1:20:src/a.ts`.
 */
export function readFenceInfo(info: string): FenceInfo {
  const text = info.trim();
  const first = /^[^\s{,]*/u.exec(text)?.[0] ?? '';
  const [, lines, path = first] = /^(\d+:\d+):(.+)$/u.exec(first) ?? [];
  if (lines !== undefined || (path.includes('/') && isFile(path))) {
    const file = lines === undefined ? path : `${path}:${lines.replace(':', '-')}`;
    return { language: /\.(\w+)$/u.exec(path)?.[1] ?? '', file };
  }
  const [, language = first, joined = ''] = /^([^:=]+):(.+)$/u.exec(first) ?? [];
  const attribute = fileAttribute
    .exec(text)
    ?.slice(1)
    .find((value) => value !== undefined);
  const second = /^\S+\s+(\S+)/u.exec(text)?.[1] ?? '';
  const file = attribute ?? [joined, second].find(isFile) ?? '';
  return first.includes('=') ? { language: '', file } : { language, file };
}

function isFile(text: string): boolean {
  return writtenFile(text) !== undefined;
}
