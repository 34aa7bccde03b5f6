// The errors that TypeScript's own language server reports after Accept, in recorded changes.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { writeWorkspaceFile } from '../attachments/support/attachments';
import { openDocument } from '../support/editors';
import { holdTimers, type HeldTimers } from '../support/holdTimers';
import { lastAnswer, newChat, questionsTo, until } from '../support/portico';
import { gateway, portico } from '../support/withGateway';
import { apply, askFor, block, replace, textOf, uriOf, withApply } from './support/applySteps';
import { compiledChanges } from './support/compiledChanges';

const shown = (id: string): string | undefined => portico.viewState().newErrors?.[id];
const accept = () => vscode.commands.executeCommand('portico.acceptChanges');

describe("Errors that TypeScript's language server reports after Accept", () => {
  withApply();

  // Other tests run without it.
  const validate = (isOn: boolean) =>
    vscode.workspace
      .getConfiguration('js/ts')
      .update('validate.enabled', isOn, vscode.ConfigurationTarget.Global);
  /** On a busy machine, TypeScript's server may take longer than Portico waits for it. */
  let longestWait: HeldTimers;
  before(async () => {
    longestWait = holdTimers((ms) => ms === 15_000);
    await validate(true);
  });
  after(async () => {
    longestWait.dispose();
    await validate(false);
  });

  const linesWith = (text: string, ...marks: readonly string[]): readonly number[] =>
    text
      .split('\n')
      .flatMap((line, index) => (marks.some((mark) => line.includes(mark)) ? [index + 1] : []));
  const errorsIn = (uri: vscode.Uri): readonly number[] =>
    vscode.languages
      .getDiagnostics(uri)
      .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
      .map(({ range }) => range.start.line + 1)
      .toSorted((a, b) => a - b);
  const isReported = (text: string, uri: vscode.Uri): boolean => {
    const wanted = linesWith(text, '//!', '//?');
    return JSON.stringify([...new Set(errorsIn(uri))]) === JSON.stringify(wanted);
  };

  const recorded = Object.entries(compiledChanges);

  it('are recorded for 40 changes or more', () => {
    assert.ok(recorded.flatMap(([, rows]) => rows).length >= 40);
  });

  for (const [kind, changes] of recorded)
    it(`are those of the change, all of them: ${kind}`, async () => {
      const rows = changes.map((row, index) => {
        const nameOf = (file: 'a' | 'b'): string =>
          `${kind.replaceAll(' ', '-')}-${index}/${file}.ts`;
        // TypeScript says of an unused constant that it is one, and this last: it has checked the file.
        return { row, a: `${row.a}// end\n`, checked: `checked${index}`, nameOf };
      });
      const options = {
        strict: true,
        target: 'es2022',
        module: 'es2022',
        moduleResolution: 'bundler',
      };
      const tsconfig = { compilerOptions: { ...options, types: [], noEmit: true } };
      await writeWorkspaceFile('applied/tsconfig.json', JSON.stringify(tsconfig));
      for (const {
        nameOf,
        a,
        row: { b },
      } of rows) {
        await writeWorkspaceFile(`applied/${nameOf('a')}`, a);
        if (b !== undefined) {
          await writeWorkspaceFile(`applied/${nameOf('b')}`, b);
        }
      }
      // Portico counts from here on how long files are open.
      await portico.run({ type: 'rejectProposals' });
      for (const {
        nameOf,
        row: { b, notOpen },
      } of rows) {
        for (const file of ['b', 'a'] as const) {
          if (notOpen !== file && (file === 'a' || b !== undefined)) {
            const document = await openDocument(uriOf(nameOf(file)).fsPath);
            await vscode.window.showTextDocument(document, { preview: false });
          }
        }
      }
      const opened = Date.now();
      await until('5 seconds after the last file was opened', () => Date.now() - opened > 5_000);

      const expected = new Map<
        string,
        { readonly name: string; readonly text: string | undefined }
      >();
      const run = async ({ row, a, checked, nameOf }: (typeof rows)[number]): Promise<void> => {
        const { b, edits, own, notOpen } = row;
        const [uriA, uriB] = [uriOf(nameOf('a')), uriOf(nameOf('b'))];
        await newChat();
        const all = [...edits, ['// end', `const ${checked} = 0;`] as const];
        await askFor(
          block(`ts applied/${nameOf('a')}`, ...all.map(([old, text]) => replace(old, text))),
        );
        const answerId = lastAnswer(portico).id;
        const sent = questionsTo(gateway).length;
        await apply();
        await accept();
        const after = all.reduce((text, [old, added]) => text.replace(old, () => added), a);
        assert.equal(await textOf(uriA), after);
        let [textA, textB] = [after, b];
        const changeOwn = async (): Promise<void> => {
          if (own !== undefined) {
            const [old, text] = own.edit;
            const uri = own.file === 'a' ? uriA : uriB;
            const document = await vscode.workspace.openTextDocument(uri);
            const start = document.getText().indexOf(old);
            const edit = new vscode.WorkspaceEdit();
            const range = [start, start + old.length].map((at) => document.positionAt(at));
            edit.replace(uri, new vscode.Range(range[0]!, range[1]!), text);
            await vscode.workspace.applyEdit(edit);
            textA = own.file === 'a' ? document.getText() : textA;
            textB = own.file === 'b' ? document.getText() : textB;
          }
        };
        const reports = (): Promise<void> =>
          until(`the reports of TypeScript's server`, () => {
            const isB = textB === undefined || notOpen === 'b' || isReported(textB, uriB);
            const isChecked = vscode.languages
              .getDiagnostics(uriA)
              .some(({ message }) => message.includes(checked));
            return isChecked && isReported(textA, uriA) && isB;
          });
        if (own?.isAtOnce === true) {
          await changeOwn();
        }
        await reports();
        const ofFile = (text: string, file: 'a' | 'b'): readonly string[] => {
          const wanted = linesWith(text, '//!');
          return errorsIn(uriOf(nameOf(file)))
            .filter((line) => wanted.includes(line))
            .map((line) => `applied/${nameOf(file)}:${line}`);
        };
        const places = [
          ...ofFile(textA, 'a'),
          ...(textB === undefined || notOpen === 'b' ? [] : ofFile(textB, 'b')),
        ];
        const file = `applied/${nameOf('a')}`;
        const counted = places.length === 1 ? '1 new error' : `${places.length} new errors`;
        const text = places.length === 0 ? undefined : `${counted}: ${places.join(', ')}`;
        const unknown = `${file} has ${errorsIn(uriA).length} errors`;
        const isWanted = (): boolean =>
          shown(answerId) === text || (notOpen === 'a' && shown(answerId) === unknown);
        await until(`the line: ${text}`, isWanted);
        const wanted = shown(answerId);
        if (own !== undefined && own.isAtOnce === undefined) {
          await changeOwn();
          await reports();
        }
        if (row.isClosedAfter === true) {
          await vscode.window.showTextDocument(uriA);
          await vscode.commands.executeCommand('workbench.action.files.save');
          await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
          // VS Code keeps what an extension has read for minutes, and so does TypeScript.
          assert.ok(shown(answerId) === wanted || errorsIn(uriA).length === 0);
        }
        assert.equal(questionsTo(gateway).length, sent, 'nothing is asked');
        expected.set(answerId, {
          name: row.name,
          text: wanted,
        });
      };
      const failed: string[] = [];
      for (const row of rows) {
        await run(row).catch((error: unknown) => failed.push(`${row.row.name}: ${String(error)}`));
      }
      // What the servers have reported later is blamed on none, either.
      for (const [answerId, { name, text }] of expected) {
        if (shown(answerId) !== text) {
          failed.push(`${name}, in the end: ${shown(answerId)}, not ${text}`);
        }
      }
      assert.deepEqual(failed, []);
    });
});
