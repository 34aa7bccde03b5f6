// What follows from each row of `eventTraits`, a column a test: each is seen in what uses it, and said in words here.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ViewState } from '../../../../src/chat/common/protocol';
import { viewReducer } from '../../../../src/chat/common/viewState';
import { viewFeatures } from '../../../../src/compose/common';
import {
  answerIdOf,
  isAnnounced,
  isChange,
  type ConversationEvent,
} from '../../../../src/conversation/common/conversationEvent';
import { emptyDraft } from '../../../../src/conversation/common/draft';
import type { WindowSignal } from '../../../../src/conversation/node/conversationStore';
import { HistorySettingStore } from '../../../../src/conversation/node/historySettingStore';
import { SendPipeline } from '../../../../src/conversation/node/send/sendPipeline';
import { ChatDraft } from '../../../../src/conversation/node/session/chatDraft';
import {
  OtherWindows,
  type OtherWindowsDeps,
} from '../../../../src/conversation/node/session/otherWindows';
import { createFolderReader } from '../../../../src/features/history/node/folderReader';
import type { Notice } from '../../../../src/platform/common/notice';
import { JournalStore } from '../../../../src/storage/node/journal/journalStore';
import { folderName, storagePaths } from '../../../../src/storage/node/storagePaths';
import { initial, samples } from '../../../support/conversationEvents';
import { ManualClock } from '../../../support/manualClock';
import { chatFixture, connectionTo } from '../node/fakes';

type Words = Readonly<Record<string, readonly string[]>>;

/** Fails unless each event is what the words say that list it. */
async function assertWords(
  expected: Words,
  wordsOf: (event: ConversationEvent) => Promise<string>,
): Promise<void> {
  const found: Record<string, string> = {};
  for (const [type, event] of Object.entries(samples)) {
    found[type] = await wordsOf(event);
  }
  const listed = Object.entries(expected).flatMap(([words, types]) =>
    types.map((type) => [type, words] as const),
  );
  assert.deepEqual(found, Object.fromEntries(listed));
}

/** Events of a running answer, which most columns treat alike. */
const progressEvents = ['retryScheduled', 'requestAdjusted', 'textAppended', 'fileReceived'];

/** What a window does that receives the event from another one. */
function receive(event: ConversationEvent): {
  readonly shown: readonly ConversationEvent[];
  readonly running: readonly string[];
  readonly signals: readonly WindowSignal[];
  /** Lets 15 silent seconds pass. */
  readonly wait: () => void;
} {
  const clock = new ManualClock();
  const shown: ConversationEvent[] = [];
  const running: string[] = [];
  const signals: WindowSignal[] = [];
  let emit: (event: ConversationEvent) => void = () => assert.fail();
  const store: OtherWindowsDeps['store'] = {
    sendSignal: (_id, signal) => signals.push(signal),
    subscribe: (_conversation, listener) => {
      emit = listener;
      return { dispose: () => undefined };
    },
  };
  const deps = { store, clock, isWindowAlive: () => Promise.resolve(true) };
  const windows = new OtherWindows(deps, initial, {
    isRunning: () => false,
    onRunningElsewhere: (id) => running.push(id),
    onEvent: (received) => shown.push(received),
    onOrphaned: assert.fail,
    onStopRequested: assert.fail,
    onWindowGone: assert.fail,
  });
  emit(event);
  const wait = (): void => {
    clock.advance(15_000);
    windows.dispose();
  };
  return { shown, running, signals, wait };
}

/** The types of what a window saves of the events, each with whether the history is on when it happens. */
function savedOf(...steps: readonly (readonly [boolean, ConversationEvent])[]): readonly string[] {
  const { store } = chatFixture();
  let isOn = true;
  const setting = new HistorySettingStore({
    store,
    isHistoryEnabled: () => isOn,
    openConversation: () => undefined,
  });
  for (const [isHistoryOn, event] of steps) {
    isOn = isHistoryOn;
    setting.append(initial.id, event);
  }
  return store.appended.map(({ type }) => type);
}

