// Runs in the bench's page: Portico's renderer with its own style sheet, the bare append and the peers, one at a time.
import '../../../src/chat/page/styles/main.css';
import { porticoRenderer, type Renderer } from '../../support/markdown/renderer';
import { bareAppend } from './bareAppend';
import { clineLike, reactMarkdown, streamdown, streamingMarkdown } from './peers';

const renderers = {
  portico: porticoRenderer,
  bare: bareAppend,
  streamingMarkdown,
  streamdown,
  clineLike,
  reactMarkdown,
} as const satisfies Record<string, (root: HTMLElement) => Renderer>;

export type RendererName = keyof typeof renderers;

// Inline styles are blocked by the page's policy, as in the product.
const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  #bench { position: absolute; inset: 0; overflow: hidden auto; }
  .bare section { contain: layout style; }
  .bare p { margin: 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
`);
document.adoptedStyleSheets.push(sheet);

let scroller: HTMLElement | undefined;

/** Callbacks that are due when the page is idle: code is highlighted in them. */
const idle = { callbacks: 0 };
const requestIdle = window.requestIdleCallback.bind(window);
window.requestIdleCallback = (callback, options) => {
  idle.callbacks += 1;
  return requestIdle((deadline) => {
    idle.callbacks -= 1;
    callback(deadline);
  }, options);
};
const cancelIdle = window.cancelIdleCallback.bind(window);
window.cancelIdleCallback = (handle) => {
  idle.callbacks -= 1;
  cancelIdle(handle);
};

/**
 * Runs `work` in the next frame and scrolls to the end. Resolves after all tasks that it has caused, such as those of
 * React's scheduler.
 */
async function frame(work: () => void = () => undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      // Chromium counts as script what it calls, not what runs when a promise is resolved, as the layout below is.
      work();
      resolve();
    });
  });
  scroller?.scrollTo(0, scroller.scrollHeight);
  await scheduler.postTask(() => undefined, { priority: 'background' });
}

let current: Renderer | undefined;

const bench = {
  /** Begins an empty answer. */
  async open(name: RendererName): Promise<void> {
    scroller?.remove();
    scroller = document.createElement('div');
    scroller.id = 'bench';
    document.body.append(scroller);
    current = renderers[name](scroller.appendChild(document.createElement('div')));
    await frame();
  },
  /** Appends `text`, `length` characters per frame, and shows its end. */
  async stream(text: string, length: number): Promise<void> {
    for (let at = 0; at < text.length; at += length) {
      await frame(() => current?.append(text.slice(at, at + length)));
    }
  },
  /** Resolves when all code so far is highlighted. */
  async settle(): Promise<void> {
    while (idle.callbacks > 0) {
      await new Promise((resolve) => requestIdle(resolve));
    }
    await frame();
  },
  close(): void {
    scroller?.remove();
    scroller = undefined;
    current = undefined;
  },
};

export type RendererBench = typeof bench;

Object.assign(window, { bench });
