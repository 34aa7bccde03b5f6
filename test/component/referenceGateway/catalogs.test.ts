// The catalogs of the reference gateway. What a fault or a list does is tested where the client meets it:
// test/component/gateway/node/faults.test.ts and modelLister.test.ts.
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { tokens } from '../../referenceGateway/answers/question';
import { faults } from '../../referenceGateway/faults/faultCatalog';
import { listShapes } from '../../referenceGateway/modelLists/modelLists';
import { longAnswer } from '../../referenceGateway/models/longAnswer';
import { startGateway, type Gateway } from '../../referenceGateway/server';
import { ask } from './client';

const key = 'sk-canary/0123456789+abc';

describe('reference gateway: catalogs', () => {
  it('has faults with unique IDs, descriptions and consistent expectations', () => {
    assert.equal(new Set(faults.map(({ id }) => id)).size, faults.length);
    for (const fault of faults) {
      assert.match(fault.id, /^fault-./u);
      assert.match(fault.description, /^\S.*\.$/u, fault.id);
      for (const expected of [fault.expected, fault.expectedComplete ?? fault.expected]) {
        const needsKind = expected.state === 'failed' || expected.state === 'interrupted';
        const hasKind = expected.failureKind !== undefined;
        // A filter in front of the model is a failure, too.
        assert.ok(hasKind === needsKind || (hasKind && expected.state === 'filtered'), fault.id);
      }
    }
  });

  it('has model lists with unique names, descriptions, and either IDs or a failure', () => {
    assert.equal(new Set(listShapes.map(({ name }) => name)).size, listShapes.length);
    for (const { name, description, expected } of listShapes) {
      assert.match(description, /^\S.*\.$/u, name);
      assert.notEqual(expected.ids === undefined, expected.failureKind === undefined, name);
    }
  });

  it('splits text into tokens that concatenate to the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        assert.equal(tokens(text).join(''), text);
      }),
    );
  });

  it('has the same long answer each time, of the wanted length', () => {
    const [first, second] = [longAnswer(100_000), longAnswer(100_000)];
    assert.equal(first, second);
    assert.ok(first.length >= 100_000 && first.length < 104_000, String(first.length));
  });

  describe('over HTTP', () => {
    let gateway: Gateway;

    before(async () => {
      gateway = await startGateway();
    });
    after(() => gateway.close());

    it('lists all faults as models', async () => {
      const response = await fetch(`${gateway.baseUrl}/models`);
      const list = (await response.json()) as { data: readonly { id: string }[] };
      const ids = new Set(list.data.map(({ id }) => id));
      assert.deepEqual(
        faults.filter(({ id }) => !ids.has(id)),
        [],
      );
    });

    // The tests that nothing of a key is shown would prove nothing otherwise.
    it('echoes the key as plain text, in Base64 and URL-encoded', async () => {
      for (const { id } of faults.filter((fault) => fault.id.includes('echoes'))) {
        const response = await ask(gateway, id, { stream: true }, key);
        const received = `${JSON.stringify([...response.headers])} ${await response.text()}`;
        assert.ok(received.includes(key) || received.includes(encodeURIComponent(key)), id);
        const base64 = Buffer.from(key).toString('base64');
        assert.ok(decodeURIComponent(received).includes(base64), id);
      }
    });
  });
});
