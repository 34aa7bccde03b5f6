// Answers to cut off: prose, code, tables and records, with as many repetitions as real ones have.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SampleAnswer {
  readonly name: string;
  readonly text: string;
}

const packages = join(import.meta.dirname, '..', '..', '..', 'node_modules');

function fenced(info: string, code: string): string {
  return `Here is the code:\n\n\`\`\`${info}\n${code.trimEnd()}\n\`\`\`\n\nIt does what you asked for.\n`;
}

/** Whole numbers below `limit` that look random and are the same in each run. */
function createRandom(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * limit);
  };
}

function range(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}

const lua = `-- A small state machine for the door of an elevator.
local Door = {}
Door.__index = Door

function Door.new(floor)
  local self = setmetatable({}, Door)
  self.floor = floor
  self.state = "closed"
  self.timer = 0
  return self
end

function Door:update(dt, sensors)
  if self.state == "open" then
    self.timer = self.timer - dt
    if self.timer <= 0 then
      if not sensors.blocked then
        self.state = "closing"
      else
        self.timer = 2
      end
    end
  elseif self.state == "closing" then
    for i = 1, #sensors do
      if sensors[i].blocked then
        self.state = "opening"
        if self.onReopen then
          self.onReopen(self.floor)
        end
      end
    end
  end
end

local function find(list, value)
  for i = 1, #list do
    for j = 1, #list[i] do
      if list[i][j] == value then
        return i, j
      end
    end
  end
end

local grid = {
  { 0, 0, 0, 0, 0, 0, 0, 0 },
  { 0, 0, 0, 0, 0, 0, 0, 0 },
  { 0, 1, 1, 0, 0, 1, 1, 0 },
  { 0, 1, 1, 0, 0, 1, 1, 0 },
  { 0, 0, 0, 0, 0, 0, 0, 0 },
}

for y = 1, 5 do
  for x = 1, 8 do
    if grid[y][x] == 1 then
      io.write("#")
    else
      io.write(".")
    end
  end
  io.write("\\n")
end

return { Door = Door, find = find }
`;

const chinese = `今天天气很好，我们一起去公园散步吧。公园里有很多人，有的人在跑步，有的人在唱歌，有的人在下棋。

慢慢地，慢慢地，太阳落山了。孩子们哈哈大笑，笑得很开心很开心。妈妈说：“好好学习，天天向上。”爸爸说：“对对对，好好学习。”

1. 首先，打开设置页面，找到“网关”一项。
2. 然后，输入网关的地址，再输入密钥。
3. 最后，点击“保存”，等一等，等一等就可以了。

他说他的目的的确如此，目的地的地图也的确在他的包里。人人为我，我为人人；一传十，十传百。

問題の原因は、サーバーの設定にあります。サーバーの設定を確認してから、もう一度サーバーを起動してください。いろいろな方法がありますが、どれもどれも時間がかかります。

한국어 문장도 있습니다. 설정을 확인한 다음 다시 시작하세요. 천천히, 천천히 하면 됩니다.
`;

const prose = `## Why the cache grows

The cache grows because entries are never removed. That that happens is no surprise: the function had had no limit since it was written. We are going to town today, and I put it in into the box by mistake; very, very, very slowly the memory fills up.

What I tell you three times is true. What I tell you three times is true. Row, row, row your boat, gently down the stream. No, no, no, no, no: the more you look, the more you see, and the more you see, the more you know.

- Check the settings, then restart the server.
- Check the settings, then restart the client.
- Check the logs.

The committee murmured that the barbarians had eaten their bonbons. It is what it is. "Never again," she said, "never again will I edit the configuration by hand; never again will I trust a default."

### Why the cache grows slowly

It grows slowly because it is compressed. It is compressed because it grows. Tests test what tests test, and the tester tests the tests. On and on and on it went, again and again, over and over.
`;

