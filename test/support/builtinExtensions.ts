// The extensions of VS Code's own that tests run with: each one costs time at every start and every opening of a window.
import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { codeServerPaths } from './toolchain';

/** What no test uses: debuggers, accounts, tasks of build tools, and language services of other languages. */
const unused: ReadonlySet<string> = new Set([
  'copilot',
  'css-language-features',
  'debug-auto-launch',
  'debug-server-ready',
  'emmet',
  'extension-editing',
  'github-authentication',
  'grunt',
  'gulp',
  'html-language-features',
  'jake',
  'merge-conflict',
  'mermaid-markdown-features',
  'microsoft-authentication',
  'ms-vscode.js-debug',
  'ms-vscode.js-debug-companion',
  'ms-vscode.vscode-js-profile-table',
  'npm',
  'php-language-features',
  'references-view',
  'simple-browser',
  'terminal-suggest',
  'tunnel-forwarding',
]);

/**
 * Makes a folder of links to VS Code's own extensions without the unused ones; returns its path. Not for tests of VS
 * Code's agent, which does not start from such a folder.
 */
export function linkBuiltinExtensions(home: string): string {
  const all = join(codeServerPaths().codeServer, '..', '..', '..', 'lib', 'vscode', 'extensions');
  const folder = join(home, 'builtin-extensions');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const name of readdirSync(all)) {
    if (unused.has(name)) continue;
    symlinkSync(join(all, name), join(folder, name));
  }
  return folder;
}
