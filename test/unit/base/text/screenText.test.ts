import assert from 'node:assert/strict';
import { screenText } from '../../../../src/base/text/screenText';
import { leastCpuTime } from '../../../support/cpuTime';

const bar = (percent: number): string => `${percent}%|${'#'.repeat(percent / 10)}`;

/** What was written, and what is shown. */
const cases: readonly (readonly [what: string, written: string, shown: string])[] = [
  ['text without controls', 'a\tb\r\nc\f\n', 'a\tb\r\nc\f\n'],
  ['a progress bar of tqdm', `\r${bar(0)}\r${bar(50)}\r${bar(100)}\ndone\n`, `${bar(100)}\ndone\n`],
  ['a state that ends with the return', '10 %\r20 %\r', '20 %'],
  // rasbt/reasoning-from-scratch#136
  ['a shorter state', 'ETA: 11s left\rETA: 9s', 'ETA: 9ss left'],
  ['a state after an erased line', 'Downloading 100 kB\r\u001B[KDone', 'Done'],
  ['a line erased as a whole, as npm and yarn do', 'fetching…\u001B[2K\u001B[1GDone', 'Done'],
  ['a spinner of backspaces', '|\b/\b-\b\\\bok', 'ok'],
  ['overstruck text, as man prints it', 'N\bNA\bAME', 'NAME'],
  ['backspaces at the start of a line', 'a\n\b\bb', 'a\nb'],
  ['colors', '\u001B[1;31merror\u001B[0m: \u009B32mno\u009B0m', 'error: no'],
  // tqdm with two bars, Docker's pull, and rich: the cursor goes up.
  [
    'two bars',
    `a ${bar(0)}\nb ${bar(0)}\u001B[A\ra ${bar(50)}\nb ${bar(20)}\u001B[A\ra ${bar(100)}\n\n`,
    `a ${bar(100)}\nb ${bar(20)}\n`,
  ],
  [
    'layers of an image',
    'one: wait\ntwo: wait\n\u001B[2A\u001B[2Kone: done\r\u001B[2B',
    'one: done\ntwo: wait\n',
  ],
  ['lines that are written again', 'a\nb\nc\n\u001B[3A\u001B[Jd\n', 'd\n'],
  ['a screen that is cleared', 'old\nlines\u001B[H\u001B[2J\u001B[3Jnew', 'new'],
  ['places of a screen', '\u001B[2J\u001B[1;1Hone\u001B[3;5Hthree', 'one\n\n    three'],
  ['columns that are skipped', 'a\u001B[3Cb\u001B[2Dc', 'a  cb'],
  ['a link', '\u001B]8;;https://a.example\u0007text\u001B]8;;\u001B\\.', 'text.'],
  [
    'the title of a window, a bell and a hidden cursor',
    '\u001B]0;title\u0007\u001B[?25la\u0007b\u001B[?25h',
    'ab',
  ],
  ['line ends of Windows', 'a\r\n10 %\r20 %\r\nb\r\r\n', 'a\n20 %\nb\n'],
  ['characters of two units', '😀😀\b🎉\r1', '1🎉'],
  ['a sequence that is cut off', 'a\u001B[3', 'a3'],
  ['the lines after a string that is cut off', 'a\u001B]0;title\nb', 'a\nb'],
  [
    "pip's bar, which rich draws",
    '   \u001B[38;5;197m━━\u001B[0m 1/2 MB\r\u001B[2K   \u001B[38;5;70m━━━━\u001B[0m 2/2 MB\r\n\u001B[?25hInstalled\n',
    '   ━━━━ 2/2 MB\nInstalled\n',
  ],
  ['the epochs of Keras', `1/3 [=>...]${'\b'.repeat(11)}3/3 [=====]\n`, '3/3 [=====]\n'],
];

describe('screenText', () => {
  for (const [what, written, shown] of cases) {
    it(`shows ${what} as a terminal does`, () => {
      assert.equal(screenText(written), shown);
    });
  }

  for (const [what, piece] of [
    ['backspaces', 'x\b'],
    ['returns', 'x\r'],
    ['escapes', '\u001B['],
    ['strings', '\u001B]8;;'],
    ['moves', '\u001B[999999C\u001B[999999;999999H'],
    ['lines', '\n\u001B[9Cx'],
    ['erased lines', `${'x'.repeat(50)}\u001B[2K`],
  ] as const) {
    it(`takes linear time: ${what} after a long line`, () => {
      const text = 'a'.repeat(200_000) + piece.repeat(200_000 / piece.length);
      const ms = leastCpuTime(() => screenText(text), 1) / 1_000;
      assert.ok(ms < 2_000, `${ms} ms`);
    });
  }
});
