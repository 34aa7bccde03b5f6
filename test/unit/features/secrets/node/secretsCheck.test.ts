import assert from 'node:assert/strict';
import type { Attachment } from '../../../../../src/conversation/common/attachment';
import type { QuestionContent } from '../../../../../src/conversation/common/conversation';
import type { PendingSend } from '../../../../../src/conversation/node/send/sendCheck';
import type {
  SecretFinding,
  SecretScanner,
} from '../../../../../src/features/secrets/node/secretScanner';
import {
  SecretsCheck,
  type SecretsState,
} from '../../../../../src/features/secrets/node/secretsCheck';
import type { GatewayRef } from '../../../../../src/gateway/common/gatewayRef';
import { estimateTokens } from '../../../../../src/gateway/common/tokenEstimate';
import {
  chatFixture,
  connectionTo,
  settle,
  type ChatFixture,
} from '../../../conversation/node/fakes';

const home: GatewayRef = { baseUrl: 'https://home.example/v1' };
const other: GatewayRef = { baseUrl: 'https://other.example/v1' };

/** Takes words that begin with “secret” for secrets. */
class WordScanner implements SecretScanner {
  isIncomplete = false;
  readonly scanned: (readonly string[])[] = [];

  warmUp(): void {}

  scan(texts: readonly string[]): ReturnType<SecretScanner['scan']> {
    this.scanned.push(texts);
    const findings = texts.flatMap((text, textIndex) =>
      [...text.matchAll(/secret\w*/g)].map(({ 0: word, index: start }): SecretFinding => {
        const end = start + word.length;
        const line = text.slice(0, start).split('\n').length;
        return { textIndex, start, end, line, rule: 'Word', masked: 's…', digest: `#${word}` };
      }),
    );
    return Promise.resolve({ findings, isIncomplete: this.isIncomplete });
  }
}

interface CheckFixture extends ChatFixture {
  readonly secrets: SecretsCheck;
  readonly scanner: WordScanner;
  readonly prompts: (SecretsState | undefined)[];
  /** Resolves to the decision; to undefined while the question is held. */
  readonly run: (
    content: QuestionContent | undefined,
    gateway?: GatewayRef,
    signal?: AbortSignal,
  ) => Promise<{ readonly decision: Promise<unknown> | undefined }>;
}

function checkFixture(): CheckFixture {
  const chat = chatFixture();
  const scanner = new WordScanner();
  const secrets = new SecretsCheck({ session: chat.session, scanner });
  const prompts: (SecretsState | undefined)[] = [];
  secrets.held.onDidChange((state) => prompts.push(state));
  return {
    ...chat,
    secrets,
    scanner,
    prompts,
    run: async (content, gateway = home, signal = new AbortController().signal) => {
      const before = chat.session.conversation.messages.length;
      const send: PendingSend = {
        source: 'messageBox',
        question: content && { content, before },
        start: () => true,
      };
      const result = await secrets.check(send, connectionTo(gateway), signal);
      const isHeld = typeof result === 'object' && 'answered' in result;
      return { decision: isHeld ? result.answered : Promise.resolve(result) };
    },
  };
}

function file(name: string, text: string): Attachment {
  return { id: name, kind: 'file', name, text, tokens: 3, source: { uri: `file:///${name}` } };
}

const placesOf = ({ prompts }: CheckFixture): unknown =>
  prompts.at(-1)?.secrets.map(({ place, finding }) => [place, finding.line]);

