// A chat participant of another extension in VS Code's own chat, with a model of the gateway and a tool of its own.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { questionsTo } from '../support/portico';
import { findModel } from './asker';
import { setUpVscodeChat } from './setUp';

describe("a participant of VS Code's chat", () => {
  const setUp = setUpVscodeChat();

  it('answers with the selected model, which calls its tool', async () => {
    const { id } = await findModel(setUp.asker, 'tools-one');
    await vscode.commands.executeCommand('workbench.action.chat.open', {
      query: '@asker What is the weather in Bern?',
      modelSelector: { vendor: 'portico', id },
      blockOnResponse: true,
    });
    const requests = questionsTo(setUp.gateway);
    assert.equal(requests.length, 2);
    assert.match(requests[0]?.body ?? '', /What is the weather in Bern\?/u);
    assert.match(requests[0]?.body ?? '', /"asker_weather"/u);
    assert.match(requests[1]?.body ?? '', /"role":"tool"[^}]*Sunny in/u);
    assert.equal(
      setUp.notifications.messages.filter((text) => text.startsWith('Allow ')).length,
      1,
    );
  });
});
