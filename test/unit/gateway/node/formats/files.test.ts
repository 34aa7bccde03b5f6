import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { AnswerFile } from '../../../../../src/gateway/common/answerFile';
import type { StreamPart } from '../../../../../src/gateway/common/chatModel';
import { AnswerFiles } from '../../../../../src/gateway/node/formats/answerFiles';
import type { ApiFormatAdapter } from '../../../../../src/gateway/node/formats/apiFormatAdapter';
import { chat } from '../../../../../src/gateway/node/formats/chatCompletions';
import { generateContent } from '../../../../../src/gateway/node/formats/generateContent';
import { messages } from '../../../../../src/gateway/node/formats/messages';
import { responses } from '../../../../../src/gateway/node/formats/responses';
import { leastCpuTime } from '../../../../support/cpuTime';
import { propertyRuns } from '../../../../support/propertyRuns';
import { answerOf } from './goldens/readStream';

function bytes(start: string, length = 90): string {
  return Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(length, 0xfb)]).toString(
    'base64',
  );
}

const lines = (base64: string, lineBreak: string): string =>
  base64.replace(/.{76}(?=.)/gu, `$&${lineBreak}`);

const png = bytes('\u0089PNG\r\n\u001a\n');
const jpeg = bytes('\u00ff\u00d8\u00ff\u00e0');
const webp = bytes('RIFF\u0001\u0002\u0003\u0004WEBPVP8 ');
const gif = bytes('GIF89a');
const text = bytes('id,name\n1,x\n');
const big = bytes('\u0089PNG\r\n\u001a\n', 1_200_000);
const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'x'.repeat(40)}</svg>`).toString(
  'base64',
);
const short = `data:font/woff2;base64,${text}`;

interface Read {
  readonly text: string;
  readonly files: readonly AnswerFile[];
}

function read(chunks: readonly string[], before?: string): Read {
  const reader = new AnswerFiles(before);
  const parts: StreamPart[] = chunks.flatMap((chunk) => [
    ...reader.read([{ type: 'text', text: chunk }]),
  ]);
  parts.push(...reader.end());
  return {
    text: parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    files: parts.flatMap((part) => (part.type === 'file' ? [part.file] : [])),
  };
}

/** An answer, its text afterwards, and the media types of its files. */
const answers: readonly (readonly [string, string, readonly string[]])[] = [
  [`A ![cat](data:image/png;base64,${png}) B`, 'A [image 1: PNG, 98 B] B', ['image/png']],
  [`![](<data:image/png;base64,${png}> "A (cat)")`, '[image 1: PNG, 98 B]', ['image/png']],
  [
    `<p><img alt="x" src="data:image/jpeg;base64,${jpeg}" width=1 /></p>`,
    '<p>[image 1: JPEG, 94 B]</p>',
    ['image/jpeg'],
  ],
  [`<IMG\nSRC='data:image/gif;base64,${gif}'>.`, '[image 1: GIF, 96 B].', ['image/gif']],
  [
    `<img src="data:image/png;base64,${png}"\n  alt="x">\n\nB`,
    '[image 1: PNG, 98 B]\n\nB',
    ['image/png'],
  ],
  [`data:image/webp;base64,${webp}\nafter`, '[image 1: WebP, 106 B]\nafter', ['image/webp']],
  [`See "data:image/png;base64,${png}".`, 'See "[image 1: PNG, 98 B]".', ['image/png']],
  [`![](data:image/png;base64,${lines(png, '\n')})`, '[image 1: PNG, 98 B]', ['image/png']],
  [
    `<img src="data:image/png;base64,${lines(png, '\r\n')}\r\n">`,
    '[image 1: PNG, 98 B]',
    ['image/png'],
  ],
  // A line of that length is followed by text.
  [
    `data:image/gif;base64,${bytes('GIF89a', 51)}\nNext words`,
    '[image 1: GIF, 57 B]\nNext words',
    ['image/gif'],
  ],
  // The bytes decide, not the name.
  [`![](data:image/jpeg;base64,${png})`, '[image 1: PNG, 98 B]', ['image/png']],
  [
    `![](data:image/png;base64,${svg})`,
    '[file 1: application/octet-stream, 86 B]',
    ['application/octet-stream'],
  ],
  [`![](data:image/svg+xml;base64,${svg})`, '[file 1: image/svg+xml, 86 B]', ['image/svg+xml']],
  [
    `[Save](data:text/csv;charset=utf-8;base64,${text}) it`,
    '[file 1: text/csv, 102 B] it',
    ['text/csv'],
  ],
  [
    `1 ![a](data:image/png;base64,${png}) 2 ![b](data:image/gif;base64,${gif})`,
    '1 [image 1: PNG, 98 B] 2 [image 2: GIF, 96 B]',
    ['image/png', 'image/gif'],
  ],
  [
    `[![a](data:image/png;base64,${png})](https://x.example)`,
    '[[image 1: PNG, 98 B]](https://x.example)',
    ['image/png'],
  ],
  [
    `\`\`\`css\na { src: url(${short}) }\n\`\`\`\n![](data:image/png;base64,${png})`,
    `\`\`\`css\na { src: url(${short}) }\n\`\`\`\n[image 1: PNG, 98 B]`,
    ['image/png'],
  ],
  [
    `\`\`\`html\n<img src="data:image/png;base64,${big}">\n\`\`\``,
    '```html\n[image 1: PNG, 1.2 MB]\n```',
    ['image/png'],
  ],
  // Whatever their size, where the markup shows that they are no example.
  ['[Save](data:text/plain;base64,SGVsbG8=) it', '[file 1: text/plain, 5 B] it', ['text/plain']],
  [
    'A <img alt="" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="> B',
    'A [image 1: GIF, 14 B] B',
    ['image/gif'],
  ],
  // It is not in base64.
  [
    '[notes.txt](data:text/plain;charset=utf-8,Hello%20World%21) below',
    '[file 1: text/plain, 12 B] below',
    ['text/plain'],
  ],
  [
    '![chart](data:image/svg+xml,%3Csvg%20viewBox=%270%200%209%209%27%3E%3Cg%20transform=%27rotate(45)%27/%3E%3C/svg%3E "A chart")',
    '[file 1: image/svg+xml, 56 B]',
    ['image/svg+xml'],
  ],
  [
    "<img src='data:image/svg+xml;utf8,%3Csvg/%3E' width=9>",
    '[file 1: image/svg+xml, 6 B]',
    ['image/svg+xml'],
  ],
  ['[x](<data:,a%2Cb>)', '[file 1: text/plain, 3 B]', ['text/plain']],
  ['[x](data:text/csv,%E9%ff) y', '[file 1: text/csv, 2 B] y', ['text/csv']],
  [`Cut ![x](data:image/png;base64,${png}`, 'Cut [image 1: PNG, 98 B]', ['image/png']],
  [
    `![x](data:image/png;base64,${png} and more\nB`,
    '[image 1: PNG, 98 B] and more\nB',
    ['image/png'],
  ],
];

