// The colors of code: the host's, for the theme that the page reports.
import assert from 'node:assert/strict';
import type { CodeStyle } from '../../../../src/features/codeColors/common/codeColorsView';
import { answer, conversation, viewState, type ChatPage } from '../../support/chatPage';
import { freshPages } from '../../support/freshPages';
import { highlighted } from '../../support/highlighted';

const fontStyle = { isItalic: true, isBold: true, lines: ['underline', 'line-through'] } as const;
const codeStyles: readonly CodeStyle[] = [
  { token: 'keyword', color: '#010101', fontStyle: undefined },
  { token: 'keyword.declaration', color: '#020202', fontStyle },
  { token: 'keyword.declaration', language: 'Go', color: '#030303', fontStyle: undefined },
  { token: 'variable', color: undefined, fontStyle: undefined },
];

describe('code colors', () => {
  let chat: ChatPage;
  freshPages((opened) => {
    chat = opened;
  });

  const colorOf = (language: string, text: string): Promise<string> =>
    chat.page
      .locator(`[data-language="${language}"] [class^="hl-"]`, { hasText: text })
      .first()
      .evaluate((span) => getComputedStyle(span).color);

  it('are those of the theme, by language where they differ', async () => {
    const text = '```ts\nif (a) { let b; }\n```\n```go\nvar c = 1\n```';
    await chat.snapshot(viewState({ conversation: conversation(answer('a1', { text })) }));
    await highlighted(chat);
    const own = await colorOf('TypeScript', 'if');
    await chat.events({ type: 'codeStyles', codeStyles });
    assert.equal(await colorOf('TypeScript', 'if'), 'rgb(1, 1, 1)');
    assert.equal(await colorOf('TypeScript', 'let'), 'rgb(2, 2, 2)');
    assert.equal(await colorOf('Go', 'var'), 'rgb(3, 3, 3)');
    const styled = await chat.page
      .locator('.hl-keyword-declaration')
      .first()
      .evaluate((span) => {
        const style = getComputedStyle(span);
        return [style.fontStyle, style.fontWeight, style.textDecorationLine];
      });
    assert.deepEqual(styled, ['italic', '700', 'underline line-through']);
    await chat.events({ type: 'codeStyles', codeStyles: undefined });
    assert.equal(await colorOf('TypeScript', 'if'), own);
  });

  it('are asked for by the ID of the theme, at the start and when it changes', async () => {
    await chat.page.evaluate(() => document.body.setAttribute('data-vscode-theme-id', 'Abyss'));
    assert.deepEqual(await chat.commandsOf('themeShown'), [{ type: 'themeShown', id: 'Abyss' }]);
  });
});