describe('the traits of an event', () => {
  it('ofOtherWindow: what it does in this window when another one has appended it', async () => {
    await assertWords(
      {
        'is shown, and never switches the path': ['asked', 'retried', 'continued'],
        'is ignored, because each window shows its own version': ['versionChosen'],
        'is shown': [
          ...progressEvents,
          'textReclassified',
          'reasoningRetracted',
          'toolsCalled',
          'toolReturned',
          'ended',
          'resumed',
          'madeReadOnly',
          'changesApplied',
          'modelChosen',
          'settingsChosen',
          'renamed',
          'turnsOmitted',
          'summaryFailed',
          'accessChosen',
          'gatewayChosen',
        ],
      },
      async (event) => {
        const [shown] = receive(event).shown;
        if (shown === undefined) {
          return 'is ignored, because each window shows its own version';
        }
        return 'fromOtherWindow' in shown ? 'is shown, and never switches the path' : 'is shown';
      },
    );
  });

  it('answer: what it tells another window about the answer that it names', async () => {
    await assertWords(
      {
        'runs in the window that appended it, which is asked after 15 silent seconds': [
          'asked',
          'retried',
          'continued',
          ...progressEvents,
          'textReclassified',
          'reasoningRetracted',
          'toolsCalled',
          'toolReturned',
        ],
        'has just ended there': ['ended'],
        nothing: [
          'versionChosen',
          'resumed',
          'madeReadOnly',
          'changesApplied',
          'modelChosen',
          'settingsChosen',
          'renamed',
          'turnsOmitted',
          'summaryFailed',
          'accessChosen',
          'gatewayChosen',
        ],
      },
      async (event) => {
        const { running, wait, signals } = receive(event);
        if (running.length === 0) {
          return 'nothing';
        }
        wait();
        return signals.length === 0
          ? 'has just ended there'
          : 'runs in the window that appended it, which is asked after 15 silent seconds';
      },
    );
  });

  it('inHistory: how it is saved when the history was off for a while', async () => {
    const messages = 'adds messages, so its answer is saved whole or not at all';
    const content = 'is part of an answer, which is incomplete without it';
    const progress = 'tells of an answer, and is saved only with it';
    const always = 'is saved by itself';
    const never = 'is never saved';
    /** By whether it is saved, whether more of its answer is saved if it was not, and whether it is saved if the answer was not. */
    const wordsBy: Readonly<Record<string, string>> = {
      'true false true': messages,
      'true false false': content,
      'true true false': progress,
      'true true true': always,
      'false true false': never,
    };
    await assertWords(
      {
        [messages]: ['asked', 'retried'],
        [content]: [
          'continued',
          'textAppended',
          'fileReceived',
          'textReclassified',
          'reasoningRetracted',
          'toolsCalled',
          'toolReturned',
        ],
        [progress]: ['retryScheduled', 'requestAdjusted', 'ended', 'changesApplied'],
        [always]: [
          'versionChosen',
          'modelChosen',
          'settingsChosen',
          'renamed',
          'turnsOmitted',
          'summaryFailed',
          'accessChosen',
          'gatewayChosen',
        ],
        [never]: ['resumed', 'madeReadOnly'],
      },
      async (event) => {
        const answerId = answerIdOf(event) ?? 'none';
        const text = { ...samples.textAppended, answerId };
        const isSaved = savedOf([true, event]).length > 0;
        const isMoreSaved = savedOf([false, event], [true, text]).length > 0;
        const missed = { ...samples.asked, answer: { ...samples.asked.answer, id: answerId } };
        const isSavedAlone = savedOf([false, missed], [true, event]).length > 0;
        return wordsBy[[isSaved, isMoreSaved, isSavedAlone].join(' ')] ?? 'has no words';
      },
    );
  });

  it('isChange: whether it moves its chat up in the history', async () => {
    await assertWords(
      {
        'moves it up': [
          'asked',
          'retried',
          'continued',
          'versionChosen',
          ...progressEvents,
          'textReclassified',
          'reasoningRetracted',
          'toolsCalled',
          'toolReturned',
          'ended',
          'changesApplied',
          'turnsOmitted',
          'summaryFailed',
        ],
        'leaves it where it is': [
          'resumed',
          'madeReadOnly',
          'modelChosen',
          'settingsChosen',
          'renamed',
          'accessChosen',
          'gatewayChosen',
        ],
      },
      async (event) => {
        const root = mkdtempSync(join(tmpdir(), 'portico-traits-'));
        const clock = new ManualClock();
        const store = new JournalStore({ root, clock });
        store.create(initial);
        store.append(initial.id, samples.asked);
        await store.flush();
        const askedAt = clock.now();
        clock.advance(1_000);
        store.append(initial.id, event);
        await store.close();
        const reader = createFolderReader(storagePaths(root).conversations);
        const read = await reader.read(folderName(initial.id), undefined);
        rmSync(root, { recursive: true });
        assert.ok(typeof read === 'object' && read !== null);
        // Titles are saved apart, so the reader itself never meets one.
        assert.ok(isChange(event.type) === (read.summary?.changedAt !== askedAt), event.type);
        return isChange(event.type) ? 'moves it up' : 'leaves it where it is';
      },
    );
  });

  it('cancelsSend: whether a question that is on its way is held back', async () => {
    await assertWords(
      {
        'holds it back': [
          'asked',
          'retried',
          'continued',
          'versionChosen',
          'madeReadOnly',
          'modelChosen',
        ],
        'lets it pass': [
          ...progressEvents,
          'textReclassified',
          'reasoningRetracted',
          'toolsCalled',
          'toolReturned',
          'ended',
          'resumed',
          'changesApplied',
          'settingsChosen',
          'renamed',
          'turnsOmitted',
          'summaryFailed',
          'accessChosen',
          'gatewayChosen',
        ],
      },
      async (event) => {
        const { session } = chatFixture();
        const pipeline = new SendPipeline({
          session,
          draft: new ChatDraft(emptyDraft, () => undefined),
          resolveConnection: async () => connectionTo({ baseUrl: 'https://gateway.example/v1' }),
          checks: [() => ({ answered: new Promise(() => undefined) })],
          isBusy: () => false,
          reportError: () => assert.fail(),
        });
        await pipeline.ask('Why?');
        assert.ok(pipeline.isPending);
        session.add(event);
        return pipeline.isPending ? 'lets it pass' : 'holds it back';
      },
    );
  });

  it('replacesTexts: what becomes of the notice of its answer in the page', async () => {
    await assertWords(
      {
        'is replaced': ['continued', 'retryScheduled', 'requestAdjusted', 'ended', 'resumed'],
        stays: [
          'asked',
          'retried',
          'versionChosen',
          'textAppended',
          'fileReceived',
          'textReclassified',
          'reasoningRetracted',
          'toolsCalled',
          'toolReturned',
          'madeReadOnly',
          'changesApplied',
          'modelChosen',
          'settingsChosen',
          'renamed',
          'turnsOmitted',
          'summaryFailed',
          'accessChosen',
          'gatewayChosen',
        ],
      },
      async (event) => {
        const id = answerIdOf(event) ?? 'a';
        const notice: Notice = { severity: 'info', sentence: 'Ended.', actions: [], details: [] };
        const before: Partial<ViewState> = {
          conversation: initial,
          notices: { [id]: notice },
          adjustments: {},
          usage: { answers: {}, total: [] },
        };
        const reduceView = viewReducer(viewFeatures);
        const { notices } = reduceView(before as ViewState, { type: 'conversation', event });
        return notices[id] === undefined ? 'is replaced' : 'stays';
      },
    );
  });

  it('isAnnounced: whether a screen reader tells of it', async () => {
    await assertWords(
      {
        'is announced': [
          'asked',
          'retried',
          'continued',
          'retryScheduled',
          'requestAdjusted',
          'toolReturned',
          'ended',
          'madeReadOnly',
          'changesApplied',
        ],
        'is silent': [
          'versionChosen',
          'textAppended',
          'fileReceived',
          'textReclassified',
          'reasoningRetracted',
          'toolsCalled',
          'resumed',
          'modelChosen',
          'settingsChosen',
          'renamed',
          'turnsOmitted',
          'summaryFailed',
          'accessChosen',
          'gatewayChosen',
        ],
      },
      async (event) => (isAnnounced(event) ? 'is announced' : 'is silent'),
    );
  });
});
