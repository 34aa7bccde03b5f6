import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  editorVariables,
  expandVariables,
  variablesOf,
} from '../../../../../src/features/prompts/node/promptVariables';
import { isLinear } from '../../../../support/cpuTime';

const none = { inputs: new Map<string, string>(), editor: new Map() };

describe('variables of prompts', () => {
  it('are listed once each, inputs with their first placeholder', () => {
    const { inputs, editor } = variablesOf(
      '${input:a} ${input:b:for example 1:2} ${input:a:later} ${file} ${selection} ${file}',
    );
    assert.deepEqual(inputs, [
      { name: 'a', placeholder: 'later' },
      { name: 'b', placeholder: 'for example 1:2' },
    ]);
    assert.deepEqual([...editor], ['file', 'selection']);
  });

  it('are all replaced, each one once: a value with a variable stays as it is', () => {
    const text = 'A ${input:x} in ${fileBasename}, ${input: x :hint}';
    assert.equal(
      expandVariables(text, {
        inputs: new Map([['x', '${file} $& $1']]),
        editor: new Map([['fileBasename', 'a.ts']]),
      }),
      'A ${file} $& $1 in a.ts, ${file} $& $1',
    );
  });

  it('stay as they are if they are unknown or have no value', () => {
    const text =
      '${env:HOME} ${command:x} ${unknown} ${constructor} ${input:} ${file} $file {file}';
    assert.equal(expandVariables(text, none), text);
    assert.deepEqual([...variablesOf('${constructor} ${input:  }').inputs], []);
  });

  it('change nothing else of any text', () => {
    const known = fc.constantFrom(...editorVariables.map((name) => `\${${name}}`), '${input:a:b}');
    const other = fc.string().filter((text) => !text.includes('$'));
    fc.assert(
      fc.property(fc.array(fc.tuple(other, known)), (pairs) => {
        const values = {
          inputs: new Map([['a', '1']]),
          editor: new Map(editorVariables.map((name) => [name, '1'] as const)),
        };
        const text = pairs.flat().join('');
        assert.equal(expandVariables(text, values), pairs.map(([plain]) => `${plain}1`).join(''));
      }),
    );
  });

  it('are found in time in proportion to a huge text', () => {
    for (const unit of ['${', '${input:', '${input:a:', '${a', '$']) {
      const texts = { 1: unit.repeat(25_000), 8: unit.repeat(200_000) };
      assert.ok(
        isLinear((factor) => variablesOf(texts[factor])),
        unit,
      );
    }
  });
});
