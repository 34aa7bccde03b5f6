// What the chat view costs: the renderer beside its peers, texts that are slow to render, the page as a whole.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { projectRoot } from '../support/toolchain';
import type { Figure } from './figure';
import { measureChat } from './webview/chatCosts';
import { measureHostileTexts } from './webview/hostileCosts';
import { measureMixed, measureOpenBlocks, type Progress } from './webview/rendererCosts';
import { RenderersPage } from './webview/renderersPage';

/** In bytes, compressed: what the page loads before it shows anything. */
const maxStartBundle = 90_000;

/** The renderer's part is long: it runs only when it is named. */
export async function measureWebview(isNamed: boolean): Promise<readonly Figure[]> {
  const start = performance.now();
  const progress: Progress = (line) => {
    console.log(`  ${((performance.now() - start) / 1_000).toFixed(0).padStart(4)} s  ${line}`);
  };
  return [
    ...startBundle(),
    ...(await measureChat(progress)),
    ...(isNamed ? await measureRenderer(progress) : []),
  ];
}

async function measureRenderer(progress: Progress): Promise<readonly Figure[]> {
  const page = await RenderersPage.open();
  try {
    return [
      ...(await measureMixed(page, progress)),
      ...(await measureOpenBlocks(page, progress)),
      ...(await measureHostileTexts(page, progress)),
    ];
  } finally {
    await page.close();
  }
}

function startBundle(): readonly Figure[] {
  const size = (name: string): number =>
    gzipSync(readFileSync(join(projectRoot, 'dist', name))).length;
  return [
    {
      name: 'start bundle: webview.js and webview.css, gzip',
      value: size('webview.js') + size('webview.css'),
      unit: 'bytes',
      limit: maxStartBundle,
    },
  ];
}
