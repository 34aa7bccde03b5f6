// Serves the page of the chat on loopback.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { chatHtml, type ChatHtmlOptions } from '../../../src/chat/node/chatHtml';
import type { Bundle } from './bundle';

export const themes = ['dark', 'light', 'hc-dark', 'hc-light'] as const;

export type Theme = (typeof themes)[number] | 'dark-modern';

export interface PageServer {
  /** The URL of the page in a theme. `l10n` is the translation bundle that the host would put into the page. */
  url(theme: Theme, l10n?: Readonly<Record<string, string>>, language?: string): string;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  ttf: 'font/ttf',
};

export async function servePage(bundle: Bundle): Promise<PageServer> {
  /** An address names them by number: a whole bundle is too long for it. The first is English. */
  const translations: object[] = [{}];
  const server = createServer((request, response) => {
    const { pathname, searchParams, origin } = new URL(
      request.url ?? '/',
      `http://${request.headers.host ?? ''}`,
    );
    const name = pathname.slice(1);
    const file = bundle.get(name);
    // Each test loads the page: fetched again, its files would take longer than all else of that.
    if (name !== '') response.setHeader('cache-control', 'max-age=3600');
    if (name === '') {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      response.end(
        themedHtml(searchParams.get('theme') ?? '', {
          // Hostile answers know it.
          nonce: 'bm9uY2U',
          source: origin,
          addressOf: (path) => path,
          language: searchParams.get('language') ?? '',
          l10n: translations[Number(searchParams.get('l10n'))] ?? {},
        }),
      );
    } else if (name.startsWith('theme-')) {
      response.setHeader('content-type', 'text/css');
      response.end(readFileSync(join(__dirname, '..', 'themes', name.slice('theme-'.length))));
    } else if (file !== undefined) {
      response.setHeader('content-type', types[name.split('.').at(-1) ?? ''] ?? '');
      response.end(file);
    } else {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: (theme, l10n, language = 'en') => {
      const number = l10n === undefined ? 0 : translations.push(l10n) - 1;
      return `http://127.0.0.1:${port}/?theme=${theme}&l10n=${number}&language=${language}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** The page as VS Code shows it: with the theme's colors, and a class for the kind of theme. */
function themedHtml(theme: string, options: ChatHtmlOptions): string {
  const links = `<link rel="icon" href="data:,"><link rel="stylesheet" href="theme-${theme}.css">`;
  return chatHtml(options)
    .replace('<link', `${links}<link`)
    .replace('<body>', `<body class="vscode-${theme.replace('-modern', '')}">`);
}
