// The HTML page of the chat. Its content security policy allows nothing but Portico's bundle.

export interface ChatHtmlOptions {
  /** Nobody may be able to guess it. */
  readonly nonce: string;
  /** Where the files of the bundle are, as the policy names it. */
  readonly source: string;
  /** Returns the address of a file of the bundle. */
  readonly addressOf: (name: string) => string;
  readonly language: string;
  /** VS Code's bundle of translations. */
  readonly l10n: object;
}

export function chatHtml({ nonce, source, addressOf, language, l10n }: ChatHtmlOptions): string {
  // The policy `portico` of the page's script allows the other scripts of the same folder, and nothing else.
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
<meta id="portico-l10n" content="${attribute(JSON.stringify(l10n))}">
<link rel="stylesheet" href="${attribute(addressOf('webview.css'))}">
<title>Portico</title>
</head>
<body>
<div id="root"></div>
<script nonce="${nonce}" src="${attribute(addressOf('webview.js'))}"></script>
</body>
</html>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
