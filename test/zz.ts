import { mkdirSync, mkdtempSync, writeFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway } from './referenceGateway/server';
import { ChatView } from './support/chatView';
import { runCommand } from './support/quickInput';
import { packagedExtension } from './support/toolchain';
import { VsCode } from './support/vscode';
import { screenshot, setTheme, themes } from './support/workbench';
const key = 'ghp_' + 'abcdefghijk0123456789abcdefghijk0123';
import type { Question, AnswerPart } from './referenceGateway/answers/question';
import type { ModelBehavior } from './referenceGateway/models/modelCatalog';
function serves(answer: (q: Question) => { text: string; calls?: { name: string; arguments: string }[] }): ModelBehavior {
  return { kind: 'serves', serve: async (reply) => {
    const { text, calls = [] } = answer(reply.question);
    const parts: AnswerPart[] = [...(text === '' ? [] : [{ kind: 'text' as const, text }]), ...calls.map((call) => ({ kind: 'call' as const, call })), { kind: 'finish', reason: calls.length === 0 ? 'stop' : 'calls' }];
    await reply.sendAnswer([parts]);
  } };
}
async function main() {
  const folder = mkdtempSync(join(tmpdir(), 'portico-zz-'));
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src', 'rateLimiter.ts'), `// A limiter.\nexport class RateLimiter {\n  readonly token = '${key}';\n}\n`);
  writeFileSync(join(folder, 'src', 'clock.ts'), `export const now = () => Date.now();\n`);
  writeFileSync(join(folder, '.env'), 'SECRET=1\n');
  const gateway = await startGateway();
  gateway.addModel({ id: 'reads', description: '', behavior: serves(({ messages }) => {
    const rounds = messages.filter(({ calls }) => (calls ?? []).length > 0).length;
    if (rounds === 0) return { text: 'I look at the files. ', calls: [{ name: 'list_files', arguments: '{}' }, { name: 'search_text', arguments: '{"pattern":"class \\\\w+"}' }] };
    if (rounds === 1) return { text: '', calls: [{ name: 'read_file', arguments: '{"path":"src/rateLimiter.ts"}' }, { name: 'read_file', arguments: '{"path":"src/clock.ts"}' }, { name: 'read_file', arguments: '{"path":".env"}' }, { name: 'find_symbol', arguments: '{"name":"RateLimiter"}' }, { name: 'list_problems', arguments: '{}' }] };
    return { text: 'It counts requests.' };
  }) });
  gateway.addModel({ id: 'endless', description: '', behavior: serves(({ messages, tools }) => {
    const rounds = messages.filter(({ calls }) => (calls ?? []).length > 0).length;
    return tools === undefined ? { text: 'I give up.' } : { text: '', calls: Array.from({ length: 7 }, (_, i) => ({ name: 'search_text', arguments: JSON.stringify({ pattern: `a${rounds}${i}|const` }) })) };
  }) });
  const vscode = await VsCode.open({ unpackedVsix: packagedExtension, workspace: folder, settings: { 'portico.baseUrl': gateway.baseUrl, 'portico.model': process.argv[2] ?? 'reads', 'workbench.colorTheme': themes.dark.name } });
  const { page } = vscode;
  await page.setViewportSize({ width: 1280, height: 900 });
  try {
    await runCommand(page, 'Portico: Focus Chat');
    const chat = await ChatView.open(page);
    await chat.frame.getByRole('switch').click();
    await page.waitForTimeout(700);
    await screenshot(page, 'zz-0');
    await chat.button('Allow in this chat').click();
    await chat.submit('What does it do?');
    await page.waitForTimeout(9000);
    await chat.frame.locator('.read-line summary').click();
    await page.waitForTimeout(300);
    console.log(await chat.frame.getByRole('article').last().innerText());
    for (const theme of ['dark', 'light', 'highContrast'] as const) { await setTheme(page, theme); await page.waitForTimeout(700); await screenshot(page, `zz-1-${theme}`); }
    await chat.frame.locator('.read-line .link-button').nth(2).click();
    await page.waitForTimeout(1500);
    await screenshot(page, 'zz-2');
    for (const { body } of gateway.requests.filter(({ method }) => method === 'POST')) { console.log(body.length, body.includes(key), body.slice(0, 200)); }
    console.log(gateway.requests.filter(({ method }) => method === 'POST').at(-1)?.body.slice(-3000));
  } catch (e) { console.log(e); await screenshot(page, 'zz-failed'); } finally { await vscode.close(); await gateway.close(); rmSync(folder, { recursive: true }); }
}
void main();