const lookAlikes: readonly string[] = [
  'No file, only data: a [link](https://x.example) and ![picture](https://x.example/a.png).',
  'Write `![](data:image/png;base64,…)`, or data:image/png;base64,iVBORw0KGgo... for short.',
  'A <img src="https://x.example/a.png"> and <i>data</i>; metadata: x, data:, update:data [',
  `Inline code: \`${short}\` stays.`,
  'const data: string[] = [1, 2]; // data:text/plain,hello data:;base64,',
  '- [ ] task ![ <im <img src= data:image/png;base64',
  `x ${png} y`,
  'A bare data:text/plain;base64,SGVsbG8= and data:text/plain,hello or data:,x stay',
  '![](data:image/png;base64,iVBORw0KGgo...) or [a](data:text/plain;base64,SGVs…) is an example',
  '[a](data:text/plain, and so on) [b](data:text/html,) [c](data:text/plain;base64,)',
  `\`[a](data:text/plain,x)\` and\n\n\`\`\`md\n![](data:image/svg+xml,%3Csvg/%3E)\n\`\`\``,
  `[a](data:text/plain,${'a'.repeat(64)}\nnext words`,
  "```css\nb { background: url('data:image/svg+xml;utf8,<svg/>') }\n```",
  '![chart](data:image/svg+xml;utf8,<svg width="9"></svg>)',
  '',
];

