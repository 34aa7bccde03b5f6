import assert from 'node:assert/strict';
import type { ToolOutcome } from '../../../../../src/conversation/common/conversation';
import {
  maskSecrets,
  type SecretScanner,
} from '../../../../../src/features/secrets/node/secretScanner';
import { TextScanner } from '../../../../../src/features/secrets/node/textScanner';
import {
  workspaceTools,
  type ToolName,
} from '../../../../../src/features/workspaceTools/common/workspaceTools';
import { WorkspaceReader } from '../../../../../src/features/workspaceTools/node/workspaceReader';
import { seededRandom } from '../../../../support/journal/seededRandom';
import { propertyRuns } from '../../../../support/propertyRuns';
import { plantedSecrets, type PlantedSecret } from '../../../../support/secrets/plantedSecrets';
import { memoryWorkspace, type MemoryWorkspace } from './memoryWorkspace';

const names = workspaceTools.map(({ name }) => name);

/** Many calls read the same texts. */
const scanned = new Map<string, ReturnType<TextScanner['scan']>>();

function scan(text: string): ReturnType<TextScanner['scan']> {
  const secrets = scanned.get(text) ?? new TextScanner([], String).scan(text);
  scanned.set(text, secrets);
  return secrets;
}

const scanner: SecretScanner = {
  warmUp: () => {},
  scan: (texts) => {
    const findings = texts.flatMap((text, textIndex) =>
      scan(text).map((secret) => Object.assign({ textIndex }, secret)),
    );
    return Promise.resolve({ findings, isIncomplete: false });
  },
};

function readerOf(workspace: MemoryWorkspace, tools: readonly ToolName[] = names) {
  const open = memoryWorkspace(workspace);
  return new WorkspaceReader({ scanner, key: undefined, tools, workspace: () => open, known: [] });
}

interface Call {
  readonly name: string;
  readonly input: object;
}

function run(workspace: MemoryWorkspace, { name, input }: Call): Promise<ToolOutcome> {
  const call = { id: 'c', name, arguments: JSON.stringify(input) };
  return readerOf(workspace).run(call, new AbortController().signal);
}

const search = (pattern: string): Call => ({ name: 'search_text', input: { pattern } });

const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

/** Secrets of a form, made of different random characters. */
const formsOf = (seed: number): readonly PlantedSecret[] => plantedSecrets(seededRandom(seed));
const lineOf = ({ secret, line = secret }: PlantedSecret): string => line;

/** What a secret consists of, in lines: no such line may be shown. */
const piecesOf = ({ secret }: PlantedSecret): readonly string[] =>
  secret.split('\n').filter((piece) => piece.length > 12 && !piece.startsWith('-----'));

const masked = (text: string): string => maskSecrets(text, scan(text));

/** A workspace that has a secret in all places in which the scanner knows it. */
function workspaceWith(planted: PlantedSecret): MemoryWorkspace {
  const line = lineOf(planted);
  const known = (text: string): string =>
    piecesOf(planted).some((piece) => masked(text).includes(piece)) ? '' : text;
  return {
    files: {
      'src/a.ts': known(`import a\nconst value = '${line}'; // needle\nexport b\n`),
      'src/b.ts': 'needle\n',
      [known(`logs/${line.replaceAll('/', '-')}/a.ts`)]: 'needle\n',
    },
    unsaved: { 'src/b.ts': known(`needle\n${line}\n`) },
    symbols: [known(line.split('\n')[0] ?? ''), 'needle'],
    problems: [known(`src/a.ts:2:1 error: Unknown ${line}`)],
  };
}

