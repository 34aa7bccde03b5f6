import assert from 'node:assert/strict';
import { codeBlocks, createMarkdownParser } from '../../../../src/shared/text/markdown';
import { isSafeLink } from '../../../../src/shared/text/safeLink';

describe('codeBlocks', () => {
  it('returns fenced, indented and nested blocks in document order', () => {
    const markdown = [
      '```ts',
      'one',
      '```',
      '- item',
      '',
      '  ~~~',
      '  two',
      '  ~~~',
      '> ```',
      '> three',
      '> ```',
      '',
      'text',
      '',
      '    four',
      '',
      '```',
      'open',
    ].join('\n');
    assert.deepEqual(
      codeBlocks(markdown).map((code) => code.trim()),
      ['one', 'two', 'three', 'four', 'open'],
    );
  });
});

describe('createMarkdownParser', () => {
  const inlineTypes = (text: string): readonly string[] =>
    createMarkdownParser()
      .parse(text, {})
      .flatMap(({ children }) => (children ?? []).map(({ type }) => type));

  it('reads markup in a paragraph of 20,000 characters, and in no longer one', () => {
    const rest = (length: number): string => 'a'.repeat(length - '**b** '.length);
    assert.ok(inlineTypes(`**b** ${rest(20_000)}`).includes('strong_open'));
    const long = `**b** ${rest(20_001)}`;
    assert.deepEqual(inlineTypes(long), ['text']);
    assert.deepEqual(inlineTypes(`${long}\n\n*a*`), ['text', 'em_open', 'text', 'em_close']);
  });

  it('keeps all text of a paragraph that is too long for markup', () => {
    const long = `${'![*a '.repeat(10_000)}\n${'b\n'.repeat(10_000)}end`;
    const paragraph = createMarkdownParser()
      .parse(long, {})
      .find(({ type }) => type === 'inline');
    assert.equal(paragraph?.children?.map(({ content }) => content).join(''), long);
  });
});

describe('isSafeLink', () => {
  for (const url of ['https://a.example', 'HTTP://a.example/x?y#z', 'mailto:a@b.example']) {
    it(`accepts ${url}`, () => assert.equal(isSafeLink(url), true));
  }
  for (const url of [
    'javascript:alert(1)',
    'command:workbench.action.terminal.new',
    'vscode://file/etc/passwd',
    'vscode-insiders://x',
    'data:text/html,x',
    'file:///etc/passwd',
    ' https://a.example',
    'https:///path',
    'https:a.example',
    '//a.example',
    '#anchor',
    '',
  ]) {
    it(`rejects ${JSON.stringify(url)}`, () => assert.equal(isSafeLink(url), false));
  }
});