describe('the files in the text of an answer', () => {
  for (const [answer, expected, types] of answers) {
    it(`leave a placeholder: ${answer.slice(0, 60)}`, () => {
      const { text: shown, files } = read([answer]);
      assert.equal(shown, expected);
      assert.deepEqual(
        files.map(({ mediaType }) => mediaType),
        types,
      );
    });
  }

  it('are stored with all of their bytes', () => {
    assert.deepEqual(read([`![](data:image/png;base64,${big})`]).files, [
      { mediaType: 'image/png', data: big },
    ]);
    const urlSafe = png.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    assert.equal(read([`data:image/png;base64,${urlSafe}`]).files[0]?.data, png);
  });

  it('are not found in text that only looks like one', () => {
    for (const lookAlike of lookAlikes) {
      assert.deepEqual(read([lookAlike]), { text: lookAlike, files: [] });
    }
  });

  it('do not depend on how the text is cut', () => {
    const all = [...answers.map(([answer]) => answer), ...lookAlikes].filter(
      ({ length }) => length < 10_000,
    );
    const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...all), { maxLength: 4 }), sizes, (pieces, lengths) => {
        const answer = pieces.join('\n\n');
        const chunks: string[] = [];
        for (let at = 0; at < answer.length;) {
          const length = lengths[chunks.length % lengths.length] ?? 1;
          chunks.push(answer.slice(at, at + length));
          at += length;
        }
        assert.deepEqual(read(chunks), read([answer]));
      }),
      { numRuns: propertyRuns(400) },
    );
  });

  it('are found below a label that begins with a number', () => {
    const chunks = `![1](data:image/gif;base64,${gif}) end`.match(/.{1,7}/gsu)!;
    assert.equal(read(chunks).text, '[image 1: GIF, 96 B] end');
  });

  it('are not waited for in a list of JSON, whose text streams', () => {
    for (const start of ['[{"id": 1, "na', '["one", "two', '[0.25, -1, 3', '{"all": [\'a']) {
      const shown = new AnswerFiles().read([{ type: 'text', text: start }]);
      assert.deepEqual(shown, [{ type: 'text', text: start }]);
    }
  });

  it('are counted on in a continuation', () => {
    assert.equal(
      read([`![](data:image/gif;base64,${gif})`], 'A [image 1: PNG, 98 B] and').text,
      '[image 2: GIF, 96 B]',
    );
  });

  it('are never in the text of a model that streams them, however large they are', () => {
    const uri = `![x](data:image/png;base64,${'A'.repeat(6_000_000)})`;
    const chunks = Array.from({ length: 6_001 }, (_, at) =>
      uri.slice(at * 1_000, (at + 1) * 1_000),
    );
    let result: Read | undefined;
    const microseconds = leastCpuTime(() => {
      result = read(chunks);
    }, 1);
    assert.equal(result?.text, '[file 1: application/octet-stream, 4.5 MB]');
    assert.ok(microseconds < 2_000_000, `${microseconds} µs`);
  });

  it('take time linear in the text', () => {
    for (const piece of ['[', '![', '<img ', 'data:', 'data:a;', '[a](', '<img src="', 'd']) {
      const microseconds = leastCpuTime(() => {
        read(Array.from({ length: 2_000 }, () => piece.repeat(20)));
      }, 1);
      assert.ok(microseconds < 2_000_000, `${piece}: ${microseconds} µs`);
    }
  });
});

describe('a picture in a field of its own', () => {
  const url = `data:image/png;base64,${png}`;
  const item = { type: 'image_generation_call', status: 'completed', result: png };
  const pictures: Readonly<Record<string, readonly [ApiFormatAdapter, readonly object[]]>> = {
    'of OpenRouter': [
      chat,
      [
        {
          choices: [
            { delta: { content: '', images: [{ type: 'image_url', image_url: { url } }] } },
          ],
        },
        { choices: [{ delta: {}, finish_reason: 'stop' }] },
      ],
    ],
    'of a complete message': [
      chat,
      [
        {
          choices: [
            {
              message: { content: [{ type: 'image_url', image_url: { url } }] },
              finish_reason: 'stop',
            },
          ],
        },
      ],
    ],
    'of Responses, repeated at the end': [
      responses,
      [
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: { status: 'completed', output: [item] } },
      ],
    ],
    'of Gemini': [
      generateContent,
      [
        {
          candidates: [
            {
              content: { parts: [{ inlineData: { mimeType: 'image/png', data: png } }] },
              finishReason: 'STOP',
            },
          ],
        },
      ],
    ],
    'of Messages': [
      messages,
      [
        {
          type: 'message',
          content: [
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
          ],
          stop_reason: 'end_turn',
        },
      ],
    ],
  };
  for (const [name, [format, events]] of Object.entries(pictures)) {
    it(`is shown like one in the text: ${name}`, () => {
      const stream = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
      const { text: shown, files, state } = answerOf(format, [Buffer.from(stream)]);
      assert.equal(shown.trim(), '[image 1: PNG, 98 B]');
      assert.deepEqual(files, [{ mediaType: 'image/png', data: png }]);
      assert.equal(state, 'complete');
    });
  }
});
