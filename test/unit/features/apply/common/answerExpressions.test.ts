// The expressions that read the text of answers: a model may write any of it, and it is read whenever it is shown.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseProposals } from '../../../../../src/features/apply/common/blockFormats';
import { languages } from '../../../../../src/features/apply/common/codeLanguages';
import { hasElisionMark, isElisionMark } from '../../../../../src/features/apply/common/marks';
import { namedFile } from '../../../../../src/features/apply/node/namedFile';
import { AnswerMarkup } from '../../../../../src/gateway/node/formats/answerMarkup';
import { answerMarkers } from '../../../../../src/gateway/node/formats/reasoningSpellings';
import { callMarkers } from '../../../../../src/gateway/node/tools/callSpellings';
import { readCodeBlocks } from '../../../../../src/markdown/common/codeBlocks';
import { readFenceInfo } from '../../../../../src/markdown/common/fenceInfo';
import { isLinear, leastCpuTime } from '../../../../support/cpuTime';
import { expressionsIn, pumpedTexts } from '../../../../support/pumpedTexts';

const src = join(__dirname, '../../../../../src');
const filesIn = (folder: string): readonly string[] =>
  readdirSync(join(src, folder)).map((name) => `${folder}/${name}`);

/** What reads answers. */
const modules: readonly string[] = [
  ...filesIn('features/apply/common'),
  ...filesIn('features/apply/node'),
  'base/text/codeFence.ts',
  'gateway/node/formats/answerMarkup.ts',
  'gateway/node/formats/marker.ts',
  'gateway/node/formats/reasoningSpellings.ts',
  'gateway/node/tools/callReader.ts',
  'gateway/node/tools/callSpellings.ts',
  'gateway/node/tools/textCalls.ts',
  'gateway/node/tools/toolArguments.ts',
  'markdown/common/codeBlocks.ts',
  'markdown/common/fenceInfo.ts',
  'markdown/common/fileReference.ts',
];

/** The longest text that a module's expressions get, where it is not the whole answer. */
const bounds: Readonly<Record<string, number>> = {
  'features/apply/node/namedFile.ts': 400,
  'features/apply/node/shownCode.ts': 400,
  'markdown/common/fileReference.ts': 450,
  // It reads the sources of our own expressions.
  'gateway/node/formats/marker.ts': 400,
  // `maxHead`, and `maxLine` for what reads lines.
  'features/apply/common/codeLanguages.ts': 640,
  'features/apply/common/namedThings.ts': 2_000,
  'features/apply/common/codeScanner.ts': 2_000,
  'features/apply/common/dataThings.ts': 2_000,
  'features/apply/common/importedNames.ts': 2_000,
};

/** Expressions that are put together from parts can't be found in the source: those of languages are in their table, the
    texts of the others are below. */
const composed: Readonly<Record<string, number>> = {
  'features/apply/common/codeScanner.ts': 2,
  'features/apply/common/codeLanguages.ts': 1,
  'gateway/node/formats/reasoningSpellings.ts': 1,
  'gateway/node/formats/marker.ts': 5,
};

const ofTables: Readonly<Record<string, readonly RegExp[]>> = {
  'features/apply/common/codeLanguages.ts': [...languages.values()].flatMap(expressionsOf),
};

function expressionsOf(value: unknown): readonly RegExp[] {
  return value instanceof RegExp
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(expressionsOf)
      : [];
}

describe('expressions that read answers', () => {
  for (const module of modules) {
    const source = readFileSync(join(src, module), 'utf8');
    const bound = bounds[module];
    const all = [...expressionsIn(source), ...(ofTables[module] ?? [])];

    for (const expression of new Map(all.map((one) => [String(one), one])).values()) {
      it(`take time in proportion to the text: ${module} ${expression}`, () => {
        for (const textOf of pumpedTexts(expression)) {
          assertQuick(expression, textOf, bound);
        }
      });
    }

    it(`are all literals, or listed here: ${module}`, () => {
      assert.equal(source.split('new RegExp(').length - 1, composed[module] ?? 0);
    });
  }
});

