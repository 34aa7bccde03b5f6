// Links, files, symbols, scripts, commands and settings that the documents name must exist.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as v from 'valibot';
import type { AttachmentKind } from '../../src/conversation/common/attachmentKinds';
import { gatewayExtrasSchema, modelFieldSchemas } from '../../src/gateway/node/gatewayExtras';
import { projectRoot } from '../support/toolchain';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

const documents = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: projectRoot,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(projectRoot, path)))
  // Answers of models name files of other projects.
  .filter((path) => !path.startsWith('test/unit/features/apply/answers/'));

const withoutFences = (markdown: string): string => markdown.replace(/^```[\s\S]*?^```/gmu, '');

/** The targets of all links and pictures. */
function targetsIn(markdown: string): readonly string[] {
  const prose = withoutFences(markdown).replace(/`[^`\n]*`/gu, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/gu)].map(([, target]) => target ?? '');
}

/** The anchors of the headings, as GitHub and the Marketplace make them. */
function anchorsIn(markdown: string): readonly string[] {
  const headings = markdown.matchAll(/^#+ (.+)$/gmu);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isTargetThere(document: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? document : join(dirname(document), path);
  if (!existsSync(join(projectRoot, file))) {
    return false;
  }
  return anchor === undefined || anchorsIn(read(file)).includes(anchor);
}

/** Texts in backquotes. */
function codeIn(markdown: string): readonly string[] {
  return [...withoutFences(markdown).matchAll(/`([^`\n]+)`/gu)].map(([, code]) => code ?? '');
}

/** All source text in which a symbol can be declared. */
const sources = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'src/*.ts', 'src/*.tsx', 'test/*.ts'],
  { cwd: projectRoot, encoding: 'utf8' },
)
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(projectRoot, path)))
  .map(read)
  .join('\n');

const isDeclared = (name: string): boolean =>
  new RegExp(`\\b(?:class|interface|type|function\\*?|const) ${name}\\b`, 'u').test(sources);

/** A path of the repository: it starts with one of its folders. */
const isPath = (code: string): boolean => /^(?:src|test|docs|media)\/[\w./-]*$/u.test(code);

/** A symbol of the code: in capitals and camel case, or called. */
const isSymbol = (code: string): boolean =>
  /^[A-Z][a-z]+(?:[A-Z][a-z]+)+$/u.test(code) || /^[a-z]\w*\(\)$/u.test(code);

const manifest = JSON.parse(read('package.json')) as {
  readonly name: string;
  readonly publisher: string;
  readonly version: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  };
};
const contributed = new Set([
  ...manifest.contributes.commands.map(({ command }) => command),
  ...Object.keys(manifest.contributes.configuration.properties),
]);

for (const name of documents) {
  describe(name, () => {
    const text = read(name);

    it('links only to what exists', () => {
      const local = targetsIn(text).filter((target) => !/^(?:https?|command):/u.test(target));
      assert.deepEqual(
        local.filter((target) => !isTargetThere(name, target)),
        [],
      );
    });

    it('names only files, symbols, scripts, commands and settings that exist', () => {
      const missing = codeIn(text).filter((code) => {
        if (isPath(code)) {
          return !existsSync(join(projectRoot, code));
        }
        if (isSymbol(code)) {
          return !isDeclared(code.replace('()', ''));
        }
        const script = /^npm run ([\w:]+)/u.exec(code)?.[1];
        if (script !== undefined) {
          return manifest.scripts[script] === undefined;
        }
        return /^portico\.[a-zA-Z.]+$/u.test(code) && code !== 'portico.vsix'
          ? !contributed.has(code)
          : false;
      });
      assert.deepEqual(missing, []);
    });
  });
}

describe('the pictures', () => {
  it('are each shown by a document', () => {
    const shown = new Set(
      documents.flatMap((name) =>
        targetsIn(read(name)).map((target) => join(dirname(name), target)),
      ),
    );
    const pictures = globSync('media/screenshots/**/*.*', { cwd: projectRoot });
    assert.ok(pictures.length > 0);
    assert.deepEqual(
      pictures.filter((picture) => !shown.has(picture)),
      [],
    );
  });
});

