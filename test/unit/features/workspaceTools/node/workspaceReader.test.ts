import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ToolOutcome } from '../../../../../src/conversation/common/conversation';
import {
  type ToolName,
  workspaceTools,
} from '../../../../../src/features/workspaceTools/common/workspaceTools';
import { WorkspaceReader } from '../../../../../src/features/workspaceTools/node/workspaceReader';
import { TextScanner } from '../../../../../src/features/secrets/node/textScanner';
import {
  maskSecrets,
  type SecretScanner,
} from '../../../../../src/features/secrets/node/secretScanner';
import { seededRandom } from '../../../../support/journal/seededRandom';
import { propertyRuns } from '../../../../support/propertyRuns';
import { type PlantedSecret, plantedSecrets } from '../../../../support/secrets/plantedSecrets';
import { type MemoryWorkspace, memoryWorkspace } from './memoryWorkspace';

const names = workspaceTools.map(({ name }) => name);

const scanner: SecretScanner = {
  warmUp: () => {},
  scan: (texts, known) =>
    Promise.resolve({
      findings: texts.flatMap((text, textIndex) =>
        new TextScanner(known, String)
          .scan(text)
          .map((found) => Object.assign(found, { textIndex })),
      ),
      isIncomplete: false,
    }),
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

const masked = (text: string): string => maskSecrets(text, new TextScanner([], String).scan(text));

/** A workspace that has a secret in all places in which the scanner knows it. */
function workspaceWith(planted: PlantedSecret): MemoryWorkspace {
  const line = lineOf(planted);
  const known = (text: string): string =>
    piecesOf(planted).some((piece) => masked(text).includes(piece)) ? '' : text;
  return {
    files: {
      'src/a.ts': `import a\nconst value = '${line}'; // needle\nexport b\n`,
      'src/b.ts': 'needle\n',
      [known(`logs/${line.replaceAll('/', '-')}/a.ts`)]: 'needle\n',
    },
    unsaved: { 'src/b.ts': `needle\n${line}\n` },
    symbols: [known(line.split('\n')[0] ?? ''), 'needle'],
    problems: [known(`src/a.ts:2:1 error: Unknown ${line}`)],
  };
}

describe('WorkspaceReader', () => {
  const callOf = (piece: string): fc.Arbitrary<Call> => {
    const text = fc.constantFrom('', '*', '.', 'needle', 'value', piece.slice(0, 9), piece);
    const line = fc.integer({ min: 1, max: 4 });
    return fc.oneof(
      fc.record({ name: fc.constant('list_files'), input: fc.record({ glob: text }) }),
      fc.record({ name: fc.constant('find_symbol'), input: fc.record({ name: text }) }),
      fc.constant({ name: 'list_problems', input: {} }),
      fc.record({
        name: fc.constant('read_file'),
        input: fc.record({
          path: fc.constantFrom('src/a.ts', 'src/b.ts', `logs/${piece}.txt`),
          from: line,
          to: line,
        }),
      }),
      fc.record({
        name: fc.constant('search_text'),
        input: fc.record({ pattern: patternOf(piece) }),
      }),
    );
  };

  it('lets no tool return a secret, wherever in the workspace it is', async () => {
    const secretAndCall = fc
      .nat()
      .chain((seed) => fc.constantFrom(...formsOf(seed)))
      .chain((planted) => fc.tuple(fc.constant(planted), callOf(lineOf(planted))));
    await fc.assert(
      fc.asyncProperty(secretAndCall, async ([planted, call]) => {
        const { text } = await run(workspaceWith(planted), call);
        const shown = piecesOf(planted).filter((piece) => text.includes(piece));
        assert.deepEqual(shown, []);
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  it('tells no two secrets of one form apart, whatever is asked', async () => {
    const pair = fc
      .tuple(fc.nat(), fc.nat(), fc.nat())
      .map(([seed, otherSeed, index]) => {
        const [one, other] = [seed, otherSeed].map((from) => formsOf(from));
        const [{ name, secret }, first] = [
          other![index % other!.length]!,
          one![index % one!.length]!,
        ];
        return [
          first,
          { name, secret, line: lineOf(first).replaceAll(first.secret, () => secret) },
        ];
      })
      // The scanner knows some only by chance.
      .filter((secrets) => {
        const [one, other] = secrets.map((secret) => {
          const { files, unsaved = {}, symbols = [], problems = [] } = workspaceWith(secret);
          return [...Object.entries({ ...files, ...unsaved }).flat(), ...symbols, ...problems];
        });
        return one!.every((text, index) => masked(text) === masked(other![index] ?? ''));
      });
    const pairAndCall = pair.chain((secrets) =>
      fc.tuple(fc.constant(secrets), callOf(lineOf(secrets[0]!))),
    );
    await fc.assert(
      fc.asyncProperty(pairAndCall, async ([secrets, call]) => {
        const [one, other] = await Promise.all(
          secrets.map((secret) => run(workspaceWith(secret), call)),
        );
        assert.equal(one?.text, other?.text);
      }),
      { numRuns: propertyRuns(60) },
    );
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
});

/** Patterns that ask for what a secret may have, beside what a line shows. */
function patternOf(secret: string): fc.Arbitrary<string> {
  const escape = (text: string): string =>
    text.replaceAll(/[^\w\s]/gu, String.raw`\$&`).split('\n')[0] ?? '';
  const part = fc.constantFrom(
    'value',
    'needle',
    "'",
    "'$",
    "^.*'",
    '.',
    '.*',
    '[a-m]',
    '[n-z0-9]{3}',
    String.raw`\b`,
    String.raw`'\b`,
    String.raw`'\B`,
    ';',
    'removed',
    escape(secret.slice(0, 6)),
    escape(secret.slice(0, 12)),
    escape(secret.slice(-5)),
  );
  const joined = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''));
  return fc.array(joined, { minLength: 1, maxLength: 3 }).map((all) => all.join('|'));
}
