// When the words of an answer become visible and reach their final position, as a reader sees them: after each frame.
import type { Page } from 'playwright-core';
import { percentile } from '../figure';

/** In ms from the arrival in the page of the piece that completes the word. */
export interface WordTimes {
  readonly visible: readonly number[];
  readonly final: readonly number[];
}

/** Words of one frame that are watched until they stand still: the last ones of the text. */
const watchedLength = 3_000;
/** After the last piece: what is held back is shown by then. */
const afterMs = 1_500;

/** An answer in which every word is unique: prose, lists, a table, code and a quote in turn. */
export function uniqueWords(length: number): string {
  let count = 0;
  const words = (number: number): string =>
    Array.from({ length: number }, () => `w${(count += 1)}x`).join(' ');
  let text = '';
  while (text.length < length) {
    const list = Array.from({ length: 5 }, () => `- ${words(8)} **${words(2)}** ${words(3)}.\n`);
    const rows = Array.from({ length: 6 }, () => `| ${words(1)} | ${words(4)} | ${words(2)} |\n`);
    const code = Array.from(
      { length: 6 },
      () => `const ${words(1)} = ${words(1)}; // ${words(3)}\n`,
    );
    text += `## ${words(4)}\n\n${words(40)}. *${words(3)}* ${words(20)}.\n\n${list.join('')}\n`;
    text += `| ${words(1)} | ${words(1)} | ${words(1)} |\n| --- | --- | --- |\n${rows.join('')}\n`;
    text += `\`\`\`ts\n${code.join('')}\`\`\`\n\n> ${words(20)}\n> ${words(20)}\n\n`;
    text += `1. ${words(10)}\n   - ${words(10)}\n   - ${words(10)} [${words(2)}](https://e.example/)\n\n`;
  }
  return text;
}

/** Streams a text of unique words into the chat that is open in the page. */
export async function wordTimes(
  page: Page,
  text: string,
  pieceLength: number,
  intervalMs: number,
): Promise<WordTimes> {
  const options = { text, pieceLength, intervalMs, watchedLength, afterMs };
  return page.evaluate(async ({ text: all, ...o }) => {
    const { chat } = globalThis as unknown as {
      chat: { ask(): void; piece(text: string): void };
    };
    interface Word {
      readonly arrivedAt: number;
      visibleAt?: number;
      movedAt?: number;
      x?: number;
      y?: number;
    }
    const words = new Map<string, Word>();
    const frame = (): Promise<number> =>
      new Promise((resolve) => {
        // The task after the frame sees the document as it was painted.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => resolve(performance.now()));
          port1.start();
          port2.postMessage(undefined);
        });
      });
    const lastTexts = (root: Element): Text[] => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      let length = 0;
      for (
        let node = last(walker);
        node !== null && length < o.watchedLength;
        node = walker.previousNode()
      ) {
        if (node instanceof Text) {
          texts.push(node);
          length += node.length;
        }
      }
      return texts;
    };
    const last = (walker: TreeWalker): Node | null => {
      while (walker.lastChild() !== null);
      return walker.currentNode;
    };
    const recordPlaces = (now: number): void => {
      const root = [...document.querySelectorAll('[data-message-id] .markdown')].at(-1);
      if (root === undefined) {
        return;
      }
      const origin = root.getBoundingClientRect();
      const range = document.createRange();
      for (const node of lastTexts(root)) {
        for (const { 0: name, index } of node.data.matchAll(/w\d+x/g)) {
          const word = words.get(name);
          if (word === undefined) {
            continue;
          }
          range.setStart(node, index);
          range.setEnd(node, index + name.length);
          const box = range.getBoundingClientRect();
          const [x, y] = [box.x - origin.x, box.y - origin.y];
          word.visibleAt ??= now;
          if (
            word.x === undefined ||
            word.y === undefined ||
            Math.hypot(x - word.x, y - word.y) >= 1
          ) {
            word.movedAt = now;
            word.x = x;
            word.y = y;
          }
        }
      }
    };
    const watch = { isDone: false };
    const watching = (async () => {
      while (!watch.isDone) {
        recordPlaces(await frame());
      }
    })();
    chat.ask();
    const start = performance.now();
    let rest = '';
    for (let at = 0, piece = 1; at < all.length; at += o.pieceLength, piece += 1) {
      const added = all.slice(at, at + o.pieceLength);
      const arrivedAt = performance.now();
      const names = (rest + added).match(/w\d+x/g) ?? [];
      for (const name of names) {
        words.set(name, words.get(name) ?? { arrivedAt });
      }
      rest = added.slice(-10);
      chat.piece(added);
      const next = start + piece * o.intervalMs;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
    }
    await new Promise((resolve) => setTimeout(resolve, o.afterMs));
    watch.isDone = true;
    await watching;
    const watched = [...words.values()];
    return {
      visible: watched.map(({ arrivedAt, visibleAt = Infinity }) => visibleAt - arrivedAt),
      final: watched.map(({ arrivedAt, movedAt = Infinity }) => movedAt - arrivedAt),
    };
  }, options);
}

export function p50(values: readonly number[]): number {
  return percentile(values, 0.5);
}

export function p95(values: readonly number[]): number {
  return percentile(values, 0.95);
}