describe('the markers of answers', () => {
  for (const [module, markers] of Object.entries({
    reasoningSpellings: answerMarkers,
    callSpellings: callMarkers,
  })) {
    for (const [index, marker] of markers.entries()) {
      const expressions = expressionsOf(marker);
      const [whole] = expressions;
      it(`take time in proportion to the text: ${module} ${index} ${whole?.source.slice(0, 60)}`, () => {
        assert.equal(expressions.length, 5);
        for (const textOf of pumpedTexts(whole ?? /a/u).slice(0, 60)) {
          expressions.forEach((one) => {
            assertQuick(one, textOf, module === 'reasoningSpellings' ? 512 : 3_200);
          });
        }
      });
    }
  }
});

/** The unit is microseconds of CPU time. Less is felt by nobody, and cannot be compared on a busy machine. */
const measurable = 10_000;

function assertQuick(
  expression: RegExp,
  textOf: (length: number) => string,
  bound: number | undefined,
): void {
  const replaceIn = (length: number): string => {
    expression.lastIndex = 0;
    return textOf(length).replace(expression, '');
  };
  for (const length of bound === undefined ? [400, 3_200, 12_800] : [bound]) {
    // The first measure may have a pause of the engine.
    if ([1, 3].every((rounds) => leastCpuTime(() => replaceIn(length), rounds) > measurable)) {
      assert.ok(
        isLinear((factor) => replaceIn((length / 8) * factor)),
        JSON.stringify(textOf(20)),
      );
      return;
    }
  }
}

const edit = '<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n';

/** Each is repeated in a text. */
const blocks: readonly (readonly [string, string, string?])[] = [
  ['<old_text>\n<path>', ' '],
  ['<old_text>\n', '<path>'],
  ['<old_text>', '</old_text><new_text>'],
  ['', '<old_text>a</old_text><new_text>b</new_text>\n'],
  ['', '<path>a.ts</path><old_text>a</old_text><new_text>b</new_text>\n'],
  ['', edit],
  ['', edit.replace('SEARCH', 'HEAD')],
  ['', `a.ts\n${edit}`],
  ['<<<<<<< SEARCH\n', '=======\n'],
  ['--- a', ' ', '\n+++ b\n@@\n-a\n+b'],
  ['', '--- a.ts\n+++ a.ts\n@@ -1 +1 @@\n-a\n+b\n'],
  ['diff --git ', 'a '],
  ['--- a.ts\n+++ a.ts\n', '@@ class A\n'],
  ['*** Begin Patch\n*** Update File: ', ' '],
  ['*** Begin Patch\n', '*** Update File: a\n@@\n-a\n+b\n'],
  ['// ', 'a '],
  ['', '{"old_string":"a","new_string":"b"},'],
];

const units = ['a', ' ', '`', '**a', '](', '<', '=', ':', '/* ', '# ', '.', '<!-- a', '(new '];

const markers = [
  '',
  '<think>',
  '<think',
  '[THINK]',
  '◁think▷',
  '<|channel|>',
  '<|START_A|>',
  '</s>',
];

describe('what reads answers takes time in proportion to them', () => {
  for (const [start, unit, end = ''] of blocks) {
    it(`in a code block: ${JSON.stringify(start + unit + end)}`, () => {
      const textOf = (factor: number): string =>
        start + unit.repeat(Math.ceil((4_000 * factor) / unit.length)) + end;
      assert.ok(isLinear((factor) => parseProposals(textOf(factor), '')));
    });
  }

  for (const unit of units) {
    it(`around a code block, and in its lines: ${JSON.stringify(unit)}`, () => {
      assert.ok(
        isLinear((factor) => {
          const text = unit.repeat(2_000 * factor);
          readFenceInfo(text);
          readCodeBlocks(`## ${text}\n\n${text}\n\`\`\`\na\n\`\`\`\n`).map(namedFile);
          for (const line of [text, `a(); // ${text}`]) {
            isElisionMark(line);
            hasElisionMark(line);
          }
        }),
      );
    });
  }

  for (const marker of markers) {
    it(`in reasoning: ${marker}`, () => {
      for (const unit of [' ', '<', '</think', '<|end', '<think a="', marker || '[']) {
        const isFast = isLinear((factor) => {
          const markup = new AnswerMarkup();
          markup.push(marker + unit.repeat(2_000 * factor));
          markup.end(true);
        });
        assert.ok(isFast, unit);
      }
    });
  }
});
