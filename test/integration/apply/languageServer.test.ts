// Code whose place only a language server knows: the rest does not wait for it, and nobody waits long.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lastAnswer, until } from '../support/portico';
import { portico } from '../support/withGateway';
import {
  apply,
  askAbout,
  block,
  diff,
  proposedText,
  replace,
  withApply,
} from './support/applySteps';

describe('Apply, while a language server starts', () => {
  withApply();

  const content = 'part one {\n  1\n}\n\npart two {\n  2\n}\n\npart three {\n  3\n}\n';
  const waiting = 'Waiting for the language server…';
  const start = () => {
    const { promise, resolve } = Promise.withResolvers<vscode.DocumentSymbol[]>();
    const provider = vscode.languages.registerDocumentSymbolProvider(
      { pattern: '**/*.swift' },
      { provideDocumentSymbols: () => promise },
    );
    const symbols = ['one', 'two', 'three'].map((name, index) => {
      const range = new vscode.Range(index * 4, 0, index * 4 + 2, 1);
      return new vscode.DocumentSymbol(name, '', vscode.SymbolKind.Function, range, range);
    });
    return { provider, answer: () => resolve(symbols) };
  };
  const ask = async (name: string): Promise<void> => {
    const part = block(`swift applied/${name}`, 'part two {', '  2', '  22', '}');
    const edit = block(`swift applied/${name}`, replace('  3', '  33'));
    await askAbout(name, content, `${part}\n\n${edit}\n\n${block('console', 'swift test')}`);
    const messageId = lastAnswer(portico).id;
    void portico.run({ type: 'codeBlocksSeen', messageId, blocks: [0, 1, 2] });
  };
  const headers = (): readonly string[] => {
    const { blocks = [] } = portico.viewState().placements?.[lastAnswer(portico).id] ?? {};
    return blocks.map(({ text }) => text);
  };

  it('places what the text decides, and says that the rest waits, but not that a command does', async () => {
    const server = start();
    await ask('server.swift');
    await until('the headers', () => headers().length === 2);
    assert.deepEqual(headers(), [waiting, 'server.swift · 1 change']);
    const applying = apply();
    server.answer();
    await applying;
    await until('the place', () => headers()[0] === 'server.swift · 1 change');
    assert.match((await proposedText()) ?? '', /22/u);
    server.provider.dispose();
  });

  it('ends the wait for one that never answers', async () => {
    const server = start();
    await ask('silent.swift');
    await until('the headers', () => headers()[0] === waiting);
    await apply();
    assert.equal(diff(), undefined);
    await until('the end', () => headers()[0] !== waiting);
    assert.match(headers()[0] ?? '', /can't be placed/u);
    server.provider.dispose();
  });
});
