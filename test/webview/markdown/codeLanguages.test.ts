// The languages of code blocks, by the names and aliases that models write.
import assert from 'node:assert/strict';
import { answer, conversation, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

/** Lines of code with something to highlight, with the names of their languages. */
const lines: Readonly<Record<string, readonly string[]>> = {
  'if true; then echo "a"; fi': ['bash', 'sh', 'zsh', 'fish'],
  'int main(void) { return 0; }': ['c', 'cpp', 'c++', 'h', 'objectivec', 'java', 'dart'],
  'public class A { string b = "c"; }': ['csharp', 'cs', 'c#'],
  '(defn a [b] "c")': ['clojure', 'clj'],
  'project(a) # b': ['cmake', 'makefile', 'elixir', 'ex', 'r', 'perl', 'julia'],
  '.a { color: red; }': ['css', 'scss', 'less'],
  '+ added': ['diff', 'patch'],
  'FROM node:24': ['dockerfile', 'docker'],
  '% a comment': ['erlang', 'latex', 'tex', 'matlab'],
  'let a = "b"': [
    'fsharp',
    'javascript',
    'js',
    'typescript',
    'ts',
    'tsx',
    'jsx',
    'rust',
    'rs',
    'swift',
  ],
  'func a() string { return "b" }': ['go', 'golang'],
  'type A { b: String } # c': ['graphql'],
  'def a = "b"': ['groovy', 'python', 'py', 'ruby', 'rb', 'scala'],
  'module A where -- b': ['haskell', 'hs', 'lua'],
  'a = 1 ; b': ['ini', 'toml'],
  '{ "a": null }': ['json', 'jsonc'],
  'fun a(): String = "b"': ['kotlin', 'kt'],
  '# Title': ['markdown', 'md'],
  'server { listen 80; }': ['nginx'],
  'let a = (* b *) "c"': ['ocaml'],
  '<?php echo "a";': ['php'],
  'Get-Item -Path "a" # b': ['powershell', 'ps1'],
  'message A { string b = 1; }': ['protobuf', 'proto'],
  '$ ls "a"': ['shell', 'console'],
  "SELECT a FROM b WHERE c = 'd';": ['sql'],
  'Dim a As String = "b"': ['vbnet', 'vb'],
  '<a b="c">d</a>': ['xml', 'html', 'svg'],
  'a: "b" # c': ['yaml', 'yml'],
};

describe('code languages', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  it('are highlighted by name and by alias', async () => {
    const blocks = Object.entries(lines).flatMap(([line, names]) =>
      names.map((name) => ({ name, line })),
    );
    const text = blocks.map(({ name, line }) => `\`\`\`${name}\n${line}\n\`\`\`\n`).join('\n');
    await chat.snapshot(viewState({ conversation: conversation(answer('a1', { text })) }));
    const last = chat.page.locator('.code-block').nth(blocks.length - 1);
    await last.locator('[class^=hl-]').first().waitFor();
    const plain = await chat.page
      .locator('.code-block')
      .evaluateAll((all) =>
        all.flatMap((block, index) => (block.querySelector('[class^=hl-]') ? [] : [index])),
      );
    assert.deepEqual(
      plain.map((index) => blocks[index]?.name),
      [],
    );
  });
});
