// What others would make of the same quote: the yardsticks of the measure.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { applyPatch } from 'diff';
import { splice, type Change } from './corpus';
import { editFormats, newLines, oldLines, type Hunk } from './formats';
import { packageFolder } from './packages';

/** @returns the file's new text, undefined when an edit is refused. */
export type Matcher = (now: string, hunks: readonly Hunk[], change: Change) => string | undefined;

/** What the measure uses of diff-match-patch. */
interface DiffMatchPatch {
  readonly patchMake: (before: string, after: string) => unknown;
  readonly patchApply: (patches: unknown, text: string) => [string, boolean[]];
}

export async function loadMatchers(): Promise<Readonly<Record<string, Matcher>>> {
  const module = join(packageFolder('diff-match-patch-es'), 'dist', 'index.mjs');
  const { patchMake, patchApply } = (await import(pathToFileURL(module).href)) as DiffMatchPatch;
  return {
    'exact and unique': (now, hunks) => {
      let text: string | undefined = now;
      for (const hunk of hunks) text &&= replaceUnique(text, hunk);
      return text;
    },
    'applyPatch, fuzz 2': (now, hunks, change) => {
      const patch = editFormats['unified diff']!(hunks, change, 0).block;
      const patched = applyPatch(now, `${patch}\n`, { fuzzFactor: 2 });
      return patched === false ? undefined : patched;
    },
    'diff-match-patch': (now, hunks, { before }) => {
      const quoted = (lines: (hunk: Hunk) => readonly string[]): string => {
        const splices = hunks.map((hunk) => ({
          start: hunk.start,
          end: hunk.start + hunk.length,
          lines: lines(hunk),
        }));
        return `${splice(before, splices).join('\n')}\n`;
      };
      const [text, isPlaced] = patchApply(patchMake(quoted(oldLines), quoted(newLines)), now);
      return isPlaced.every(Boolean) ? text : undefined;
    },
  };
}

function replaceUnique(text: string, hunk: Hunk): string | undefined {
  const quote = `\n${oldLines(hunk).join('\n')}\n`;
  const at = `\n${text}`.indexOf(quote);
  if (at === -1 || at !== `\n${text}`.lastIndexOf(quote)) return undefined;
  const end = at + quote.length - 1;
  return (
    text.slice(0, at) +
    newLines(hunk)
      .map((line) => `${line}\n`)
      .join('') +
    text.slice(end)
  );
}
