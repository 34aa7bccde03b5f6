// Builds the chat page as the product does, once per run and in memory.
import { build } from 'esbuild';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');

/** Contents by file name (`webview.js`, `highlighter.js`, `math.js`, `webview.css`, `codicon.ttf`). */
export type Bundle = ReadonlyMap<string, Uint8Array>;

const built = new Map<string, Promise<Bundle>>();

/** The bundle of the chat page, or of another entry (path from the project's root). */
export function bundle(entry = 'src/webview/main.tsx'): Promise<Bundle> {
  const bundled = built.get(entry) ?? buildEntry(entry);
  built.set(entry, bundled);
  return bundled;
}

/** Uses the options of esbuild.js. */
async function buildEntry(entry: string): Promise<Bundle> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: {
      webview: entry,
      highlighter: 'src/webview/scripts/highlighter.ts',
      math: 'src/webview/scripts/math.ts',
    },
    bundle: true,
    minify: true,
    write: false,
    outdir: 'dist',
    platform: 'browser',
    format: 'iife',
    target: 'chrome128',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    legalComments: 'none',
  });
  return new Map(outputFiles.map((file) => [file.path.split(/[\\/]/).at(-1) ?? '', file.contents]));
}
