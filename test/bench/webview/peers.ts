// How others render growing Markdown, without the rest of their products, which flatters them.
import { marked } from 'marked';
import { createElement, memo, useMemo, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import ReactMarkdown from 'react-markdown';
import rehypeHighlight from 'rehype-highlight';
import remarkGfm from 'remark-gfm';
import { Streamdown } from 'streamdown';
import * as smd from 'streaming-markdown';
import type { Renderer } from '../../support/markdown/renderer';

/** thetarnav/streaming-markdown: appends to the DOM, without highlighting. */
export function streamingMarkdown(root: HTMLElement): Renderer {
  const parser = smd.parser(smd.default_renderer(root));
  return {
    append: (added) => smd.parser_write(parser, added),
    finish: () => smd.parser_end(parser),
  };
}

/** vercel/streamdown without its plug-ins: no highlighting, no formulas. */
export const streamdown = (root: HTMLElement): Renderer =>
  inReact(root, (text) => createElement(Streamdown, { mode: 'streaming' }, text));

const plugins = { remarkPlugins: [remarkGfm], rehypePlugins: [rehypeHighlight] };

/** The usual way in React: the whole text is parsed, highlighted and compared with each update. */
export const reactMarkdown = (root: HTMLElement): Renderer =>
  inReact(root, (text) => createElement(ReactMarkdown, { ...plugins, children: text }));

const MemoizedBlock = memo(({ text }: { readonly text: string }) =>
  createElement(ReactMarkdown, { ...plugins, children: text }),
);

function BlockByBlock({ text }: { readonly text: string }): ReactNode {
  const blocks = useMemo(() => marked.lexer(text).map(({ raw }) => raw), [text]);
  return blocks.map((block, index) => createElement(MemoizedBlock, { key: index, text: block }));
}

/** Does what Cline's chat view does: marked finds the blocks, each is a memoized react-markdown with highlighting. */
export const clineLike = (root: HTMLElement): Renderer =>
  inReact(root, (text) => createElement(BlockByBlock, { text }));

function inReact(root: HTMLElement, view: (text: string) => ReactNode): Renderer {
  const reactRoot = createRoot(root);
  let text = '';
  return {
    append: (added) => {
      text += added;
      flushSync(() => reactRoot.render(view(text)));
    },
    finish: () => reactRoot.unmount(),
  };
}
