import assert from 'node:assert/strict';
import {
  ExtensionAccess,
  type AccessAnswer,
  type Requester,
} from '../../../../../src/features/vscodeChat/node/extensionAccess';
import type {
  ExtensionConsent,
  ExtensionConsents,
} from '../../../../../src/features/vscodeChat/node/extensionConsentsFile';

const gateway = 'https://a.example/v1';
const asker: Requester = { type: 'extension', id: 'x.Asker' };

class MemoryConsents implements ExtensionConsents {
  consents: readonly ExtensionConsent[] = [];

  async of(extension: string, id: string) {
    return this.consents.find((one) => one.extension === extension && one.gateway === id)?.allowed;
  }
  async all() {
    return this.consents;
  }
  async set(consent: ExtensionConsent) {
    await this.remove(consent);
    this.consents = [...this.consents, consent];
  }
  async remove({ extension, gateway: id }: Pick<ExtensionConsent, 'extension' | 'gateway'>) {
    this.consents = this.consents.filter(
      (one) => one.extension !== extension || one.gateway !== id,
    );
  }
}

/** Questions stay open until `answer` is called. */
function createAccess() {
  const consents = new MemoryConsents();
  const questions: (string | undefined)[][] = [];
  let answer: (answer: AccessAnswer) => void = () => {};
  const access = new ExtensionAccess({
    consents,
    ask: (...question) => {
      questions.push(question);
      return new Promise((resolve) => (answer = resolve));
    },
  });
  /** Waits for the question first. */
  const answerNext = async (given: AccessAnswer): Promise<void> => {
    while (questions.length === 0) await Promise.resolve();
    answer(given);
  };
  return { access, consents, questions, answerNext };
}

describe('ExtensionAccess', () => {
  it("lets VS Code's own chat pass without a question", async () => {
    const { access, questions } = createAccess();
    assert.equal(await access.isAllowed({ type: 'core' }, gateway), true);
    assert.deepEqual(questions, []);
  });

  for (const [given, allowed] of [
    ['allowed', true],
    ['refused', false],
  ] as const) {
    it(`asks about an extension once, and stores that it is ${given}`, async () => {
      const { access, consents, questions, answerNext } = createAccess();
      const first = access.isAllowed(asker, gateway);
      await answerNext(given);
      assert.equal(await first, allowed);
      assert.equal(await access.isAllowed({ type: 'extension', id: 'X.asker' }, gateway), allowed);
      assert.deepEqual(questions, [['x.asker', gateway]]);
      assert.deepEqual(consents.consents, [{ extension: 'x.asker', gateway, allowed }]);
    });
  }

  it('refuses until the window is reloaded when the question is dismissed', async () => {
    const { access, consents, questions, answerNext } = createAccess();
    const first = access.isAllowed(asker, gateway);
    await answerNext(undefined);
    assert.equal(await first, false);
    assert.equal(await access.isAllowed(asker, gateway), false);
    assert.equal(questions.length, 1);
    assert.deepEqual(consents.consents, []);
    const reloaded = new ExtensionAccess({ consents, ask: async () => 'allowed' });
    assert.equal(await reloaded.isAllowed(asker, gateway), true);
  });

  it('asks one question for parallel requests of an extension', async () => {
    const { access, questions, answerNext } = createAccess();
    const requests = [1, 2, 3].map(() => access.isAllowed(asker, gateway));
    await answerNext('allowed');
    assert.deepEqual(await Promise.all(requests), [true, true, true]);
    assert.equal(questions.length, 1);
  });

  it('asks for each gateway', async () => {
    const asked: string[] = [];
    const access = new ExtensionAccess({
      consents: new MemoryConsents(),
      ask: async (_extension, id) => {
        asked.push(id);
        return 'allowed';
      },
    });
    await access.isAllowed(asker, gateway);
    await access.isAllowed(asker, `${gateway}#team`);
    assert.deepEqual(asked, [gateway, `${gateway}#team`]);
  });

  it('asks about an unknown extension once in a window, and stores nothing', async () => {
    const { access, consents, questions, answerNext } = createAccess();
    const first = access.isAllowed({ type: 'unknown' }, gateway);
    await answerNext('allowed');
    assert.equal(await first, true);
    assert.equal(await access.isAllowed({ type: 'unknown' }, gateway), true);
    assert.deepEqual(questions, [[undefined, gateway]]);
    assert.deepEqual(consents.consents, []);
  });

  it('lists what was stored and what was dismissed, each of which can be changed', async () => {
    const given: AccessAnswer[] = ['allowed', undefined];
    const consents = new MemoryConsents();
    const access = new ExtensionAccess({ consents, ask: async () => given.shift() });
    const unknown: Requester = { type: 'unknown' };
    const other = `${gateway}#team`;
    for (const id of [gateway, other]) await access.isAllowed(asker, id);
    await access.isAllowed(unknown, gateway);
    const [dismissed, unnamed, stored, ...more] = await access.decisions();
    assert.deepEqual(
      [dismissed, unnamed, stored, more],
      [
        { extension: 'x.asker', gateway: other, allowed: false, isStored: false },
        { extension: undefined, gateway, allowed: false, isStored: false },
        { extension: 'x.asker', gateway, allowed: true, isStored: true },
        [],
      ],
    );
    assert.ok(dismissed && unnamed && stored);
    await access.decide(dismissed, true);
    await access.decide(unnamed, true);
    await access.decide(stored, false);
    assert.deepEqual(
      [
        await access.isAllowed(asker, other),
        await access.isAllowed(unknown, gateway),
        await access.isAllowed(asker, gateway),
      ],
      [true, true, false],
    );
    assert.deepEqual(
      consents.consents.map((one) => one.gateway),
      [other, gateway],
    );
    assert.equal((await access.decisions()).length, 3);
  });

  for (const [requester, given] of [
    [asker, 'allowed'],
    [asker, undefined],
    [{ type: 'unknown' }, 'refused'],
  ] as const) {
    it(`asks again about ${requester.type} access after it was ${given ?? 'dismissed'} and forgotten`, async () => {
      let questions = 0;
      const access = new ExtensionAccess({
        consents: new MemoryConsents(),
        ask: async () => {
          questions += 1;
          return given;
        },
      });
      await access.isAllowed(requester, gateway);
      for (const decision of await access.decisions()) await access.forget(decision);
      assert.deepEqual(await access.decisions(), []);
      await access.isAllowed(requester, gateway);
      assert.equal(questions, 2);
    });
  }

  it('refuses when the question cannot be shown', async () => {
    const access = new ExtensionAccess({
      consents: new MemoryConsents(),
      ask: () => Promise.reject(new Error('no window')),
    });
    assert.equal(await access.isAllowed(asker, gateway), false);
  });
});
