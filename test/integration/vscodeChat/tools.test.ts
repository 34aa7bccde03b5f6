// Tools of another extension with the gateway's models, in a real VS Code.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { questionsTo, until } from '../support/portico';
import { ask, assistant, findModel, rejectionOf, user, type AskerAnswer } from './asker';
import { setUpVscodeChat } from './setUp';

const weather: vscode.LanguageModelChatTool = {
  name: 'asker_weather',
  description: 'Tells the weather in a city.',
  inputSchema: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
  },
};
const question = user('What is the weather in Bern?');

describe('tools of another extension', () => {
  const setUp = setUpVscodeChat('all tests');

  // The ring component runs all tool models in all API formats.
  for (const [model, count] of [
    ['tools-one', 1],
    ['tools-parallel', 2],
    ['tools-after-text', 1],
    ['tools-after-reasoning', 1],
  ] as const) {
    it(`are called, and their results answered: ${model}`, async () => {
      const first = await askWithTools(model, [question]);
      assert.ok(first.calls.length >= count, `${first.calls.length} calls`);
      for (const { name, input } of first.calls) {
        assert.equal(name, weather.name);
        assert.equal(typeof Reflect.get(input, 'city'), 'string');
      }
      const ids = new Set(first.calls.map(({ callId }) => callId));
      assert.equal(ids.size, first.calls.length);
      const { text, calls } = await askWithTools(model, [question, ...resultsFor(first)]);
      assert.deepEqual(calls, []);
      assert.match(text, /Sunny in Bern/u);
    });
  }

  it('are not called where the model writes invalid arguments or is cut off', async () => {
    const cutOff = await rejectionOf(askWithTools('tools-cut-off', [question]));
    assert.match(cutOff.message, /limit/u);
    const broken = await rejectionOf(askWithTools('tools-broken-arguments', [question]));
    assert.match(broken.message, /asker_weather/u);
  });

  it('are left out for a model that refuses them, which is learned', async () => {
    const { text } = await askWithTools('tools-refused', [question]);
    assert.notEqual(text, '');
    await until('the model without tools', async () => {
      const model = await findModel(setUp.asker, 'tools-refused');
      const { supportsToolCalling } = Reflect.get(model, 'capabilities') as {
        readonly supportsToolCalling: boolean;
      };
      return !supportsToolCalling;
    });
    const before = questionsTo(setUp.gateway).length;
    await askWithTools('tools-refused', [question]);
    const requests = questionsTo(setUp.gateway).slice(before);
    assert.equal(requests.length, 1);
    assert.ok(!requests[0]?.body.includes('asker_weather'));
  });

  it('must be called in the mode “required”', async () => {
    await askWithTools('tools-one', [question], vscode.LanguageModelChatToolMode.Required);
    assert.match(questionsTo(setUp.gateway).at(-1)?.body ?? '', /"(?:required|any|ANY)"/u);
  });

  it('that a request did not offer are not called', async () => {
    const { message } = await rejectionOf(ask(setUp.asker, 'fault-tool-calls', 'Hello'));
    assert.match(message, /“look_up”/u);
  });

  function askWithTools(
    model: string,
    messages: readonly vscode.LanguageModelChatMessage[],
    toolMode = vscode.LanguageModelChatToolMode.Auto,
  ): Promise<AskerAnswer> {
    return ask(setUp.asker, model, messages, { tools: [weather], toolMode });
  }
});

function resultsFor({ text, calls }: AskerAnswer): readonly vscode.LanguageModelChatMessage[] {
  const said = text === '' ? [] : [new vscode.LanguageModelTextPart(text)];
  const results = calls.map(
    ({ callId }) =>
      new vscode.LanguageModelToolResultPart(callId, [
        new vscode.LanguageModelTextPart('Sunny in Bern'),
      ]),
  );
  return [assistant([...said, ...calls]), user(results)];
}
