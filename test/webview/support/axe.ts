// Accessibility violations that axe finds in a page.
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { ChatPage } from './chatPage';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(options: { readonly resultTypes: readonly string[] }): Promise<AxeResults>;
}

export async function violations(chat: ChatPage): Promise<readonly string[]> {
  // The page's content security policy blocks a script element; evaluating through the debugger is allowed.
  if (!(await chat.page.evaluate(() => 'axe' in window))) {
    await chat.page.evaluate(axe);
  }
  const results = await chat.page.evaluate(() =>
    (window as unknown as { axe: Axe }).axe.run({ resultTypes: ['violations'] }),
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}