/** Calls that have much to return, and those that ask for a text. */
function callsFor(secret: string): readonly Call[] {
  const [text = ''] = secret.split('\n');
  const pattern = text.replaceAll(/[^\w\s]/gu, String.raw`\$&`);
  const patterns = [
    '.',
    pattern,
    `${pattern}|value`,
    `${pattern}|removed`,
    // What stands before the secret, and there only.
    ...['$', String.raw`\b`, String.raw`\B`].map((end) => `= '${end}|${pattern}`),
  ];
  const inputs: Readonly<Record<ToolName, readonly object[]>> = {
    list_files: ['', `*${text}*`].map((glob) => ({ glob })),
    search_text: patterns.map((one) => ({ pattern: one })),
    read_file: [{ path: 'src/a.ts' }, { path: 'src/a.ts', from: 3, to: 4 }],
    find_symbol: ['', text].map((name) => ({ name })),
    list_problems: [{}],
  };
  return Object.entries(inputs).flatMap(([name, each]) => each.map((input) => ({ name, input })));
}

describe('WorkspaceReader', () => {
  it('lets no tool return a secret, wherever in the workspace it is', async () => {
    const shown: string[] = [];
    for (let seed = 1; seed <= propertyRuns(1); seed += 1) {
      for (const planted of formsOf(seed)) {
        const workspace = workspaceWith(planted);
        for (const call of callsFor('')) {
          const { text } = await run(workspace, call);
          const pieces = piecesOf(planted).filter((piece) => text.includes(piece));
          shown.push(...pieces.map((piece) => `${planted.name}: ${call.name} shows ${piece}`));
        }
      }
    }
    assert.deepEqual(shown, []);
  });

  it('tells no two secrets of one form apart, whatever is asked', async () => {
    const told: string[] = [];
    let compared = 0;
    for (let seed = 1; seed <= propertyRuns(1); seed += 1) {
      const others = formsOf(-seed);
      for (const [index, planted] of formsOf(seed).entries()) {
        const { secret = '' } = others[index] ?? {};
        const line = lineOf(planted).replaceAll(planted.secret, () => secret);
        const [one, other] = [workspaceWith(planted), workspaceWith({ ...planted, secret, line })];
        // The scanner knows some only by chance.
        if (masked(JSON.stringify(one)) === masked(JSON.stringify(other))) {
          compared += 1;
          for (const call of callsFor(planted.secret)) {
            const [{ text }, otherOutcome] = [await run(one, call), await run(other, call)];
            if (text !== otherOutcome.text) {
              told.push(`${planted.name}: ${call.name} ${JSON.stringify(call.input)}`);
            }
          }
        }
      }
    }
    assert.ok(compared > 50, `${compared} forms were compared`);
    assert.deepEqual(told, []);
  });

  it('finds a line with a secret by what it shows, and by nothing else', async () => {
    const workspace = { files: { 'a.ts': `first\n  token = '${token}'; // GitHub\nlast\n` } };
    const found = "Matches\n```\na.ts:2: token = '[GitHub token removed]'; // GitHub\n```";
    for (const pattern of [
      'token',
      String.raw`token\s*=`,
      'token = .*',
      "token = '",
      '// GitHub$',
    ]) {
      assert.equal((await run(workspace, search(pattern))).text, found, pattern);
    }
    for (const pattern of [
      'ghp_',
      'ghp_[a-m]',
      '[0-9]',
      'GitHub token',
      'removed',
      String.raw`'\b`,
    ]) {
      assert.match((await run(workspace, search(pattern))).text, /^Nothing matches/u, pattern);
    }
  });

  it('finds what an editor shows, not what was on disk before', async () => {
    const workspace = { files: { 'a.ts': 'old\nsame\n' }, unsaved: { 'a.ts': 'same\nnew\n' } };
    assert.equal(
      (await run(workspace, search('same|new|old'))).text,
      'Matches\n```\na.ts:1: same\na.ts:2: new\n```',
    );
  });

  it('says that more lines match than it returns, without a number', async () => {
    const linesIn = async (count: number): Promise<readonly string[]> =>
      (await run({ files: { 'a.ts': 'x\n'.repeat(count) } }, search('x'))).text.split('\n');
    const [title, ...lines] = await linesIn(101);
    assert.equal(title, 'Matches (omitted: more)');
    assert.equal(lines.length, 102);
    assert.equal((await linesIn(100))[0], 'Matches');
  });

  it('limits what any tool returns to 500 lines and 50,000 characters', async () => {
    const long = 'w'.repeat(120);
    const each = Array.from({ length: 900 }, (_, index) => `${index}/${long}`);
    const workspace = {
      files: {
        ...Object.fromEntries(each.map((path) => [path, long])),
        'long.txt': `${long}\n`.repeat(900),
      },
      symbols: ['w'],
      problems: each,
    };
    for (const call of [
      { name: 'list_files', input: {} },
      search('w'),
      { name: 'read_file', input: { path: 'long.txt' } },
      { name: 'find_symbol', input: { name: 'w' } },
      { name: 'list_problems', input: {} },
    ]) {
      const { text } = await run(workspace, call);
      assert.ok(text.length > 10_000 && text.length < 50_500, `${call.name}: ${text.length}`);
    }
    const short = {
      files: { 'a.ts': 'x\n'.repeat(900) },
      problems: Array.from({ length: 900 }, () => 'x'),
    };
    const lines = (text: string): number => text.split('\n').length - 3;
    const read = await run(short, { name: 'read_file', input: { path: 'a.ts' } });
    assert.match(read.text, /^File `a\.ts` \(lines 1-500, of 900\)/u);
    assert.equal(lines(read.text), 500);
    const problems = await run(short, { name: 'list_problems', input: {} });
    assert.match(problems.text, /^Problems in the workspace \(omitted: 400\)/u);
    assert.equal(lines(problems.text), 500);
  });

  it('returns nothing of a text that could not be searched for secrets completely', async () => {
    const reader = new WorkspaceReader({
      scanner: { ...scanner, scan: () => Promise.resolve({ findings: [], isIncomplete: true }) },
      key: undefined,
      tools: names,
      workspace: () => memoryWorkspace({ files: { 'a.ts': token } }),
      known: [],
    });
    const call = { id: 'c', name: 'read_file', arguments: '{"path":"a.ts"}' };
    const outcome = await reader.run(call, new AbortController().signal);
    assert.deepEqual(outcome, { text: 'The tool failed: Error.', name: '', hasNothingNew: true });
  });

  it('returns once what has not changed', async () => {
    const reader = readerOf({ files: { 'a.ts': 'x\n' } });
    const call = { id: 'c', name: 'read_file', arguments: '{"path":"a.ts"}' };
    const first = await reader.run(call, new AbortController().signal);
    assert.equal(first.hasNothingNew, undefined);
    const second = await reader.run(call, new AbortController().signal);
    assert.match(second.text, /see above, it has not changed/u);
    assert.equal(second.hasNothingNew, true);
  });

  it('offers and runs only the tools that the user was asked about', async () => {
    const reader = readerOf({ files: { 'a.ts': 'x\n' } }, ['read_file']);
    assert.deepEqual(
      reader.definitions.map(({ name }) => name),
      ['read_file'],
    );
    const call = { id: 'c', name: 'list_files', arguments: '' };
    const { text } = await reader.run(call, new AbortController().signal);
    assert.equal(text, 'There is no tool of this name. The tools are: read_file.');
  });

  it('tells the model what is wrong with its arguments, next to what it wrote', async () => {
    for (const [written, problem] of [
      ['{"folder":"src"}', 'The argument "path" is missing.'],
      ['{"path":"a.ts","from":"two"}', 'The argument "from" must be of the type integer.'],
      ['{"path":"a', 'The arguments are not a JSON object.'],
    ] as const) {
      const call = { id: 'c', name: 'read_file', arguments: written };
      const reader = readerOf({ files: { 'a.ts': 'x\n' } }, ['read_file']);
      const { text, name } = await reader.run(call, new AbortController().signal);
      assert.equal(text, `${problem} You wrote: ${written}`);
      assert.equal(name, written);
    }
  });
});