for (const name of ['docs/operators.md', 'docs/operators.zh-cn.md']) {
  describe(name, () => {
    const text = read(name);
    const links = [...text.matchAll(/\b[\w-]+:\/\/([\w.-]+)\/connect\?([^\s"`]*)/gu)];

    it('has links to the extension of this publisher, in which no key stands last', () => {
      assert.ok(links.length > 6, 'they were found');
      for (const [link, id, query = ''] of links) {
        assert.equal(id, `${manifest.publisher}.${manifest.name}`, link);
        assert.doesNotMatch(query, /(?:^|&)key=[^&]*$/u, link);
      }
    });

    it('has a preset that can be used, with its link', () => {
      const preset = [...text.matchAll(/^```json\n(\{\n[\s\S]*?)^```/gmu)][0]?.[1] ?? '';
      const { name: _name, baseUrl, ...extras } = JSON.parse(preset) as Record<string, unknown>;
      assert.equal(baseUrl, 'https://gateway.example');
      v.assert(gatewayExtrasSchema, extras);
      const encoded = Buffer.from(preset).toString('base64url');
      assert.ok(links.some(([, , query]) => query === `preset=${encoded}`));
    });

    it('names every field of a preset', () => {
      const named = codeIn(text);
      const fields = ['name', 'baseUrl', 'keyCommand', ...Object.keys(gatewayExtrasSchema.entries)];
      const ofModels = Object.keys(modelFieldSchemas);
      assert.deepEqual(
        [...fields, ...ofModels].filter((field) => !named.includes(field)),
        [],
      );
    });
  });
}

describe('README.md', () => {
  const text = read('README.md');

  it('has at most 130 lines and shows pictures', () => {
    assert.ok(text.split('\n').length <= 131);
    assert.ok(targetsIn(text).filter((target) => target.endsWith('.png')).length >= 2);
  });

  it('names the buttons that the first start shows, in their order', () => {
    const steps = /## Your first answer[\s\S]*?(?=\n\*\*)/u.exec(text)?.[0] ?? '';
    const named = [...steps.matchAll(/^\d\. \*\*(.+?)\*\*/gmu)].map(([, button]) => button);
    const panel = read('src/features/setup/page/SetupPanel.tsx');
    const buttons = [...panel.matchAll(/\? l10n\.t\('((?:Set|Select) .+?)'\)/gu)].map(
      ([, button]) => button,
    );
    assert.deepEqual(named, buttons);
  });
});

for (const [name, titlesFile] of [
  ['README.md', 'package.nls.json'],
  ['README.zh-CN.md', 'package.nls.zh-cn.json'],
] as const) {
  it(`${name} names the commands by their titles, and all of them`, () => {
    const cells = [...read(name).matchAll(/^\| (\*\*.+?) \|/gmu)].map(([, cell]) => cell);
    const named = cells.join().matchAll(/\*\*(.+?)\*\*/gu);
    const titles = Object.entries(JSON.parse(read(titlesFile)) as Record<string, string>)
      .filter(([key]) => key.startsWith('command.'))
      .map(([, title]) => title);
    assert.deepEqual(Array.from(named, ([, title = '']) => title).toSorted(), titles.toSorted());
  });
}

describe('CHANGELOG.md', () => {
  it('begins with the version of the package', () => {
    assert.equal(/^## (.+)$/mu.exec(read('CHANGELOG.md'))?.[1], manifest.version);
  });

  it('has at most 25 lines', () => {
    assert.ok(read('CHANGELOG.md').trimEnd().split('\n').length <= 25);
  });
});

describe('docs/architecture.md', () => {
  const text = read('docs/architecture.md');
  const journey = /## Journey 1[\s\S]*?(?=\n## )/u.exec(text)?.[0] ?? '';
  const files = [...new Set(codeIn(journey).filter((code) => /\.tsx?$/u.test(code)))];

  it('lists the files of a question’s path, at most 40', () => {
    assert.ok(files.length >= 20 && files.length <= 40, `${files.length} files`);
  });

  it('names files that import one another: each is reached from the page or the extension', () => {
    const names = files.map((file) => relative('src', file).replace(/^.*\/|\.tsx?$/gu, ''));
    const notImported = names.filter(
      (name) => !new RegExp(`from '[^']*\\b${name}'`, 'u').test(sources),
    );
    assert.deepEqual(notImported, []);
  });
});

describe('docs/attachments.md', () => {
  /** The first column of the table has these names. */
  const names: Readonly<Record<AttachmentKind, string>> = {
    file: 'File',
    folder: 'Folder',
    selection: 'Selection',
    symbol: 'Symbol',
    problems: 'Problems',
    terminal: 'Terminal',
    changes: 'Git changes',
    commit: 'Git changes',
    notebookCell: 'Notebook cell',
    image: 'Image',
    pdf: 'PDF file',
    pastedText: 'Long pasted text',
    instructions: 'Instruction files',
  };

  it('has a row for each kind of attachment', () => {
    const text = read('docs/attachments.md');
    for (const name of Object.values(names)) assert.ok(text.includes(`\n| ${name} `), name);
  });
});
