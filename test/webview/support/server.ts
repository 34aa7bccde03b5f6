// Serves the chat view on loopback under the content security policy that the host sets.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
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
  const translations = ['{}'];
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
        html(
          origin,
          searchParams.get('theme') ?? '',
          translations[Number(searchParams.get('l10n'))] ?? '{}',
          searchParams.get('language') ?? '',
        ),
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
      const number = l10n === undefined ? 0 : translations.push(JSON.stringify(l10n)) - 1;
      return `http://127.0.0.1:${port}/?theme=${theme}&l10n=${number}&language=${language}`;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function html(source: string, theme: string, l10n: string, language: string): string {
  const nonce = 'bm9uY2U';
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${source}`,
    `font-src ${source}`,
    `img-src ${source} data:`,
    `connect-src 'none'`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types portico`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${attribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta id="portico-l10n" content="${attribute(l10n)}">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="theme-${attribute(theme)}.css">
<link rel="stylesheet" href="webview.css">
<title>Portico</title>
</head>
<body class="vscode-${attribute(theme.replace('-modern', ''))}">
<div id="root"></div>
<script nonce="${nonce}" src="webview.js"></script>
</body>
</html>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
