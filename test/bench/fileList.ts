// The list of files behind `@` in a workspace of 100,000 files, beside a bare `findFiles` of the same.
// test/integration/bench measures both inside the extension host.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compare, type Figure } from './figure';
import { measuredBy } from './host';

export interface FileListFigures {
  readonly files: number;
  readonly bareMs: number;
  readonly listMs: number;
  /** The longest tasks of the extension host, in ms of CPU time; of the lists, in the round where it was shortest. */
  readonly bareBlockMs: number;
  readonly listBlockMs: number;
  readonly rankBlockMs: number;
  /** What the results hold, in bytes. */
  readonly bareBytes: number;
  readonly listBytes: number;
  /** From a key press to its suggestions, with the list at hand. */
  readonly rankMs: number;
}

const [folders, filesPerFolder] = [1_000, 100];
/** In ms. */
const frame = 16.7;

export async function measureFileList(): Promise<readonly Figure[]> {
  return figuresOf((await measuredBy('fileList', writeFiles)) as FileListFigures);
}

/** With a .gitignore at the top and in every tenth folder. */
function writeFiles(workspace: string): void {
  writeFileSync(join(workspace, '.gitignore'), '*.log\n/out/\nbuild/\n!keep.log\n');
  for (let folder = 0; folder < folders; folder += 1) {
    const path = join(workspace, `area${folder % 30}`, `feature${folder}`);
    mkdirSync(path, { recursive: true });
    for (let file = 0; file < filesPerFolder; file += 1) {
      writeFileSync(join(path, `component${file}View.${file % 10 === 0 ? 'log' : 'ts'}`), '');
    }
    if (folder % 10 === 0) {
      writeFileSync(join(path, '.gitignore'), 'component1View.ts\n/tmp\n');
    }
  }
}

function figuresOf(figures: FileListFigures): readonly Figure[] {
  const name = (text: string): string => `${figures.files} files: ${text}`;
  return [
    ...compare({
      name: name('list for @'),
      value: figures.listMs,
      yardstick: 'bare findFiles',
      yardstickValue: figures.bareMs,
      limit: 1.5,
    }),
    { name: name('longest task of a bare findFiles'), value: figures.bareBlockMs, unit: 'ms' },
    {
      name: name('longest task above that of a bare findFiles'),
      value: Math.max(0, figures.listBlockMs - figures.bareBlockMs),
      unit: 'ms',
      limit: frame,
    },
    { name: name('suggestions for a key press'), value: figures.rankMs, unit: 'ms' },
    {
      name: name('longest task of a key press'),
      value: figures.rankBlockMs,
      unit: 'ms',
      limit: frame,
    },
    {
      name: name('memory ÷ that of the result of a bare findFiles'),
      value: figures.listBytes / figures.bareBytes,
      unit: '×',
      limit: 1.5,
    },
  ];
}
