import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { type Conversation, newConversation } from '../../../src/shared/conversation';
import { type ConversationEvent, reduce } from '../../../src/shared/conversationEvent';
import type { Draft } from '../../../src/shared/draft';
import { eventLine, headerLine, readJournal } from '../../../src/store/journalRecords';
import { JournalStore } from '../../../src/store/journalStore';
import { ModelListFiles } from '../../../src/store/modelListFiles';
import { OriginsFile } from '../../../src/store/originsFile';
import { ManualClock } from '../../support/manualClock';

const asked: ConversationEvent = {
  type: 'asked',
  question: { kind: 'question', id: 'q', text: 'Grüß dich?\n', at: 1 },
  answer: {
    kind: 'answer',
    id: 'a',
    questionId: 'q',
    model: 'm',
    state: 'waiting',
    text: '',
    reasoning: '',
    startedAt: 1,
  },
};

function delta(text: string): ConversationEvent {
  return { type: 'delta', answerId: 'a', text, reasoning: '' };
}

function draft(text: string, ...queued: readonly string[]): Draft {
  return { text, queue: queued.map((question, index) => ({ id: `q${index}`, text: question })) };
}

const ended: ConversationEvent = {
  type: 'ended',
  answerId: 'a',
  state: 'failed',
  outcome: {
    endedAt: 2,
    finishReason: 'error',
    servedModel: 'm2',
    sentAt: 6,
    firstContentAt: 7,
    lastContentAt: 8,
    listedPrice: { input: 1, output: 2, cachedInput: 0.5, currency: 'USD' },
    usage: { inputTokens: 1, outputTokens: 2, reasoningTokens: 3, cachedTokens: 4 },
    toolCalls: [{ name: 'f', arguments: '{' }],
    failure: {
      kind: 'streamError',
      status: 200,
      retryAfterMs: 5,
      requestId: 'r',
      detail: 'd',
      host: 'h',
      keyLabel: 'l',
      target: 't',
      likelyCause: 'missingV1',
      limitSeconds: 6,
      fixedLimit: true,
      tokens: { needed: 7, limit: 8 },
    },
  },
};

const continued: ConversationEvent = { type: 'continued', answerId: 'a', at: 3 };

const leftOut: ConversationEvent = {
  type: 'leftOut',
  leftOut: {
    upTo: 'q',
    at: 3,
    summary: { text: 'Grüße', model: 'm', outcome: { endedAt: 3 } },
  },
};

const summaryLost: ConversationEvent = {
  type: 'summaryLost',
  lost: { model: 'm', outcome: { endedAt: 4, failure: { kind: 'connectionLost' } } },
};

const moved: ConversationEvent = {
  type: 'gatewayChosen',
  gateway: { baseUrl: 'https://gateway.example/v1', keyLabel: 'blue' },
};

const movedBack: ConversationEvent = { type: 'gatewayChosen' };

const events = [
  asked,
  moved,
  movedBack,
  moved,
  delta('a'),
  delta('b\u{1F600}'),
  ended,
  continued,
  delta('c'),
  leftOut,
  summaryLost,
];
const started = newConversation('c/1', 'm', 1);

function told(first: Conversation, ...later: readonly ConversationEvent[]): Conversation {
  return later.reduce(reduce, first);
}

