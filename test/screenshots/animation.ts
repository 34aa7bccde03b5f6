// Records a page as an animated GIF.
import { writeFileSync } from 'node:fs';
import * as gifenc from 'gifenc';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';

const maxColors = 128;
const frameMs = 150;
const lastFrameMs = 3_000;

/** Takes frames until `isDone` resolves to true. Returns the file's length in bytes. */
export async function recordGif(
  page: Page,
  file: string,
  isDone: () => Promise<boolean>,
): Promise<number> {
  const frames: { readonly frame: Buffer; ms: number }[] = [];
  for (let done = false; !done;) {
    done = await isDone();
    const [frame] = await Promise.all([page.screenshot(), page.waitForTimeout(frameMs)]);
    const last = frames.at(-1);
    if (last?.frame.equals(frame) === true) last.ms += frameMs;
    else frames.push({ frame, ms: frameMs });
  }
  const gif = gifenc.GIFEncoder();
  for (const [index, { frame, ms }] of frames.entries()) {
    const { data, width, height } = PNG.sync.read(frame);
    const palette = gifenc.quantize(data, maxColors);
    const delay = index === frames.length - 1 ? lastFrameMs : ms;
    gif.writeFrame(gifenc.applyPalette(data, palette), width, height, { palette, delay });
  }
  gif.finish();
  writeFileSync(file, gif.bytes());
  return gif.bytes().length;
}
