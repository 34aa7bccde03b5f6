import assert from 'node:assert/strict';
import { Catalogue } from '../../../../src/store/history/catalogue';
import { ids, never, Shelf } from './shelf';

describe('what the catalogue sees', () => {
  let shelf: Shelf;
  let catalogue: Catalogue;

  beforeEach(() => {
    shelf = new Shelf();
    catalogue = new Catalogue(shelf, '/dev/null/none');
  });
  afterEach(() => catalogue.close());

  it('is told by who waits for it where it cannot be seen, and by nobody else', async () => {
    shelf.put('a', { title: '', messages: [] });
    await ids(catalogue, {});
    const { names } = shelf;
    shelf.names = () => assert.fail('no names');
    const unhandled: unknown[] = [];
    const take = (reason: unknown): void => void unhandled.push(reason);
    process.on('unhandledRejection', take);
    const left = catalogue.find({ text: '', limit: 1, anew: true }, never);
    assert.equal((await left.next()).value?.found.length, 1);
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    process.off('unhandledRejection', take);
    assert.deepEqual(unhandled, []);
    await assert.rejects(left.next(), { message: 'no names' });
    shelf.names = names;
    assert.deepEqual(await ids(catalogue, {}), ['a']);
  });
});
