import assert from 'node:assert/strict';
import { parseProposals } from '../../../../../src/features/apply/common/blockFormats';
import { applyEdits } from '../../../../../src/features/apply/common/fileText';
import { place } from '../../../../../src/features/apply/common/matcher';
import type { PlaceInput, Placement } from '../../../../../src/features/apply/common/placement';
import { CpuYardstick } from '../../../../support/cpuTime';

type Options = Partial<Omit<PlaceInput, 'proposal' | 'now'>> & { readonly info?: string };

function placeBlock(code: string, now: string, { info = '', ...options }: Options = {}): Placement {
  const [proposal, ...others] = parseProposals(code, info);
  assert.ok(proposal !== undefined && others.length === 0);
  const input = { proposal, path: 'file.ts', now, seen: [{ text: now }], isCut: false };
  return place({ ...input, ...options });
}

/** The file with the edits, or why not. */
function result(code: string, now: string, options: Options = {}): string {
  const placement = placeBlock(code, now, options);
  const [refused] = placement.refused;
  if (refused !== undefined) return refused.reason;
  if (placement.edits.some(({ isConflict }) => isConflict === true)) return 'conflict';
  if (placement.edits.some(({ removal }) => removal !== undefined)) return 'asked';
  return placement.edits.length === 0 ? 'unchanged' : applyEdits(now, placement.edits);
}

function search(old: string, replacement: string): string {
  return `<<<<<<< SEARCH\n${old}\n=======\n${replacement}${replacement === '' ? '' : '\n'}>>>>>>> REPLACE`;
}

const file = `import { a } from 'a';

function one() {
  start();
  return 1;
}

function two() {
  start();
  return 2;
}
`;
const symbols = [
  { name: 'one', start: 2, end: 6 },
  { name: 'two', start: 7, end: 11 },
];

