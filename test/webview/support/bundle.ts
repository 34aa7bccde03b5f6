// Builds the webview as the product does, once per run, into memory.
import { build } from 'esbuild';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');

/** File name (`webview.js`, `webview.css`, `codicon.ttf`) to content. */
export type Bundle = ReadonlyMap<string, Uint8Array>;

const built = new Map<string, Promise<Bundle>>();

/** The chat view's own bundle, or that of another entry beside it (path from the root). */
export function bundle(entry = 'src/webview/main.tsx'): Promise<Bundle> {
  const known = built.get(entry) ?? buildEntry(entry);
  built.set(entry, known);
  return known;
}

/** The options are those of esbuild.js. */
async function buildEntry(entry: string): Promise<Bundle> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: { webview: entry },
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
