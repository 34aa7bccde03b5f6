// The product's renderer as benches and tests drive it: text is appended as it arrives, then the end is announced.
import { StreamingMarkdown } from '../../../src/markdown/page/streamingMarkdown';

export interface Renderer {
  append(added: string): void;
  /** The text is complete. */
  finish(): void;
}

/** Text that is held back is not shown then: that depends on the time. */
const stoppedClock = { after: () => ({ dispose: () => undefined }) };

/** Takes ownership of `root`, whose class is the product's. */
export function porticoRenderer(root: Element): Renderer {
  root.className = 'markdown';
  const markdown = new StreamingMarkdown(root, stoppedClock);
  return {
    append: (added) => markdown.append(added),
    finish: () => void Array.from(markdown.finish()),
  };
}
