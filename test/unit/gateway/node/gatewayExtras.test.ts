import assert from 'node:assert/strict';
import * as v from 'valibot';
import { gatewayExtrasSchema, readGatewayExtras } from '../../../../src/gateway/node/gatewayExtras';

const all = {
  helpUrl: 'https://help.example/keys?team=blue#top',
  catalogUrl: 'http://gateway.example/models',
  apiFormat: 'messages',
  models: {
    'claude-*': { apiFormat: 'messages', contextLength: 200_000, maxOutputTokens: 64_000 },
    'gpt-5.2': { imageInput: true, toolCalling: false },
  },
};

const rows = (count: number) =>
  Object.fromEntries([...Array(count).keys()].map((index) => [`m${index}`, {}]));

describe('readGatewayExtras', () => {
  it('reads every field, and leaves those of the entry itself alone', () => {
    assert.deepEqual(readGatewayExtras({ ...all, name: 'Work', timeouts: {} }), { extras: all });
    assert.deepEqual(readGatewayExtras({ models: rows(20) }).invalid, undefined);
  });

  for (const [fields, path] of [
    [{ helpUrl: 'http://help.example' }, 'helpUrl'],
    [{ helpUrl: 'help.example' }, 'helpUrl'],
    [{ helpUrl: 'https://gateway.example@evil.example/help' }, 'helpUrl'],
    [{ helpUrl: 'https://gateway.example\\@evil.example' }, 'helpUrl'],
    [{ helpUrl: 'https:evil.example' }, 'helpUrl'],
    [{ helpUrl: 'https://help.example/a b' }, 'helpUrl'],
    [{ helpUrl: 'https://help.example/\u202Egpj.exe' }, 'helpUrl'],
    [{ helpUrl: 'javascript:alert(1)' }, 'helpUrl'],
    [{ helpUrl: 'command:workbench.action.quit' }, 'helpUrl'],
    [{ helpUrl: 7 }, 'helpUrl'],
    [{ catalogUrl: 'file:///etc/passwd' }, 'catalogUrl'],
    [{ apiFormat: 'completions' }, 'apiFormat'],
    [{ models: 'gpt-5.2' }, 'models'],
    [{ models: rows(21) }, 'models'],
    [{ models: { '': {} } }, 'models → '],
    [{ models: { 'gpt-5.2': 7 } }, 'models → gpt-5.2'],
    [{ models: { m: { contextLength: 0 } } }, 'models → m → contextLength'],
    [{ models: { m: { price: {} } } }, 'models → m → price'],
    [{ models: { m: { parameters: {} } } }, 'models → m → parameters'],
  ] as const) {
    it(`names ${path} in ${JSON.stringify(fields).slice(0, 80)}, and uses the other fields`, () => {
      const { extras, invalid } = readGatewayExtras({ ...all, ...fields });
      assert.equal(invalid?.join(' → '), path);
      assert.deepEqual(
        Object.keys(all).filter((name) => !Object.hasOwn(extras, name)),
        [invalid?.[0]],
      );
    });
  }
});

describe('gatewayExtrasSchema', () => {
  it('refuses and names a field that it does not know, as a preset needs it', () => {
    const preset = v.strictObject({ ...gatewayExtrasSchema.entries, name: v.string() });
    const { issues } = v.safeParse(preset, { ...all, name: 'Work', headers: {} });
    assert.deepEqual(
      issues?.map((issue) => v.getDotPath(issue)),
      ['headers'],
    );
  });
});
