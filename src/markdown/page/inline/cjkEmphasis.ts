// Emphasis beside Chinese, Japanese and Korean text, which has no spaces: CommonMark reads no emphasis in `**注意：**请看`,
// because a punctuation mark is inside and a letter outside. The rules are those of tats-u/markdown-cjk-friendly.
import type { MarkdownIt } from 'markdown-it';

/** A letter or punctuation mark of these scripts. */
export const cjk =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303F\uFF00-\uFFEF]/u;
const punctuation = /[\p{P}\p{S}]/u;

/** Has the parser's `*` and `~` begin and end emphasis there. Other text is read as before. */
export function readCjkEmphasis({ inline }: MarkdownIt): void {
  inline.State = class extends inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const scanned = super.scanDelims(start, canSplitWord);
      if (!canSplitWord || (scanned.can_open && scanned.can_close)) {
        return scanned;
      }
      const before = /.$/su.exec(this.src.slice(Math.max(0, start - 2), start))?.[0] ?? ' ';
      const end = start + scanned.length;
      const after = /^./su.exec(this.src.slice(end, Math.min(end + 2, this.posMax)))?.[0] ?? ' ';
      return {
        ...scanned,
        can_open: scanned.can_open || beginsEmphasis(before, after),
        can_close: scanned.can_close || beginsEmphasis(after, before),
      };
    }
  };
}

/** Whether emphasis can begin between the characters, the second inside of it; or end, seen from its other side. */
function beginsEmphasis(outside: string, inside: string): boolean {
  return (
    !/\s/u.test(inside) && (cjk.test(inside) || cjk.test(outside) || !punctuation.test(inside))
  );
}
