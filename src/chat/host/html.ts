// The HTML page of the chat. Its content security policy allows nothing but Portico's bundle.
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** The folder of the bundles: the only one that the webview may load from. */
export function webviewRoot(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist');
}

export function chatHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const nonce = randomBytes(18).toString('base64');
  const file = (name: string): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(webviewRoot(extensionUri), name)).toString();
  // The policy `portico` of the page's script allows the other scripts of the same folder, and nothing else.
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    `img-src ${webview.cspSource} data:`,
    `connect-src 'none'`,
    `form-action 'none'`,
    `base-uri 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types portico`,
  ].join('; ');
  const l10n = JSON.stringify(vscode.l10n.bundle ?? {});
  return `<!DOCTYPE html>
<html lang="${attribute(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta id="portico-l10n" content="${attribute(l10n)}">
<link rel="stylesheet" href="${attribute(file('webview.css'))}">
<title>Portico</title>
</head>
<body>
<div id="root"></div>
<script nonce="${nonce}" src="${attribute(file('webview.js'))}"></script>
</body>
</html>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
