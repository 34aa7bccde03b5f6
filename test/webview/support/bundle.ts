// Builds the chat page as the product does, once per run and in memory.
import { join } from 'node:path';
import { build } from 'esbuild';
import { webviewOptions } from '../../../esbuild.webview';

const root = join(__dirname, '..', '..', '..');

/** Contents by file name (`webview.js`, `webview.css`, `codicon.ttf`, and the scripts that the page loads on first use). */
export type Bundle = ReadonlyMap<string, Uint8Array>;

const built = new Map<string, Promise<Bundle>>();

/** The bundle of the chat page, or of another entry (path from the project's root). */
export function bundle(entry = 'src/webview.ts'): Promise<Bundle> {
  const bundled = built.get(entry) ?? buildEntry(entry);
  built.set(entry, bundled);
  return bundled;
}

async function buildEntry(entry: string): Promise<Bundle> {
  const { outputFiles } = await build({
    ...webviewOptions(entry),
    absWorkingDir: root,
    minify: true,
    write: false,
  });
  return new Map(outputFiles.map((file) => [file.path.split(/[\\/]/).at(-1) ?? '', file.contents]));
}
