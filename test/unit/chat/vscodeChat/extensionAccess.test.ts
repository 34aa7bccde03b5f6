import assert from 'node:assert/strict';
import type { ExtensionConsent, ExtensionConsents } from '../../../../src/chat/ports';
import {
  type AccessAnswer,
  ExtensionAccess,
  type Requester,
} from '../../../../src/chat/vscodeChat/extensionAccess';

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
    this.consents = [...this.consents, consent];
  }
  async remove() {
    this.consents = [];
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

  it('refuses when the question cannot be shown', async () => {
    const access = new ExtensionAccess({
      consents: new MemoryConsents(),
      ask: () => Promise.reject(new Error('no window')),
    });
    assert.equal(await access.isAllowed(asker, gateway), false);
  });
});
