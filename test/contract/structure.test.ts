// What the folders of src promise: which may import which, and names that lead to one place.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path/posix';
import { projectRoot } from '../support/toolchain';

const files = readdirSync(join(projectRoot, 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

/** The names that stand for more than one of `items`, with the items. */
function shared(items: Iterable<readonly [name: string, item: string]>): readonly string[] {
  return [...Map.groupBy(items, ([name]) => name)]
    .filter(([, named]) => named.length > 1)
    .map(([name, named]) => `${name}: ${named.map(([, item]) => item).join(', ')}`);
}

const nameOf = (file: string): string => relative(projectRoot, file);

/**
 * What each area may import besides itself. Features are listed below, `src/compose` may import all of them, and
 * `src/extension.ts` imports what it likes.
 */
const areaImports: Readonly<Record<string, readonly string[]>> = {
  base: [],
  markdown: ['base'],
  gateway: ['base'],
  conversation: ['base', 'gateway'],
  storage: ['base', 'gateway', 'conversation'],
  platform: ['base', 'markdown', 'gateway', 'conversation', 'storage'],
  workspace: ['base', 'markdown', 'gateway', 'conversation', 'platform'],
  chat: ['base', 'markdown', 'gateway', 'conversation', 'storage', 'platform', 'workspace'],
  compose: ['chat'],
  webview: ['chat', 'compose'],
};

/** Which features a feature may import besides all areas. Add a pair only if the other feature is there without this one. */
const featureImports: Readonly<Record<string, readonly string[]>> = {
  adjustments: ['models', 'setup'],
  apply: ['attachments', 'prompts'],
  attachments: ['contextWindow'],
  balance: ['models', 'setup'],
  codeColors: [],
  commitMessage: ['models', 'secrets', 'setup'],
  connectionCheck: ['models', 'setup'],
  contextWindow: ['setup'],
  costs: ['contextWindow', 'models', 'usage'],
  history: ['setup'],
  models: ['contextWindow', 'setup'],
  prompts: ['attachments', 'setup'],
  secrets: [],
  sentRequest: [],
  setup: [],
  transfer: ['history', 'models'],
  usage: ['balance', 'models', 'sentRequest'],
  workspaceTools: ['contextWindow', 'models', 'secrets', 'setup', 'usage'],
  vscodeChat: ['contextWindow', 'models', 'setup'],
};

const imports = files
  .filter((file) => /\.tsx?$/u.test(file))
  .flatMap((file) => {
    const from = nameOf(file);
    const specifiers = readFileSync(file, 'utf8').matchAll(
      /\b(?:from |import |import\()'(\.[^']*)'/gu,
    );
    return [...specifiers].map(([, path = '']) => ({
      from,
      to: normalize(join(dirname(from), path)),
    }));
  });

/** `base` for example, or `features/history`; `extension` and `webview` for the entries. */
function areaOf(path: string): string {
  const [, area = '', feature] = path.replace(/\.ts$/u, '').split('/');
  return area === 'features' ? `features/${feature}` : area;
}

function mayImport(importer: string, imported: string): boolean {
  const feature = importer.replace('features/', '');
  return (
    importer === 'extension' ||
    (importer === 'compose' && imported.startsWith('features/')) ||
    (areaImports[importer] ?? []).includes(imported) ||
    (importer !== feature &&
      ((Object.hasOwn(areaImports, imported) && !['compose', 'webview'].includes(imported)) ||
        (featureImports[feature] ?? []).some((other) => imported === `features/${other}`)))
  );
}

describe('src', () => {
  it('has no two modules of one name', () => {
    const modules = files.filter((file) => /\.tsx?$/u.test(file));
    assert.ok(modules.length > 300, 'the folder was read');
    assert.deepEqual(shared(modules.map((file) => [basename(file), nameOf(file)])), []);
  });

  it('has no two exported types of one name', () => {
    const types = files.flatMap((file) =>
      [
        ...readFileSync(file, 'utf8').matchAll(
          /^export (?:abstract )?(?:class|interface|type) (\w+)/gmu,
        ),
      ].map(([, name = '']) => [name, nameOf(file)] as const),
    );
    assert.ok(types.length > 300, 'the types were found');
    assert.deepEqual(shared(types), []);
  });

  it('has arrows in one direction: base ← markdown, gateway ← conversation ← storage, platform ← workspace ← chat ← features ← compose', () => {
    assert.ok(imports.length > 2_000, 'the imports were found');
    const against = imports.filter(({ from, to }) => {
      const [importer, imported] = [areaOf(from), areaOf(to)];
      return importer !== imported && !mayImport(importer, imported);
    });
    assert.deepEqual(
      against.map(({ from, to }) => `${from} → ${to}`),
      [],
    );
  });

  it('has no two features that import each other, however far around', () => {
    const depths = new Map<string, number>();
    const depthOf = (feature: string, path: readonly string[]): number => {
      assert.ok(!path.includes(feature), `a circle: ${[...path, feature].join(' → ')}`);
      const below = (featureImports[feature] ?? []).map((one) => depthOf(one, [...path, feature]));
      const depth = 1 + Math.max(0, ...below);
      depths.set(feature, depth);
      return depth;
    };
    for (const feature of Object.keys(featureImports)) depthOf(feature, []);
    assert.deepEqual(
      [...depths.keys()].toSorted(),
      readdirSync(join(projectRoot, 'src/features')).toSorted(),
    );
  });

  it('lists no pair of features that is not needed', () => {
    const used = new Set(imports.map(({ from, to }) => `${areaOf(from)} → ${areaOf(to)}`));
    const listed = Object.entries(featureImports).flatMap(([feature, others]) =>
      others.map((other) => `features/${feature} → features/${other}`),
    );
    assert.deepEqual(
      listed.filter((pair) => !used.has(pair)),
      [],
    );
  });

  it('has no command of the page that the page does not post', () => {
    const read = (pattern: RegExp): readonly string[] =>
      files.filter((file) => pattern.test(file)).map((file) => readFileSync(file, 'utf8'));
    const commands = read(/[vV]iewCommands\.ts$/u).flatMap((code) =>
      Array.from(code.matchAll(/\btype: v\.literal\('(\w+)'\)/gu), ([, type = '']) => type),
    );
    const page = read(/\/page\/.*\.tsx?$/u).join('');
    assert.ok(commands.length > 50, 'the commands were found');
    assert.deepEqual(
      commands.filter((type) => !new RegExp(`'${type}'`, 'u').test(page)),
      [],
    );
  });
});