describe('place', () => {
  const edited = file.replace('return 1', 'return 11');
  const blocks: Readonly<Record<string, readonly [code: string, info?: string]>> = {
    'a complete file': [edited],
    'a diff': [
      '--- a/f.ts\n+++ b/f.ts\n@@ -9 +9 @@\n   start();\n-  return 1;\n+  return 11;\n }\n',
      'diff',
    ],
    'search and replace': [search('  return 1;', '  return 11;')],
    'a patch': [
      '*** Begin Patch\n*** Update File: f.ts\n@@\n-  return 1;\n+  return 11;\n*** End Patch',
    ],
    'conflict markers': ['<<<<<<< HEAD\n  return 1;\n=======\n  return 11;\n>>>>>>> new'],
    tags: ['<old_text>\n  return 1;\n</old_text>\n<new_text>\n  return 11;\n</new_text>'],
    JSON: ['{"old_string":"  return 1;","new_string":"  return 11;"}', 'json'],
    'parts between marks': [
      '// ... existing code ...\n\nfunction one() {\n  start();\n  return 11;\n}\n\n// ... existing code ...',
    ],
    'a mark in a function': ['function one() {\n  // ...\n  start();\n  return 11;\n}'],
    'one function': ['function one() {\n  start();\n  return 11;\n}'],
  };

  for (const [what, [code, info = '']] of Object.entries(blocks)) {
    it(`places ${what}`, () => {
      assert.equal(result(code, file, { info, symbols }), edited);
    });

    it(`keeps line ends, the byte order mark and the missing last line end with ${what}`, () => {
      const as = (text: string): string => `\uFEFF${text.trimEnd().replaceAll('\n', '\r\n')}`;
      const seen = [{ text: file }];
      assert.equal(result(code, as(file), { info, symbols, seen }), as(edited));
      assert.equal(result(code.replaceAll('\n', '\r\n'), file, { info, symbols }), edited);
    });

    it(`merges ${what} with what was changed elsewhere`, () => {
      const now = `// new\n${file.replace('return 2', 'return 22')}`;
      const moved = symbols.map((one) => ({ ...one, start: one.start + 1, end: one.end + 1 }));
      assert.equal(
        result(code, now, { info, seen: [{ text: file }], symbols: moved }),
        now.replace('return 1;', 'return 11;'),
      );
    });

    it(`finds a conflict or refuses where ${what} changes a line that was changed`, () => {
      const now = file.replace('return 1', 'return 0');
      const options = { info, seen: [{ text: file }], symbols };
      assert.ok(['conflict', 'changedSince'].includes(result(code, now, options)));
    });

    it(`refuses where the target of ${what} is gone and a sibling is left`, () => {
      const now = file.replace(/function one[^]*?\n\}\n\n/u, '');
      const seen = [{ text: file }];
      const answer = result(code, now, {
        info,
        seen,
        symbols: [{ name: 'two', start: 2, end: 6 }],
      });
      assert.ok(['conflict', 'changedSince', 'notComplete'].includes(answer), answer);
    });

    it(`says that ${what} is there already`, () => {
      const options = { info, seen: [{ text: file }], symbols };
      const answer = result(code, edited, options);
      assert.ok(['unchanged', 'changedSince'].includes(answer), answer);
    });

    it(`refuses ${what} that the length limit cut`, () => {
      assert.equal(result(code, file, { info, symbols, isCut: true }), 'cutOff');
    });
  }

  describe('an edit', () => {
    const cases: readonly {
      readonly what: string;
      readonly code: string;
      readonly now?: string;
      readonly seen?: PlaceInput['seen'];
      readonly gives: string;
    }[] = [
      {
        what: 'inserts $& as it is',
        code: search('  return 1;', "  return '$& $1 $$';"),
        gives: file.replace('return 1', () => "return '$& $1 $$'"),
      },
      {
        what: 're-indents what was quoted without blanks',
        code: search('return 1;', 'if (a) {\n  return 1;\n}'),
        gives: file.replace('  return 1;', '  if (a) {\n    return 1;\n  }'),
      },
      {
        what: 'is refused where new lines lack the blanks to remove',
        code: search('    return 1;', '  if (a) {\n    return 1;'),
        now: 'return 1;\n',
        gives: 'notFound',
      },
      ...(
        [
          ['a diff that has a blank more', '@@\n  a();\n+ \n+ b();\n  c();'],
          ['a diff that has a blank more, but for the blank line', '@@\n  a();\n+\n+ b();\n  c();'],
          ['a diff with a blank line of two blanks', '@@\n  a();\n+  \n+ b();\n  c();', ' '],
          [
            'a patch that has a blank more',
            '*** Begin Patch\n*** Update File: f.ts\n@@\n  a();\n+ \n+ b();\n  c();\n*** End Patch',
          ],
          ['lines that have blanks more', search('  a();\n  c();', '  a();\n \n  b();\n  c();')],
          [
            'lines that have blanks more, below another blank line',
            search('  a();\n\n  c();', '  a();\n  \n  b();\n\n  c();'),
            '',
            'a();\n\nc();\n',
          ],
        ] as const
      ).map(([of, code, blanks = '', now = 'a();\nc();\n']) => ({
        what: `adds a blank line with no blanks that it has not itself: ${of}`,
        code,
        now,
        gives: now.replace('a();\n', `a();\n${blanks}\nb();\n`),
      })),
      {
        what: 'is not refused for a blank line with a part of the blanks of a level',
        code: search('    a();', '    a();\n  \n    b();'),
        now: '{\n\ta();\n}\n',
        gives: '{\n\ta();\n  \n\tb();\n}\n',
      },
      {
        what: 'keeps the blanks of a blank line that the file has',
        code: search('   a();\n \n   c();', '   a();\n \n   b();\n   c();'),
        now: ' a();\n  \n c();\n',
        gives: ' a();\n  \n b();\n c();\n',
      },
      {
        what: 'keeps the hard break that it adds',
        code: '@@\n  - One\n+ - Two  \n+   lines',
        now: '- One\n',
        gives: '- One\n- Two  \n  lines\n',
      },
      {
        what: 'is refused in two equal places',
        code: search('  start();', '  go();'),
        gives: 'ambiguous',
      },
      {
        what: 'is refused in overlapping equal places',
        code: search('a\nb\na', 'c'),
        now: 'a\nb\na\nb\na\n',
        gives: 'ambiguous',
      },
      {
        what: 'is refused where two places differ in indentation only',
        code: search('    x();', '    y();'),
        now: 'x();\n  x();\n',
        gives: 'ambiguous',
      },
      {
        what: 'takes the exact one of two places that differ in indentation',
        code: search('  x();', '  y();'),
        now: 'x();\n  x();\n',
        gives: 'x();\n  y();\n',
      },
      {
        what: 'is placed in the selection that the model saw',
        code: search('  start();', '  go();'),
        seen: [{ text: 'function two() {\n  start();\n', startLine: 8 }],
        gives: file.replace(
          /start(?=[^]*two)|start(?=\(\);\n {2}return 2)/gu,
          (text, at: number) => (at > 70 ? 'go' : text),
        ),
      },
      {
        what: 'is placed after the line that a patch names',
        code: '*** Begin Patch\n*** Update File: f.ts\n@@ function two()\n-  start();\n+  go();\n*** End Patch',
        gives: file.replace('start();\n  return 2', 'go();\n  return 2'),
      },
      {
        what: 'is refused if a token is misquoted',
        code: search('  return 1 ;', '  go();'),
        gives: 'notFound',
      },
      {
        what: 'is refused if blanks are collapsed',
        code: search('function  one() {', 'x'),
        gives: 'notFound',
      },
      {
        what: 'is refused if punctuation is full-width in the quote',
        code: search('a（b）；', 'c'),
        now: 'a(b);\n',
        gives: 'notFound',
      },
      {
        what: 'is refused if the file has a no-break space where the quote has a blank',
        code: search('a b', 'c'),
        now: 'a\u00A0b\n',
        gives: 'notFound',
      },
      { what: 'is refused without old lines', code: '@@ -1,0 +2 @@\n+x\n', gives: 'ambiguous' },
      {
        what: 'that deletes misquoted lines is not there already, though what stays is',
        code: search("import { a } from 'a';\n\nfunction none() {", "import { a } from 'a';"),
        gives: 'notFound',
      },
      {
        what: 'that adds lines which the model saw there is there already',
        code: '@@ -1 +1,2 @@\n+import { a } from "a";\n+\n function one() {\n',
        now: 'import { a } from "a";\n\nfunction one() {\n}\n',
        gives: 'unchanged',
      },
      {
        what: 'is placed where the quote or the file has blanks at the ends of lines',
        code: search('a();\nb(); \nc();', 'a();\nx();\nc();'),
        now: 'a();  \nb();\nc();\n',
        gives: 'a();  \nx();\nc();\n',
      },
      ...[
        ['lacks a blank line', '  a();\n  b();\n  c();', '  a();\n  b();\n  x();'],
        ['has one twice', '  a();\n\n\n  b();\n  c();', '  a();\n\n\n  b();\n  x();'],
        ['begins and ends with one', '\n  c();\n', '\n  x();\n'],
        ['begins with one and the new lines do not', '\nc();', 'x();'],
      ].map(([what = '', old = '', replacement = '']) => ({
        what: `is placed where the quote ${what}`,
        code: search(old, replacement),
        now: '  a();\n\n  b();\n  c();\n  d();\n',
        gives: '  a();\n\n  b();\n  x();\n  d();\n',
      })),
      {
        what: 'is refused where it adds lines beside a blank line that the quote lacks',
        code: search('  a();\n  b();', '  a();\n  x();\n  b();'),
        now: '  a();\n\n  b();\n',
        gives: 'notFound',
      },
      {
        what: 'is refused in places that only differ in blank lines',
        code: search('\na();\nb();', '\nx();\nb();'),
        now: 'a();\nb();\n// \na();\n\nb();\n',
        gives: 'ambiguous',
      },
      {
        what: 'is placed in the file if the text that the model saw lacks it',
        code: search('  return 1;', '  return 11;'),
        seen: [{ text: 'function one() {\n}\n' }],
        gives: edited,
      },
      {
        what: 'is refused if it would write a mark',
        code: search('  return 1;\n}', '  // ... existing code ...\n}'),
        gives: 'markWouldBeWritten',
      },
      {
        what: 'keeps a mark that was in the file',
        code: search('  // ...\n  b();', '  // ...\n  c();'),
        now: '  // ...\n  b();\n',
        gives: '  // ...\n  c();\n',
      },
      {
        what: 'finds lines with invisible characters and keeps them',
        code: search('a\nb\nc', 'a\nx\nc'),
        now: 'a\u200B\nb\nc\u2060\n',
        seen: [{ text: 'a\nb\nc\n' }],
        gives: 'a\u200B\nx\nc\u2060\n',
      },
      {
        what: 'is a conflict if it drops invisible characters',
        code: search('b', 'x'),
        now: 'a\nb\u200B\nc\n',
        seen: [{ text: 'a\nb\nc\n' }],
        gives: 'conflict',
      },
      {
        what: 'is merged where only lines around it have moved',
        code: search('  return 1;', '  return 11;'),
        now: file.replace("import { a } from 'a';\n\n", ''),
        seen: [{ text: file }],
        gives: edited.replace("import { a } from 'a';\n\n", ''),
      },
      {
        what: 'is there already where the user has changed a line near it since',
        code: search('b', 'x'),
        now: 'a\nx\nc\nd // own\ne\nf\n',
        seen: [{ text: 'a\nb\nc\nd\ne\nf\n' }],
        gives: 'unchanged',
      },
      {
        what: 'is refused as one if it overlaps the one before',
        code: `${search('  return 1;', '  return 11;')}\n${search('  return 1;', '  return 12;')}`,
        gives: 'ambiguous',
      },
      {
        what: 'is placed in first lines that the model saw',
        code: search('  return 1;', '  return 11;'),
        seen: [{ text: file.slice(0, file.indexOf('function two')), isExcerpt: true }],
        gives: edited,
      },
    ];
    for (const { what, code, now = file, seen = [{ text: now }], gives } of cases) {
      it(what, () =>
        assert.equal(result(code, now, { seen, info: code.startsWith('@@') ? 'diff' : '' }), gives),
      );
    }

    it('is placed although another one is refused', () => {
      const code = `${search('  return 0;', '  x();')}\n${search('  return 1;', '  return 11;')}`;
      const { edits, refused } = placeBlock(code, file);
      assert.equal(applyEdits(file, edits), edited);
      assert.deepEqual(refused, [{ edit: 0, reason: 'notFound' }]);
    });

    it('names a line near which it belongs', () => {
      const [refused] = placeBlock(search('function two() {\n  stop();', 'x'), file).refused;
      assert.deepEqual(refused, { edit: 0, reason: 'notFound', nearLine: 7 });
    });

    it('shows the version of the model in a conflict, with the lines around that are not certain', () => {
      const now = file.replace('return 1', 'return 0');
      const { edits } = placeBlock(search('  return 1;', '  return 11;'), now, {
        seen: [{ text: file }],
      });
      assert.deepEqual(edits, [
        { start: 4, end: 5, lines: ['  return 11;'], isConflict: true, edit: 0 },
      ]);
    });

    it('is a conflict in all places where one of its lines was changed', () => {
      const seen = 'a();\nb();\nc();\nd();\ne();\n';
      const code = search('a();\nb();\nc();\nd();\ne();', 'a(1);\nb();\nc();\nd();\ne(1);');
      const { edits } = placeBlock(code, seen.replace('a()', 'a(0)'), { seen: [{ text: seen }] });
      assert.deepEqual(
        edits.map(({ isConflict }) => isConflict),
        [true, true],
      );
    });
  });

  it('takes time in proportion to the edits and the lines of the file', () => {
    const placing = (count: number): (() => Placement) => {
      const lines = Array.from({ length: 2 * count }, (_, index) => `line(${index});`).join('\n');
      const hunks = Array.from({ length: count }, (_, index) =>
        search(
          `line(${2 * index});\n${index % 2 === 0 ? 'none' : 'line'}(${2 * index + 1});`,
          'x();',
        ),
      );
      return () => placeBlock(hunks.join('\n'), lines);
    };
    assert.ok(new CpuYardstick(placing(1_000)).isWithin(placing(2_000), 3));
  });

  describe('code', () => {
    it('is refused if it is a part of a file without marks', () => {
      const json =
        '{\n  "name": "x",\n  "scripts": {\n    "a": "b"\n  },\n  "devDependencies": {\n    "c": "1"\n  }\n}\n';
      assert.equal(result('{\n  "scripts": {\n    "a": "c"\n  }\n}', json), 'notComplete');
      assert.equal(
        result('class A {\n  c() {\n  }\n}', 'class A {\n  a() {\n  }\n\n  b() {\n  }\n}\n'),
        'asked',
      );
      assert.equal(result("import { a } from 'a';\n\nfunction three() {\n}", file), 'notComplete');
      assert.equal(result('function three() {\n}', file, { symbols }), 'notComplete');
    });

    it('is complete with lines above the first one and below the last', () => {
      const added = `import { b } from 'b';\n${file}\nfunction three() {\n}\n`;
      assert.equal(result(added, file), added);
    });

    it('is complete though its lines or those of the file have blanks at their ends', () => {
      for (const line of [/(?<=from 'a';)/u, /(?<=\})(?=\n$)/u]) {
        const [oldBlanks, newBlanks] = [file, edited].map((text) => text.replace(line, '  '));
        assert.equal(result(edited, oldBlanks ?? ''), newBlanks);
        assert.equal(result(newBlanks ?? '', file), edited);
      }
    });

    it('may begin with a comment that names the file', () => {
      assert.equal(result(`// src/one.ts\n${edited}`, file), edited);
      const named = `// src/one.ts\n${file}`;
      const both = `// src/one.ts\n${edited}`;
      assert.equal(result(both, named), both);
    });

    it('replaces a selection, with its blanks', () => {
      const seen = [{ text: '  start();\n  return 2;\n', startLine: 9 }];
      assert.equal(
        result('start();\nlog();\nreturn 2;', file, { seen }),
        file.replace('  return 2', '  log();\n  return 2'),
      );
    });

    it('says what goes if the model did not see the file', () => {
      const placement = placeBlock(edited.replace('  start();\n', ''), file, { seen: [] });
      assert.equal(placement.isUnseen, true);
      const gone = placement.edits.reduce((sum, { start, end }) => sum + end - start, 0);
      assert.equal(gone, 2);
    });

    it('replaces a function that the model did not see only with a word', () => {
      const placement = placeBlock(blocks['one function']![0], file, { seen: [], symbols });
      assert.equal(applyEdits(file, placement.edits), edited);
      assert.equal(placement.isUnseen, true);
      assert.equal(
        result(blocks['one function']![0], file.replace('return 1', 'return 0'), {
          seen: [{ text: file }],
          symbols,
        }),
        'conflict',
      );
    });

    it('that is a function of the file as it is now is there already', () => {
      const options = { seen: [{ text: file }], symbols };
      assert.equal(result(blocks['one function']![0], edited, options), 'unchanged');
    });

    it('that only names a function does not replace it', () => {
      assert.equal(result('const three = one();', file, { symbols }), 'notComplete');
      const now = 'class A {\n  a(b) {\n    c();\n  }\n}\n';
      const method = [{ name: 'a', start: 1, end: 4 }];
      assert.equal(result('a(1);', now, { symbols: method }), 'notComplete');
      assert.equal(result('a(() => {\n  d();\n});', now, { symbols: method }), 'notComplete');
    });

    it('re-indents a method and keeps the comment above it', () => {
      const now = 'class A {\n  /** Says a. */\n  a() {\n    return 1;\n  }\n}\n';
      const options = {
        symbols: [
          { name: 'A', start: 0, end: 6 },
          { name: 'a', start: 2, end: 5 },
        ],
      };
      assert.equal(result('a() {\n  return 2;\n}', now, options), now.replace('1', '2'));
      assert.equal(
        result('/** Says b. */\na() {\n  return 1;\n}', now, options),
        now.replace('Says a', 'Says b'),
      );
    });

    it('that ends early without a word is refused', () => {
      const half = file.replace('return 1', 'return 11').split('\n').slice(0, 9).join('\n');
      assert.equal(result(half, file), 'notComplete');
      assert.equal(result('function one() {\n  go();\n', file, { symbols }), 'notComplete');
    });

    it('is not written over a function of the same name in another class', () => {
      const [a, b] = ['a', 'b'].map((name) => `class ${name} {\n  run() {\n    go();\n  }\n}\n`);
      const left = [{ name: 'run', start: 1, end: 4 }];
      const seen = [{ text: `${a}${b}` }];
      const code = '  run() {\n    stop();\n  }';
      assert.equal(result(code, `${b}`, { symbols: left, seen }), 'ambiguous');
      const other = a!.replace('run()', 'run(b)');
      const overloads = [{ text: `${a}${other}` }];
      assert.equal(result(code, other, { symbols: left, seen: overloads }), 'ambiguous');
    });

    describe('of a function that the user has changed since', () => {
      const seen = `import { a } from 'a';

function one(x) {
  const y = a(x);
  check(y);

  return y + 1;
}
`;
      const code = 'function one(x) {\n  const y = a(x);\n  check(y);\n\n  return y + 2;\n}';
      const rows: readonly (readonly [what: string, now: string, gives: string])[] = [
        [
          'another line is merged',
          seen.replace('a(x);', 'a(x); // Mine.'),
          seen.replace('a(x);', 'a(x); // Mine.').replace('+ 1', '+ 2'),
        ],
        [
          'an added line is merged',
          seen.replace('  const y', '  log(x);\n  const y'),
          seen.replace('  const y', '  log(x);\n  const y').replace('+ 1', '+ 2'),
        ],
        ['its last line is a conflict', seen.replace(/\n\}\n$/u, '\n} // Mine.\n'), 'conflict'],
        ['the same line is a conflict', seen.replace('+ 1', '+ 3'), 'conflict'],
        ['and that is gone, is a conflict', "import { a } from 'a';\n", 'conflict'],
      ];
      it('leaves a comment that now stands above the part which the model saw', () => {
        const text = '// A limiter.\nclass Limiter {\n  token = 1;\n}\n';
        const added = 'token = 1;\n  limit = 1;';
        assert.equal(
          result(text.replace('token = 1;', added).trimEnd(), `// Mine.\n${text}`, {
            seen: [{ text, startLine: 1 }],
          }),
          `// Mine.\n${text.replace('token = 1;', added)}`,
        );
      });

      for (const [what, now, gives] of rows) {
        it(`${what}, and nothing else of the file goes`, () => {
          assert.equal(result(code, now, { seen: [{ text: seen }] }), gives);
        });
      }
    });

    it('with a decorator keeps the comment above it', () => {
      const now = `${file}/** Says why. */\n@once\nclass A {\n  a = 1;\n}\n`;
      const all = [{ name: 'A', start: 11, end: 16 }];
      const code = (first: string): string => `${first}\nclass A {\n  a = 2;\n}`;
      assert.equal(result(code('@once'), now, { symbols: all }), now.replace('a = 1', 'a = 2'));
      assert.equal(result(code('/** Why. */'), now, { symbols: all }), 'notComplete');
    });

    it('with marks is refused where its first line is in two places', () => {
      assert.equal(result('// ...\n  start();\n  log();\n  return 3;\n// ...', file), 'ambiguous');
    });

    it('with marks is refused where its last line is new', () => {
      assert.equal(
        result("// ...\nimport { a } from 'a';\nimport { b } from 'b';\n// ...", file),
        'notComplete',
      );
    });

    it('with marks leaves the rest of the file, and asks before a line of the function goes', () => {
      assert.equal(result('// ...\nfunction one() {\n  return 1;\n}', file), 'asked');
    });

    it('of a Python function with another last line is for the user to decide about', () => {
      const python =
        'import os\n\n\ndef one(a):\n    b = a + 1\n    return b\n\n\ndef two():\n    pass\n';
      const code = 'def one(a):\n    b = a + 1\n    print(f"{b}!")\n';
      const placement = placeBlock(code, python, { path: 'a.py' });
      assert.deepEqual(
        placement.edits.map(({ removal }) => removal?.things),
        [[{ kind: 'line', name: '1' }]],
      );
      const right = python.replace('return b', 'print(f"{b}!")');
      assert.equal(applyEdits(python, placement.edits), right);
    });

    it('with marks is refused where it ends within an `#if`', () => {
      const header = 'void a();\n\nvoid b();\n\nvoid c();\n\nvoid d();\n';
      const code = (end: string): string =>
        `// ... existing code ...\nvoid b();\n\n#if TV\nvoid e();\n${end}`;
      const path = { path: 'a.h' };
      assert.equal(placeBlock(code('#'), header, path).refused.length, 1);
      const whole = code('#endif\n\nvoid c();\n// ... existing code ...');
      assert.equal(placeBlock(whole, header, path).refused.length, 0);
    });

    it('of a C++ function that shows its head alone before a mark is refused', () => {
      const cpp =
        '#include <a.h>\n\n#include <string>\n\nnamespace x {\n\ntemplate <Op T>\nBase<T>::Base(const string &value)\n    : Parent<T, Angle>(Angle(value)) {}\n\ntemplate struct Base<Op::A>;\ntemplate struct Base<Op::B>;\n\n} // namespace x\n';
      const code =
        'namespace x {\n// ... existing code ...\ntemplate <Op T>\nstep(1);\nBase<T>::Base(const string &value)\n// ... existing code ...\n} // namespace x';
      assert.equal(placeBlock(code, cpp, { path: 'a.cpp' }).refused.length, 1);
    });

    it('of a definition that a mark ends within is refused', () => {
      const ruby =
        'class Chat\n  only :index\n  def index\n    if user\n      all(1)\n    else\n      some(1)\n    end\n    if admin\n      all(1)\n    else\n      some(1)\n    end\n  end\nend\n';
      const code =
        'class Chat\n  def index\n    if user\n      all(2)\n    else\n      some(2)\n    end\n    if admin\n      all(2)\n    else\n      some(2)\n    end\n    # ...\n';
      assert.equal(placeBlock(code, ruby, { path: 'chat.rb' }).refused.length, 1);
    });

    it('of a function with a mark at its end changes the line above that', () => {
      const python =
        'import a\n\ndef make(n):\n    "Makes n."\n    rows = a(n)\n\n    go(rows)\n    return end(rows)\n';
      const part = 'def make(n):\n    "Makes n."\n    rows = a(n, 1)\n    # ...\n';
      assert.equal(result(part, python, { path: 'make.py' }), python.replace('a(n)', 'a(n, 1)'));
    });

    it('of a Python class whose body is a list in words is refused', () => {
      const python = 'class A:\n    def one(self):\n        pass\n\n\nclass B:\n    pass\n';
      const { refused } = placeBlock('class A:\n    - one method\n', python, { path: 'a.py' });
      assert.equal(refused.length, 1);
    });

    it('of a function whose brackets are open at the end is refused', () => {
      const python = 'import os\n\n\ndef one(a):\n    b = a + 1\n    return b\n';
      const { refused } = placeBlock('def one(a):\n    b = sum(\n        a,\n', python, {
        path: 'a.py',
      });
      assert.equal(refused.length, 1);
    });

    it('of a file in which a function shrinks beside a new comment is no quote', () => {
      const steps = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
      const body = steps.map((step) => `  const ${step} = ${step}Of(a);\n`).join('');
      const other = '// Does it.\nfunction other() {\n  go();\n}\n';
      const now = `function run(a) {\n${body}  return seven;\n}\n\n${other}`;
      const code = `function run(a) {\n  return 21;\n}\n\n${other.replace('Does it', 'Goes')}`;
      const placement = placeBlock(code, now, { path: 'a.ts' });
      assert.ok(placement.edits.some(({ removal }) => removal !== undefined));
      assert.equal(placement.code?.isRemark, false);
    });

    it('with marks is a conflict only where the user has changed it', () => {
      const block = (name: string, call: string): string =>
        `function ${name}() {\n  ${call};\n  end();\n}\n`;
      const [a, b, c] = ['a', 'b', 'c'].map((name) => block(name, 'run()'));
      const seen = [a, b, c].join('\n');
      const now = seen.replace('run()', 'walk()');
      const code = [block('a', 'run(1)'), '// ... existing code ...', '', block('c', 'run(2)')];
      const { edits } = placeBlock(code.join('\n'), now, { seen: [{ text: seen }] });
      assert.deepEqual(
        edits.map(({ isConflict }) => isConflict === true),
        [true, false],
      );
    });

    it('with marks never reaches into the next function', () => {
      const code = '// ...\nfunction one() {\n  return 2;\n}\n// ...';
      const { edits } = placeBlock(code, file);
      assert.equal(applyEdits(file, edits), file.replace('  start();\n  return 1', '  return 2'));
    });

    it('with a mark within a line is refused', () => {
      assert.equal(
        result(edited.replace('return 11;', 'return /* ... */ 11;'), file),
        'markWouldBeWritten',
      );
    });

    it('with dots for a text of the file is refused', () => {
      const now = 'export const a = {\n  key: "abc",\n  level: 1,\n};\n';
      const code = 'export const a = {\n  key: "...",\n  level: 2,\n};\n';
      assert.equal(result(code, now), 'markWouldBeWritten');
    });

    it('with a class twice is refused', () => {
      const now = 'namespace A\n{\n    class One\n    {\n        int n;\n    }\n}\n';
      const options = { path: 'One.cs' };
      assert.equal(result(now + now, now, options), 'notComplete');
      assert.notEqual(result(`${now}class Two\n{\n}\n`, now, options), 'notComplete');
    });

    it('with marks that the file has, too, writes none of them again', () => {
      const now = 'a();\n// ... rest unchanged ...\nb();\nc();\n';
      const code = 'a();\nx();\n// ... rest unchanged ...\ny();\n// ... rest unchanged ...\nc();';
      assert.equal(result(code, now), 'markWouldBeWritten');
    });

    it('of a class is that class, though the file begins with one of its lines', () => {
      const now = 'log() {\n  return x();\n}\n\nclass A {\n  b() {\n    return x();\n  }\n}\n';
      const code = 'class A {\n  log() {\n  return x();\n}\n  b() {\n    return x();\n  }\n}';
      assert.equal(result(code, now), `${now.slice(0, now.indexOf('class'))}${code}\n`);
    });

    it('fills an empty file, and no new file replaces one', () => {
      assert.equal(result('a\nb', ''), 'a\nb\n');
      assert.equal(result('*** Begin Patch\n*** Add File: a\n+a\n*** End Patch', ''), 'a\n');
      // Without signs
      assert.equal(result('*** Begin Patch\n*** Add File: a\na\n*** End Patch', ''), 'a\n');
      assert.equal(
        result('*** Begin Patch\n*** Add File: a\n+a\n*** End Patch', 'b\n'),
        'notComplete',
      );
    });

    it('is refused if it deletes or renames, or is malformed', () => {
      assert.equal(
        result('*** Begin Patch\n*** Delete File: a\n*** End Patch', file),
        'deletesOrRenames',
      );
      assert.equal(result('<<<<<<< SEARCH\na', file), 'malformed');
    });
  });

  describe('masked secrets', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMIIB\nAAAA\n-----END PRIVATE KEY-----';
    const now = `const a = "ghp_1";\nconst b = "ghp_2";\nconst c = 1;\nconst pem = \`${key}\`;\nlast();\n`;
    const text = now
      .replaceAll(/ghp_\d/gu, '[GitHub token removed]')
      .replace(key, '[Private key removed]');
    const seen = [{ text }];

    it('stay where a complete file shows placeholders', () => {
      assert.equal(
        result(text.replace('c = 1', 'c = 2'), now, { seen }),
        now.replace('c = 1', 'c = 2'),
      );
      assert.equal(result(text, now, { seen }), 'unchanged');
    });

    it('stay near an edit', () => {
      const code = search('const c = 1;', 'const c = 2;');
      assert.equal(result(code, now, { seen }), now.replace('c = 1', 'c = 2'));
    });

    it('come back into a changed line, also of several lines', () => {
      const masked = '[GitHub token removed]';
      assert.equal(
        result(search(`const b = "${masked}";`, `export const b = "${masked}";`), now, { seen }),
        now.replace('const b', 'export const b'),
      );
      assert.equal(
        result(
          search('const pem = `[Private key removed]`;', 'let pem = `[Private key removed]`;'),
          now,
          { seen },
        ),
        now.replace('const pem', 'let pem'),
      );
    });

    it('of one name go to the constants of their names, or are refused', () => {
      const [a, b] = text.split('\n') as [string, string];
      assert.equal(
        result(search(`${a}\n${b}`, `let ${b.slice(6)}\nlet ${a.slice(6)}`), now, { seen }),
        now.replace('const a = "ghp_1";\nconst b = "ghp_2";', 'let b = "ghp_2";\nlet a = "ghp_1";'),
      );
      assert.equal(
        result(search(`${a}\n${b}`, `${a.replace('a', 'd')}\n${b}`), now, { seen }),
        'maskWouldBeWritten',
      );
    });

    it('go with a line that is deleted', () => {
      const code = search('const pem = `[Private key removed]`;\nlast();', 'last();');
      assert.equal(result(code, now, { seen }), now.replace(`const pem = \`${key}\`;\n`, ''));
    });

    it('stay where lines beside them were added, as by the change itself', () => {
      for (const [old, replacement] of [
        ['const b = "[GitHub token removed]";', 'new();\nconst b = "[GitHub token removed]";'],
        ['const b = "[GitHub token removed]";', 'const b = "[GitHub token removed]";\nnew();'],
      ] as const) {
        const code = search(old, replacement);
        const changed = result(code, now, { seen });
        assert.match(changed, /^new\(\);$/mu);
        assert.equal(result(code, changed, { seen }), 'unchanged');
        assert.equal(
          result(search('last();', 'end();'), changed, { seen }),
          changed.replace('last', 'end'),
        );
      }
    });

    it('are never written as placeholders', () => {
      const code = search('last();', 'use("[API key removed]");');
      assert.equal(result(code, now, { seen }), 'maskWouldBeWritten');
      assert.equal(result(`x\n${text}`, `x\n${now}`, { seen: [] }), 'maskWouldBeWritten');
    });

    it('may be placeholders in the file itself', () => {
      const literal = 'a("[API key removed]");\nb();\n';
      assert.equal(
        result(search('b();', 'c("[API key removed]");'), literal),
        'a("[API key removed]");\nc("[API key removed]");\n',
      );
    });

    it('are found in a selection', () => {
      const selection = [
        { text: 'const b = "[GitHub token removed]";\nconst c = 1;\n', startLine: 2 },
      ];
      const code = search(
        'const b = "[GitHub token removed]";',
        'let b = "[GitHub token removed]";',
      );
      assert.equal(result(code, now, { seen: selection }), now.replace('const b', 'let b'));
    });
  });

  // 0.1 s at 50,000 lines on a busy machine; mocha waits for 2 s.
  for (const count of [10_000, 50_000]) {
    it(`places an edit in a file of ${count} lines at once`, () => {
      const kinds = [() => '', (index: number) => `line ${index}`, () => '}'];
      const lines = Array.from({ length: count }, (_, index) => kinds[index % 3]!(index));
      const text = `${lines.join('\n')}\n`;
      const now = text.replaceAll(/^line (\d*)000$/gmu, 'line $1 thousand');
      const changed = now.replace('line 301', 'line 300.5\nline 301');
      const code = search('line 301', 'line 300.5\nline 301');
      assert.equal(result(code, now, { seen: [{ text }] }), changed);
    });
  }

  it('places a complete file of 10,000 lines at once', () => {
    const now = Array.from({ length: 10_000 }, (_, index) => `line ${index}\n`).join('');
    const changed = now.replaceAll('77\n', '77 changed\n');
    assert.equal(result(changed, now), changed);
  });

  it('gives up on a file that has become another one', () => {
    const text = Array.from({ length: 20_000 }, (_, index) => `a${index}\n`).join('');
    const now = text.replaceAll('a', 'b');
    assert.equal(result(search('a7', 'x'), now, { seen: [{ text }] }), 'notFound');
  });
});

describe('applyEdits', () => {
  it('keeps mixed line ends, and gives new lines the most frequent one', () => {
    const text = 'a\r\nb\nc\r\nd';
    const edits = [
      { start: 1, end: 2, lines: ['x', 'y'], edit: 0 },
      { start: 4, end: 4, lines: ['z'], edit: 0 },
    ];
    assert.equal(applyEdits(text, edits), 'a\r\nx\r\ny\r\nc\r\nd\r\nz');
    assert.equal(applyEdits('a\n', [{ start: 0, end: 1, lines: [] }]), '');
    assert.equal(applyEdits('a\nb', [{ start: 1, end: 2, lines: [] }]), 'a');
    assert.equal(applyEdits('', [{ start: 0, end: 0, lines: ['a'] }]), 'a\n');
  });
});