function htmlTable(): string {
  const random = createRandom(7);
  const rows = range(60).map(
    () => `  <tr>\n    <td>${random(3)}</td>\n    <td>${random(3)}</td>\n    <td>Yes</td>\n  </tr>`,
  );
  const flat = range(60).map(
    () => `<tr><td>${random(4)}</td><td>${random(2)}</td><td>Yes</td><td>Yes</td></tr>`,
  );
  const wide = range(10).map(
    () =>
      `<tr><td class="number">${random(2)}</td><td class="number">${random(2)}</td><td class="number">0</td></tr>`,
  );
  return [
    '<table>\n  <tr>\n    <th>A</th>\n    <th>B</th>\n    <th>C</th>\n  </tr>',
    ...rows,
    '</table>\n\n<table>',
    ...flat,
    `</table>\n\n<table>${wide.join('')}</table>\n`,
  ].join('\n');
}

function markdownTable(): string {
  const random = createRandom(11);
  const status = ['Passed', 'Failed', 'Passed without warnings'];
  const rows = range(80).map(
    () => `| ${status[random(3)]} | ${random(2)} | ${status[random(3)]} | n/a |`,
  );
  return [
    'The results:\n',
    '| First | N | Second | Note |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function json(): string {
  const random = createRandom(13);
  const records = range(40).map(() => ({ id: 1 + random(3), ok: random(2) === 1, tags: [] }));
  const nested = range(20).map(() => ({ name: 'Passed', values: [random(2), random(2), 0, 0] }));
  return [
    JSON.stringify(nested, undefined, 2),
    JSON.stringify(records),
    `[\n${records.map((record) => `  ${JSON.stringify(record)}`).join(',\n')}\n]`,
    JSON.stringify(range(60).map(() => 100 + random(3))),
  ].join('\n\n');
}

/** A file of a package whose version is fixed: the samples do not change with the project. */
function packageFile(path: string): string {
  return readFileSync(join(packages, path), 'utf8');
}

/** Markdown in a longer fence, with fences in it. */
const nestedFences = `A document:\n\n\`\`\`\`md\n${packageFile('openai/README.md').slice(0, 3_000)}\n\`\`\`\`\n\n1. In a list:\n\n    ~~~lua\n    end\n    end\n    ~~~\n\n   Done.\n`;

/** The answers of the sample: short ones of each kind. */
export const shortAnswers: readonly SampleAnswer[] = [
  { name: 'prose', text: prose },
  { name: 'Chinese, Japanese and Korean', text: chinese },
  { name: 'Lua', text: lua },
  { name: 'Lua in a fence', text: fenced('lua', lua) },
  { name: 'HTML tables', text: htmlTable() },
  { name: 'HTML tables in a fence', text: fenced('html', htmlTable()) },
  { name: 'Markdown table', text: markdownTable() },
  { name: 'JSON', text: json() },
  { name: 'JSON in a fence', text: fenced('json', json()) },
  { name: 'nested fences', text: nestedFences },
];

/** Documents and code are among them. */
export function longAnswers(): readonly SampleAnswer[] {
  const documents = ['fast-check', 'mocha', 'openai', 'preact', 'valibot'];
  const programs = ['preact/src/diff/index.js', 'preact/hooks/src/index.js'];
  const schema = packageFile('knip/schema.json');
  const manifest = packageFile('preact/package.json');
  return [
    ...shortAnswers,
    ...documents.map((name) => ({ name, text: packageFile(`${name}/README.md`) })),
    ...programs.flatMap((path) => [
      { name: path, text: packageFile(path) },
      { name: `${path} in a fence`, text: fenced('js', packageFile(path)) },
    ]),
    { name: 'TypeScript', text: packageFile('@preact/signals/src/index.ts') },
    { name: 'JSON Schema', text: schema },
    { name: 'JSON Schema in a fence', text: fenced('json', schema) },
    { name: 'manifest in a fence', text: fenced('json', manifest) },
  ];
}
