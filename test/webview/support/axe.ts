// Accessibility violations that axe finds in a page.
import { readFileSync } from 'node:fs';
import type { AxeResults, RunOptions } from 'axe-core';
import type { ChatPage } from './chatPage';

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Axe {
  run(options: RunOptions): Promise<AxeResults>;
}

/** Themes differ in colors only: all rules are checked in the dark one, and in the others those about colors. */
const colorRules = ['color-contrast', 'link-in-text-block'];

export async function violations(chat: ChatPage): Promise<readonly string[]> {
  // The page's content security policy blocks a script element; evaluating through the debugger is allowed.
  if (!(await chat.page.evaluate(() => 'axe' in window))) {
    await chat.page.evaluate(axe);
  }
  const isDark = await chat.page.evaluate(() => document.body.classList.contains('vscode-dark'));
  const results = await chat.page.evaluate(
    (options) => (window as unknown as { axe: Axe }).axe.run(options),
    {
      resultTypes: ['violations'],
      // WCAG 2.2's rule for the size of buttons is off by default.
      rules: { 'target-size': { enabled: true } },
      ...(isDark ? {} : { runOnly: { type: 'rule', values: colorRules } }),
    } satisfies RunOptions,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}
