// The yardstick extension: it does the least that an extension can do for the same result as Portico, so that what VS
// Code and the machine take is measured beside what Portico takes.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pack } from '../setup/package.mjs';
import { projectRoot } from '../support/toolchain';

const bareRows = 5_000;

/** Status bar items of the yardstick extension. */
export const bareItems = {
  pick: 'Bare picker',
  fetchAndPick: 'Bare fetching picker',
  ask: 'Bare ask',
  stop: 'Bare stop',
} as const;

/** The title of the yardstick extension's view, which has a text box that gets the focus. */
export const bareView = 'Bare view';

/** The environment variable with the Base URL that the yardstick extension sends to. */
export const bareGatewayVariable = 'PORTICO_BENCH_BASE_URL';

/** Packs the yardstick extension. @returns the path of its .vsix */
export async function packBareExtension(folder: string, model: string): Promise<string> {
  const source = mkdtempSync(join(folder, 'bare-'));
  const manifest = {
    name: 'bare',
    publisher: 'yardstick',
    version: '1.0.0',
    engines: { vscode: '^1.106.0' },
    main: './extension.js',
    activationEvents: ['onStartupFinished'],
    contributes: {
      viewsContainers: { activitybar: [{ id: 'bare', title: bareView, icon: 'icon.svg' }] },
      views: { bare: [{ id: 'bare.view', name: bareView, type: 'webview' }] },
    },
  };
  writeFileSync(join(source, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(source, 'package.json'), JSON.stringify(manifest));
  writeFileSync(join(source, 'README.md'), 'A yardstick.\n');
  writeFileSync(join(source, 'extension.js'), extensionSource(model));
  const vsix = join(folder, 'bare.vsix');
  await pack(process.execPath, vsix, source);
  return vsix;
}

interface Manifest {
  readonly contributes: { readonly commands: readonly { readonly command: string }[] };
}

/** Loads as much code as Portico, and registers as many commands; runs none of the code. */
function extensionSource(model: string): string {
  const bundle = readFileSync(join(projectRoot, 'dist', 'extension.js'), 'utf8');
  const manifest = readFileSync(join(projectRoot, 'package.json'), 'utf8');
  const { commands } = (JSON.parse(manifest) as Manifest).contributes;
  const commandIds = commands.map(({ command }) => command);
  return `
'use strict';
const vscode = require('vscode');
// Portico's own code, which is read and never run.
exports.unused = function (require, module, exports) {
${bundle}
};

exports.activate = ({ subscriptions }) => {
  const register = (id, run) => subscriptions.push(vscode.commands.registerCommand(id, run));
  for (const id of ${JSON.stringify(commandIds)}) register('bare.' + id, () => {});
  subscriptions.push(vscode.window.registerWebviewViewProvider('bare.view', {
    resolveWebviewView: ({ webview }) => {
      webview.options = { enableScripts: true };
      webview.html = \`<!doctype html><textarea></textarea><script>
        const focus = () => document.querySelector('textarea').focus();
        addEventListener('focus', focus);
        if (document.hasFocus()) focus();
      </script>\`;
    },
  }));
  const item = (text, command) => {
    const created = vscode.window.createStatusBarItem(text, vscode.StatusBarAlignment.Right, 100);
    Object.assign(created, { text, name: text, command });
    created.show();
    subscriptions.push(created);
  };
  item(${JSON.stringify(bareItems.pick)}, 'bare.pick');
  item(${JSON.stringify(bareItems.fetchAndPick)}, 'bare.fetchAndPick');
  item(${JSON.stringify(bareItems.ask)}, 'bare.ask');
  item(${JSON.stringify(bareItems.stop)}, 'bare.stop');

  const pick = (ids) => {
    const picker = vscode.window.createQuickPick();
    picker.items = ids.map((label) => ({ label, description: '128,000 tokens' }));
    picker.onDidHide(() => picker.dispose());
    picker.show();
  };
  register('bare.pick', () =>
    pick(Array.from({ length: ${bareRows} }, (_, index) => \`vendor-\${index % 150}/model-\${index}\`)),
  );
  register('bare.fetchAndPick', async () => {
    const response = await fetch(process.env.${bareGatewayVariable} + '/models');
    pick((await response.json()).data.map(({ id }) => id));
  });

  let abort = new AbortController();
  register('bare.ask', async () => {
    abort = new AbortController();
    const response = await fetch(process.env.${bareGatewayVariable} + '/chat/completions', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        model: ${JSON.stringify(model)},
        stream: true,
        messages: [{ role: 'user', content: 'Take your time.' }],
      }),
      signal: abort.signal,
    });
    for await (const _ of response.body) void _;
  });
  register('bare.stop', () => abort.abort());
};
`;
}
