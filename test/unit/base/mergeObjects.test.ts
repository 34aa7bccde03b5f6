import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mergeObjects } from '../../../src/base/mergeObjects';

describe('mergeObjects', () => {
  const target = { a: 1, list: [1, 2], nested: { x: 1, y: { z: 1 } } };
  const source = { list: [3], nested: { x: null, y: { w: 2 } }, a: { b: null, c: 1 }, none: null };

  it('merges objects, and replaces arrays and other values', () => {
    assert.deepEqual(mergeObjects(target, source, 'remove'), {
      a: { c: 1 },
      list: [3],
      nested: { y: { z: 1, w: 2 } },
    });
  });

  it('leaves nulls for a later merge on request', () => {
    assert.deepEqual(mergeObjects(target, source, 'keep'), {
      a: { b: null, c: 1 },
      list: [3],
      nested: { x: null, y: { z: 1, w: 2 } },
      none: null,
    });
  });

  it('changes neither argument and no prototype', () => {
    const json = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(json, json, (first, second) => {
        const before = JSON.stringify([first, second]);
        const merged = mergeObjects(first, second, 'remove');
        assert.equal(JSON.stringify([first, second]), before);
        assert.equal(Object.getPrototypeOf(merged), Object.prototype);
      }),
    );
    const hostile: unknown = JSON.parse('{"__proto__": {"polluted": true}}');
    assert.ok(typeof hostile === 'object' && hostile !== null);
    mergeObjects({}, { ...hostile }, 'remove');
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });
});
