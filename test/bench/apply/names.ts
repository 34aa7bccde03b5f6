// How models name a file, and whether the readers of names find that file and no other one.
import { parseProposals } from '../../../src/features/apply/common/blockFormats';
import { namedFile } from '../../../src/features/apply/node/namedFile';

interface Naming {
  readonly lineBefore?: string;
  readonly heading?: string;
  readonly info?: string;
  readonly code?: string;
}

const code = 'step(1);';

/** Each way, for a path. */
const namings: readonly ((path: string) => Naming)[] = [
  (path) => ({ heading: `### ${path}` }),
  (path) => ({ heading: `### \`${path}\`` }),
  (path) => ({ heading: `### 1. ${path} (new file)` }),
  (path) => ({ heading: `## File: ${path}` }),
  (path) => ({ lineBefore: `**${path}**` }),
  (path) => ({ lineBefore: `**\`${path}\`**:` }),
  (path) => ({ lineBefore: `\`${path}\`` }),
  (path) => ({ lineBefore: `Change [${path}](${path}):` }),
  (path) => ({ lineBefore: `In \`${path}:12\`, add:` }),
  (path) => ({ lineBefore: `File: ${path}` }),
  (path) => ({ lineBefore: `修改 \`${path}\`：` }),
  (path) => ({ info: `ts ${path}` }),
  (path) => ({ info: `ts title="${path}"` }),
  (path) => ({ info: `ts:${path}` }),
  (path) => ({ info: `12:20:${path}` }),
  (path) => ({ lineBefore: `\`/home/me/app/${path}\`` }),
  (path) => ({ lineBefore: `\`file:///home/me/app/${path}\`` }),
  (path) => ({ lineBefore: `\`c:\\app\\${path.replaceAll('/', '\\')}\`` }),
  (path) => ({ code: `// ${path}\n${code}` }),
  (path) => ({ code: `// filepath: ${path}\n${code}` }),
  (path) => ({ code: `// filepath: /home/me/app/${path}\n${code}` }),
  (path) => ({ code: `# ${path}\n${code}` }),
  (path) => ({ code: `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-a\n+b`, info: 'diff' }),
  (path) => ({ code: `--- /home/me/app/${path}\n+++ /home/me/app/${path}\n@@ -1 +1 @@\n-a\n+b` }),
];

/** Sentences that name no file that the code below belongs to. */
const nameless: readonly string[] = [
  'Then `temp_file.name` is the path:',
  'It calls `base_coder.run` as before:',
  'Use `os.path` for it:',
  'This is version 1.2.3',
];

const isSame = (name: string, path: string): boolean =>
  `/${name.replaceAll('\\', '/')}`.endsWith(`/${path}`);

/** Returns shares in %, and every name that is none. */
export function measureNames(paths: readonly string[]): string {
  const counts = { found: 0, 'not found': 0, other: 0 };
  const others = new Map<number, string>();
  for (const path of paths) {
    for (const [row, naming] of namings.entries()) {
      const written = naming(path);
      const name = nameOf(written);
      const found = name === undefined ? 'not found' : isSame(name, path) ? 'found' : 'other';
      counts[found] += 1;
      if (found === 'other') others.set(row, `Another name, ${name}: ${JSON.stringify(written)}`);
    }
  }
  const all = paths.length * namings.length;
  const shares = Object.entries(counts).map(
    ([what, count]) => `${what} ${((count / all) * 100).toFixed(1)} %`,
  );
  const invented = nameless.filter((lineBefore) => nameOf({ lineBefore }) !== undefined);
  return [
    '## File names as agents write them',
    `${all} names: ${shares.join(', ')}.`,
    ...others.values(),
    ...invented.map((line) => `A name is read where there is none: ${line}`),
  ].join('\n\n');
}

function nameOf({
  lineBefore = '',
  heading = '',
  info = '',
  code: block = code,
}: Naming): string | undefined {
  const [proposal] = parseProposals(block, info);
  const written = { info, lineBefore, heading, section: heading, code: block, isClosed: true };
  return namedFile(written) ?? proposal?.path;
}