describe('SecretsCheck', () => {
  it('passes a question without secrets, and shows nothing', async () => {
    const chat = checkFixture();
    const { decision } = await chat.run({ text: 'Why?', attachments: [file('a.ts', 'let a;')] });
    assert.equal(await decision, true);
    assert.deepEqual(chat.scanner.scanned, [['Why?', 'let a;']]);
    assert.deepEqual(chat.prompts, []);
  });

  it('names the place and the line of each secret', async () => {
    const chat = checkFixture();
    const attachments = [file('a.ts', 'let a;'), file('b.ts', 'let b;\nsecretB')];
    await chat.run({ text: 'Why secretA?', attachments });
    assert.deepEqual(placesOf(chat), [
      [{ in: 'question' }, 1],
      [{ in: 'attachment', name: 'b.ts' }, 2],
    ]);
    assert.equal(chat.secrets.held.state?.canMask, true);
  });

  it('masks the secrets of the question and its attachments, which are not read again', async () => {
    const chat = checkFixture();
    const unchanged = file('a.ts', 'let a;');
    const { decision } = await chat.run({
      text: 'Why secretA?',
      attachments: [unchanged, file('b.ts', 'secretB secretC')],
    });
    chat.secrets.answer('mask');
    assert.deepEqual(await decision, {
      content: {
        text: 'Why [Word removed]?',
        attachments: [
          unchanged,
          {
            id: 'b.ts',
            kind: 'file',
            name: 'b.ts',
            text: '[Word removed] [Word removed]',
            tokens: Math.ceil(estimateTokens('[Word removed] [Word removed]')),
            source: { uri: 'file:///b.ts' },
            isMasked: true,
          },
        ],
      },
    });
    assert.equal(chat.secrets.held.state, undefined);
  });

  it('asks again for each secret that was not sent to this gateway before', async () => {
    const chat = checkFixture();
    const first = await chat.run({ text: 'secretA' });
    chat.secrets.answer('send');
    assert.equal(await first.decision, true);
    assert.equal(await (await chat.run({ text: 'secretA again' })).decision, true);
    await chat.run({ text: 'secretA and secretB' });
    assert.equal(chat.secrets.held.state?.secrets.length, 1);
    chat.secrets.answer('cancel');
    await chat.run({ text: 'secretA' }, other);
    assert.equal(chat.secrets.held.state?.secrets.length, 1, 'another gateway');
  });

  it('sends nothing, and remembers nothing, when the user cancels', async () => {
    const chat = checkFixture();
    const { decision } = await chat.run({ text: 'secretA' });
    chat.secrets.answer('cancel');
    assert.equal(await decision, false);
    await chat.run({ text: 'secretA' });
    assert.equal(chat.secrets.held.state?.secrets.length, 1);
  });

  it('removes the prompt when the question is canceled', async () => {
    const chat = checkFixture();
    const abort = new AbortController();
    const { decision } = await chat.run({ text: 'secretA' }, home, abort.signal);
    abort.abort();
    assert.equal(await decision, false);
    assert.equal(chat.prompts.at(-1), undefined);
  });

  it('checks the history, where nothing can be masked, when it goes to another gateway', async () => {
    const chat = checkFixture();
    chat.session.chooseGateway(home);
    chat.session.ask('secretA?', undefined, [file('a.ts', 'secretB')]);
    await chat.model.end(
      { type: 'text', text: 'It is secretC.' },
      { type: 'finish', reason: 'stop' },
    );
    assert.equal(await (await chat.run({ text: 'And?' })).decision, true, 'the same gateway');
    await chat.run({ text: 'And?' }, other);
    const { secrets = [], canMask } = chat.secrets.held.state ?? {};
    assert.deepEqual(
      secrets.map(({ place }) => place.in),
      ['history', 'history', 'history'],
    );
    assert.equal(canMask, false);
  });

  it('checks the history when an unchanged request is sent again to another gateway', async () => {
    const chat = checkFixture();
    chat.session.chooseGateway(home);
    chat.session.ask('secretA?');
    await chat.model.end({ type: 'text', text: 'So.' }, { type: 'finish', reason: 'stop' });
    await chat.run(undefined, other);
    assert.equal(chat.secrets.held.state?.secrets.length, 1);
  });

  it('checks an answer that is continued, where nothing can be masked', async () => {
    const chat = checkFixture();
    chat.session.chooseGateway(home);
    chat.session.ask('secretA?');
    await chat.model.end(
      { type: 'text', text: 'It is secretB' },
      { type: 'finish', reason: 'length' },
    );
    const { messages } = chat.session.conversation;
    const continued: PendingSend = {
      source: 'conversation',
      question: { content: messages[0] ?? { text: '' }, before: 0 },
      requestEnd: { content: { text: 'Continue.' }, before: 2 },
      start: () => true,
    };
    const { signal } = new AbortController();
    await chat.secrets.check(continued, connectionTo(home), signal);
    assert.deepEqual(placesOf(chat), [[{ in: 'question' }, 1]]);
    assert.equal(chat.secrets.held.state?.canMask, false, 'the question is sent as it was asked');
    chat.secrets.answer('cancel');
    await chat.secrets.check(continued, connectionTo(other), signal);
    assert.deepEqual(placesOf(chat), [
      [{ in: 'question' }, 1],
      [{ in: 'history' }, 1],
    ]);
    chat.session.alsoAsk(messages[1]!.id, 'model-b');
    await settle();
    await chat.model.end(
      { type: 'text', text: 'secretC secretD' },
      { type: 'finish', reason: 'length' },
    );
    const beside = { ...continued, continued: chat.session.conversation.offPath[0]!.id };
    await chat.secrets.check(beside, connectionTo(other), signal);
    assert.deepEqual(placesOf(chat), [
      [{ in: 'question' }, 1],
      [{ in: 'history' }, 1],
      [{ in: 'history' }, 1],
    ]);
  });

  it('holds a question that could not be checked', async () => {
    const chat = checkFixture();
    chat.scanner.isIncomplete = true;
    const { decision } = await chat.run({ text: 'Why?' });
    assert.deepEqual(
      [chat.secrets.held.state?.isIncomplete, chat.secrets.held.state?.canMask],
      [true, false],
    );
    chat.secrets.answer('send');
    assert.equal(await decision, true);
  });
});
