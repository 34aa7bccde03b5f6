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

type RendererPart = (page: RenderersPage, progress: Progress) => Promise<readonly Figure[]>;

/** The parts of the renderer take minutes: they run only when the view is named. */
export async function measureWebview(isNamed: boolean): Promise<readonly Figure[]> {
  const progress = startProgress();
  return [
    ...startBundle(),
    ...(await measureChat(progress)),
    ...(isNamed ? await measureParts([measureMixed, measureOpenBlocks, measureHostileTexts]) : []),
  ];
}

/** One part of the renderer alone. */
export const rendererPart = (part: RendererPart) => (): Promise<readonly Figure[]> =>
  measureParts([part]);

async function measureParts(parts: readonly RendererPart[]): Promise<readonly Figure[]> {
  const progress = startProgress();
  const page = await RenderersPage.open();
  try {
    const figures: Figure[] = [];
    for (const part of parts) {
      figures.push(...(await part(page, progress)));
    }
    return figures;
  } finally {
    await page.close();
  }
}

/** Prints lines with the seconds since now. */
function startProgress(): Progress {
  const start = performance.now();
  return (line) => {
    console.log(`  ${((performance.now() - start) / 1_000).toFixed(0).padStart(4)} s  ${line}`);
  };
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
