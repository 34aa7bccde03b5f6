// The colors of code follow VS Code's theme and the user's changes of it.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CodeStyle } from '../../src/features/codeColors/common/codeColorsView';
import { newChat, until } from './support/portico';
import { portico, withGateway } from './support/withGateway';

const set = (section: string, value: unknown): Thenable<void> =>
  vscode.workspace.getConfiguration().update(section, value, vscode.ConfigurationTarget.Global);

const comment = (): CodeStyle | undefined =>
  portico.viewState().codeStyles?.find(({ token }) => token === 'comment');

const commentBecomes = (color: string | undefined): Promise<void> =>
  until(`the color of comments is ${color}`, () => comment()?.color?.toUpperCase() === color);

describe('code colors', () => {
  withGateway({ model: 'echo' });
  afterEach(async () => {
    await set('workbench.colorTheme', undefined);
    await set('editor.tokenColorCustomizations', undefined);
  });

  it('are those of the theme that is shown', async () => {
    await newChat();
    await set('workbench.colorTheme', 'Monokai');
    await commentBecomes('#88846F');
    await set('workbench.colorTheme', 'Abyss');
    await commentBecomes('#384887');
  });

  it('are those that the user has changed', async () => {
    await newChat();
    await set('workbench.colorTheme', 'Abyss');
    await set('editor.tokenColorCustomizations', { '[Abyss]': { comments: '#123456' } });
    await commentBecomes('#123456');
    await set('editor.tokenColorCustomizations', { '[Monokai]': { comments: '#123456' } });
    await commentBecomes('#384887');
    assert.equal(comment()?.language, undefined);
  });
});