describe('JournalStore', () => {
  let folder: string;
  let clock: ManualClock;
  let store: JournalStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-journal-'));
    clock = new ManualClock();
    store = new JournalStore(join(folder, 'conversations'), clock);
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('gives back every field of what it was handed', async () => {
    store.create(started);
    for (const event of events) {
      store.append(started.id, event);
    }
    await store.flush();
    const again = new JournalStore(join(folder, 'conversations'), clock);
    assert.deepEqual(await again.load(started.id), told(started, ...events));
    assert.equal(await again.load('another'), undefined);
  });

  it('gathers deltas for less than half a second and writes them before what ends the answer', async () => {
    store.create(started);
    store.append(started.id, asked);
    store.append(started.id, delta('a'));
    store.append(started.id, delta('b'));
    assert.equal(clock.waiting, 1);
    clock.advance(499);
    assert.equal(clock.waiting, 0);
    await store.flush();
    const [name] = await readdir(join(folder, 'conversations'));
    const lines = (await readFile(join(folder, 'conversations', name!), 'utf8'))
      .split('\n')
      .filter((line) => line !== '');
    assert.equal(lines.length, 3);
    assert.match(lines[2]!, /"text":"ab"/);
  });

  it('goes on after a torn line without losing another', async () => {
    store.create(started);
    store.append(started.id, asked);
    await store.flush();
    const [name] = await readdir(join(folder, 'conversations'));
    await appendFile(join(folder, 'conversations', name!), '{"type":"delta","answerId":"a","te');
    store.append(started.id, delta('after'));
    await store.flush();
    assert.deepEqual(await store.load(started.id), told(started, asked, delta('after')));
  });

  it('keeps files and folder for their owner alone', async () => {
    store.create(started);
    store.saveDraft(started.id, draft('draft'));
    await store.flush();
    const inside = join(folder, 'conversations');
    assert.equal((await stat(inside)).mode & 0o777, 0o700);
    for (const name of await readdir(inside)) {
      assert.equal((await stat(join(inside, name))).mode & 0o777, 0o600);
    }
  });

  it('keeps drafts beside their conversations, the last one saved, with what is queued', async () => {
    store.saveDraft('one', draft('a'));
    store.saveDraft('one', draft('ab', 'First?', 'Second?\n'));
    store.saveDraft('two', draft('x'));
    assert.deepEqual(await store.loadDraft('two'), draft('x'), 'before it is on disk');
    await store.flush();
    const later = new JournalStore(join(folder, 'conversations'), clock);
    assert.deepEqual(await later.loadDraft('one'), draft('ab', 'First?', 'Second?\n'));
    assert.deepEqual(await later.loadDraft('two'), draft('x'));
    assert.deepEqual(await later.loadDraft('three'), draft(''));
  });

  it('reads a draft of an earlier version, which was its text', async () => {
    store.saveDraft('one', draft('a'));
    await store.flush();
    for (const text of ['Half a question', '{"text":"not ours"}', '[1']) {
      await writeFile(join(folder, 'conversations', 'one.draft'), text);
      assert.deepEqual(await store.loadDraft('one'), draft(text));
    }
  });

  it('keeps no file of a draft that is empty again', async () => {
    store.saveDraft('one', draft('', 'queued'));
    store.saveDraft('two', draft(''));
    await store.flush();
    const inside = join(folder, 'conversations');
    assert.deepEqual(await readdir(inside), ['one.draft']);
    store.saveDraft('one', draft(''));
    await store.flush();
    assert.deepEqual(await readdir(inside), []);
    assert.deepEqual(await store.loadDraft('one'), draft(''));
  });

  it('says that a write failed, and writes its lines with the next', async () => {
    await writeFile(join(folder, 'conversations'), 'a file where the folder should be');
    const failed: unknown[] = [];
    store.onDidFail((error) => failed.push(error));
    store.create(started);
    await store.flush();
    assert.equal(failed.length, 1);
    await rm(join(folder, 'conversations'));
    store.append(started.id, asked);
    await store.flush();
    assert.deepEqual(await store.load(started.id), told(started, asked), 'nothing is missing');
    assert.equal(failed.length, 1);
  });
});

describe('readJournal', () => {
  const journal = [headerLine(started), ...events.map(eventLine)].map((l) => `\n${l}\n`).join('');

  it('opens cut at every place, and tells a beginning of the conversation', () => {
    const states = events.map((_event, index) => told(started, ...events.slice(0, index + 1)));
    const possible = [undefined, started, ...states];
    const bytes = Buffer.from(journal);
    for (let end = 0; end <= bytes.length; end += 1) {
      const read = readJournal(bytes.subarray(0, end).toString('utf8'));
      assert.ok(
        possible.some((state) => isDeepStrictEqual(state, read)),
        `cut at byte ${end}`,
      );
    }
  });

  it('never throws on bytes that are not its own', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.json(), fc.constant(headerLine(started)))),
        (lines) => {
          readJournal(lines.join('\n'));
        },
      ),
    );
  });
});

describe('ModelListFiles', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-models-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('gives each Base URL its own list back, and none for one that it does not know', async () => {
    const files = new ModelListFiles(join(folder, 'models'));
    const list = {
      fetchedAt: 5,
      models: [
        {
          id: 'a/b:c',
          name: 'A',
          owner: 'o',
          contextLength: 10,
          endpointTypes: ['openai'],
          price: { input: 1, output: 2, currency: 'USD' },
          chat: true,
        },
      ],
    };
    await files.save('https://a.example/v1', list);
    assert.deepEqual(await files.load('https://a.example/v1'), list);
    assert.equal(await files.load('https://b.example/v1'), undefined);
  });

  it('takes a file that cannot be read for none', async () => {
    const files = new ModelListFiles(folder);
    await files.save('https://a.example/v1', { fetchedAt: 1, models: [] });
    const [name] = await readdir(folder);
    await writeFile(join(folder, name!), '{"models":[');
    assert.equal(await files.load('https://a.example/v1'), undefined);
  });
});

describe('OriginsFile', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-origins-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('remembers over restarts which origins had a key, whatever order the calls come in', async () => {
    const path = join(folder, 'deep', 'origins.json');
    const origins = new OriginsFile(path);
    void origins.add('https://a.example');
    void origins.add('https://b.example');
    void origins.remove('https://a.example');
    assert.equal(await origins.has('https://a.example'), false);
    assert.equal(await new OriginsFile(path).has('https://b.example'), true);
  });

  it('takes a file that cannot be read, or a disk that refuses, for no memory', async () => {
    const path = join(folder, 'origins.json');
    await writeFile(path, '{');
    assert.equal(await new OriginsFile(path).has('https://a.example'), false);
    const refused = new OriginsFile(join(path, 'below-a-file.json'));
    await refused.add('https://a.example');
    assert.equal(await refused.has('https://a.example'), false);
  });
});
