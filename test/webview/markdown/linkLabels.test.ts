// The labels of links are those that markdown-it finds, in linear time.
import assert from 'node:assert/strict';
import createMarkdownIt, { type Env } from 'markdown-it';
import { parseLinkLabel } from '../../../src/markdown/page/inline/linkLabels';
import { seededRandom } from '../../support/journal/seededRandom';

const pieces = ['[', ']', '[', ']', '!', '![', '(b)', '[a]', '\\', '`', '*', 'a', '<http://e.x/]>'];

describe('link labels', () => {
  const original = createMarkdownIt();
  const own = createMarkdownIt();
  own.helpers.parseLinkLabel = parseLinkLabel;
  const withReference = () => ({ references: { A: { href: '/u', title: '' } } });
  const tokens = (parser: typeof own, text: string, env: Env): string =>
    JSON.stringify(parser.parseInline(text, env));

  it('are those of markdown-it in random texts with many brackets, with and without references', () => {
    const random = seededRandom(14);
    for (let count = 0; count < 5_000; count += 1) {
      const length = 1 + Math.floor(random() * 24);
      const text = Array.from(
        { length },
        () => pieces[Math.floor(random() * pieces.length)] ?? '',
      ).join('');
      for (const env of [withReference, () => ({})]) {
        assert.equal(tokens(own, text, env()), tokens(original, text, env()), text);
      }
    }
  });

  it('take a number of steps that grows with the text, not with its square', () => {
    const steps = (text: string): number => {
      let count = 0;
      const { inline } = own;
      const skipToken = inline.skipToken.bind(inline);
      inline.skipToken = (state) => {
        count += 1;
        skipToken(state);
      };
      own.parseInline(text, withReference());
      inline.skipToken = skipToken;
      return count;
    };
    for (const unit of ['![', '[x][y', '[a']) {
      const ratio = steps(`${unit.repeat(80)}]`) / steps(`${unit.repeat(40)}]`);
      assert.ok(ratio < 2.5, `${unit}: ${ratio}`);
    }
  });
});
