// The reducers that host and page share: a page that missed events ends in the same state.
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  eventMessage,
  sentEvent,
  type ViewEvent,
  type ViewState,
} from '../../../../src/chat/common/protocol';
import { viewReducer } from '../../../../src/chat/common/viewState';
import { viewFeatures } from '../../../../src/compose/common';
import {
  newConversation,
  omittedTurnsAt,
  runningAnswers,
} from '../../../../src/conversation/common/conversation';
import {
  reduce,
  type ConversationEvent,
} from '../../../../src/conversation/common/conversationEvent';
import type { UsageView } from '../../../../src/features/usage/common/usageView';
import { maxKnownFiles } from '../../../../src/markdown/common/fileReference';

const reduceView = viewReducer(viewFeatures);

const start: ViewState = {
  conversation: newConversation('c', 'm', 0),
  notices: {},
  adjustments: {},
  usage: { answers: {}, total: [] },
  connection: { baseUrl: undefined, baseUrlProblem: undefined, key: 'missing' },
  preferences: { sendWith: 'enter', announce: 'sentences' },
  fileReferences: [],
  draft: '',
  attachments: [],
  queue: { questions: [], isPaused: false },
};

const ids = fc.constantFrom('1', '2', '3');
const answer = (id: string) => ({
  kind: 'answer' as const,
  id: `a${id}`,
  questionId: `q${id}`,
  model: 'm',
  state: 'waiting' as const,
  text: '',
  reasoning: '',
  startedAt: 0,
});

const conversationEvent: fc.Arbitrary<ConversationEvent> = fc.oneof(
  ids.map((id) => ({
    type: 'asked' as const,
    question: { kind: 'question' as const, id: `q${id}`, text: '?', askedAt: 0 },
    answer: answer(id),
  })),
  ids.map((id) => ({
    type: 'retryScheduled' as const,
    answerId: `a${id}`,
    retryWait: { failure: { kind: 'rateLimited' as const }, delayMs: 2_000, retryAt: 3_000 },
  })),
  ids.map((id) => ({
    type: 'requestAdjusted' as const,
    answerId: `a${id}`,
    adjustment: { kind: 'delayed' as const, failure: { kind: 'rateLimited' as const } },
  })),
  ids.map((id) => ({
    type: 'requestAdjusted' as const,
    answerId: `a${id}`,
    adjustment: {
      kind: 'adapted' as const,
      quirk: 'noTemperature' as const,
      failure: { kind: 'badRequest' as const },
    },
  })),
  fc.tuple(ids, fc.string(), fc.string()).map(([id, text, reasoning]) => ({
    type: 'textAppended' as const,
    answerId: `a${id}`,
    text,
    reasoning,
  })),
  fc.tuple(ids, fc.nat(10)).map(([id, textLength]) => ({
    type: 'textReclassified' as const,
    answerId: `a${id}`,
    textLength,
  })),
  fc.tuple(ids, fc.nat(10)).map(([id, reasoningLength]) => ({
    type: 'reasoningRetracted' as const,
    answerId: `a${id}`,
    reasoningLength,
  })),
  ids.map((id) => ({
    type: 'ended' as const,
    answerId: `a${id}`,
    state: 'complete' as const,
    outcome: { endedAt: 1 },
  })),
  ids.map((id) => ({
    type: 'ended' as const,
    answerId: `a${id}`,
    state: 'truncated' as const,
    outcome: { endedAt: 2 },
  })),
  ids.map((id) => ({ type: 'continued' as const, answerId: `a${id}`, continuedAt: 3 })),
  fc.tuple(ids, ids).map(([old, id]) => ({
    type: 'retried' as const,
    replacedAnswerId: `a${old}`,
    answer: answer(id),
  })),
  ids.map((id) => ({
    type: 'turnsOmitted' as const,
    omitted: { lastQuestionId: `q${id}`, omittedAt: 1 },
  })),
);

const viewEvent: fc.Arbitrary<ViewEvent> = fc.oneof(
  conversationEvent.map((event) => ({
    type: 'conversation' as const,
    event,
    ...(event.type === 'ended'
      ? { notice: { severity: 'info' as const, sentence: 's', actions: [], details: [] } }
      : {}),
    ...(event.type === 'retryScheduled' ? { adjustment: { waiting: 'w', notices: [] } } : {}),
    ...(event.type === 'requestAdjusted' ? { adjustment: { notices: ['t'] } } : {}),
  })),
  fc.tuple(ids, fc.string()).map(([id, summary]) => ({
    type: 'usage' as const,
    usage: usageOf(id, summary),
  })),
);

function usageOf(id: string, summary: string): UsageView {
  return {
    answers: { [`a${id}`]: { summary, rows: [] } },
    total: [{ label: 'Answers', value: id }],
  };
}

describe('reduceView', () => {
  it('reaches the same state from a snapshot and later events as from all events, over JSON too', () => {
    fc.assert(
      fc.property(fc.array(viewEvent, { maxLength: 30 }), fc.nat(30), (events, cut) => {
        const expected = events.reduce(reduceView, start);
        const snapshot = events.slice(0, cut).reduce(reduceView, start);
        const received = JSON.parse(JSON.stringify(snapshot)) as ViewState;
        assert.deepEqual(
          JSON.parse(JSON.stringify(events.slice(cut).reduce(reduceView, received))),
          JSON.parse(JSON.stringify(expected)),
        );
      }),
    );
  });

  it('removes notice and usage of a replaced answer', () => {
    const asked = { type: 'asked' as const, question: question('1'), answer: answer('1') };
    const notice = { severity: 'error' as const, sentence: 's', actions: [], details: [] };
    const events: ViewEvent[] = [
      { type: 'conversation', event: asked },
      {
        type: 'conversation',
        event: { type: 'ended', answerId: 'a1', state: 'failed', outcome: { endedAt: 1 } },
        notice,
      },
      { type: 'usage', usage: usageOf('1', 's') },
    ];
    const failed = events.reduce(reduceView, start);
    assert.deepEqual(failed.notices, { a1: notice });
    const retried = reduceView(failed, {
      type: 'conversation',
      event: { type: 'retried', replacedAnswerId: 'a1', answer: answer('2') },
    });
    assert.deepEqual(retried.notices, {});
    assert.deepEqual(retried.usage.answers, {});
    assert.deepEqual(retried.usage.total, [{ label: 'Answers', value: '1' }]);
  });
});

describe('reduceView with references to files', () => {
  it('adds each existing path once and forgets the first ones', () => {
    const resolve = (state: ViewState, paths: readonly string[]): ViewState =>
      reduceView(state, { type: 'fileReferencesResolved', paths });
    const few = resolve(resolve(start, ['a', 'b']), ['b', 'c']);
    assert.deepEqual(few.fileReferences, ['a', 'b', 'c']);
    const many = Array.from({ length: maxKnownFiles }, (_, index) => String(index));
    assert.deepEqual(resolve(few, many).fileReferences, many);
  });
});

describe('reduce', () => {
  it('does not append text to an answer that has ended', () => {
    fc.assert(
      fc.property(fc.array(conversationEvent, { maxLength: 30 }), (events) => {
        const conversation = events.reduce(reduce, start.conversation);
        const ended = conversation.messages.filter(
          (message) => message.kind === 'answer' && message.state === 'complete',
        );
        const after = reduce(conversation, {
          type: 'textAppended',
          answerId: 'a1',
          text: 'x',
          reasoning: '',
        });
        for (const message of ended) {
          assert.ok(after.messages.includes(message));
        }
      }),
    );
  });

  it('omits turns up to the mark farthest down the conversation, whichever is newest', () => {
    const messages = ['1', '2', '3'].flatMap((id) => [question(id), answer(id)]);
    const omitted = [
      { lastQuestionId: 'a2', omittedAt: 1 },
      { lastQuestionId: 'a1', omittedAt: 2 },
    ];
    const conversation = { ...start.conversation, messages, omitted };
    assert.equal(omittedTurnsAt(conversation)?.lastQuestionId, 'a2');
    assert.equal(omittedTurnsAt(conversation, Infinity, 0), undefined);
  });

  it('finds the running answer', () => {
    const asked = reduce(start.conversation, {
      type: 'asked',
      question: question('1'),
      answer: answer('1'),
    });
    assert.equal(runningAnswers(asked)[0]?.id, 'a1');
  });
});

function question(id: string) {
  return { kind: 'question' as const, id: `q${id}`, text: '?', askedAt: 0 };
}

describe('reduceView with prompt progress', () => {
  const asked: ViewEvent = {
    type: 'conversation',
    event: {
      type: 'asked',
      question: { kind: 'question', id: 'q1', text: '?', askedAt: 0 },
      answer: answer('1'),
    },
  };
  const progress: ViewEvent = { type: 'promptProgress', answerId: 'a1', percent: 40 };
  const appended: ViewEvent = {
    type: 'conversation',
    event: { type: 'textAppended', answerId: 'a1', text: 'Hi', reasoning: '' },
  };
  const retryScheduled: ViewEvent = {
    type: 'conversation',
    event: {
      type: 'retryScheduled',
      answerId: 'a1',
      retryWait: { failure: { kind: 'rateLimited' }, delayMs: 1, retryAt: 1 },
    },
  };
  const ended: ViewEvent = {
    type: 'conversation',
    event: { type: 'ended', answerId: 'a1', state: 'stopped', outcome: { endedAt: 1 } },
  };
  const progressAfter = (...events: readonly ViewEvent[]) =>
    events.reduce(reduceView, start).promptProgress;

  it('shows it while the answer waits', () => {
    assert.deepEqual(progressAfter(asked, progress), { answerId: 'a1', percent: 40 });
    assert.equal(progressAfter(progress), undefined);
    assert.equal(progressAfter(asked, appended, progress), undefined);
  });

  it('drops it with the first text, a retry and the end', () => {
    for (const event of [appended, retryScheduled, ended]) {
      assert.equal(progressAfter(asked, progress, event), undefined);
    }
  });
});

describe('what a feature shows', () => {
  /** As VS Code does on the way to the page. */
  const received = (event: ViewEvent): ViewEvent =>
    sentEvent(JSON.parse(JSON.stringify(eventMessage(1, event))));

  it('goes when its event comes without it, since VS Code drops undefined fields of messages', () => {
    const shown: ViewState = {
      ...start,
      acceptsImages: true,
      budget: {} as ViewState['budget'] & object,
      contextLimitPrompt: {} as ViewState['contextLimitPrompt'] & object,
      gatewayChangePrompt: { sentence: '?', sendLabel: 'Send', switchBackLabel: 'Back' },
      secretsPrompt: { sentence: '!', findings: [], canMask: true },
      editorOffer: { name: 'a.ts:1-2', isSelection: true },
    };
    const events: readonly ViewEvent[] = [
      { type: 'imageInput', acceptsImages: undefined },
      {
        type: 'budget',
        budget: undefined,
        inputCost: undefined,
        longestCost: undefined,
        isContextLengthUnknown: true,
      },
      { type: 'contextLimitPrompt', contextLimitPrompt: undefined },
      { type: 'gatewayChangePrompt', gatewayChangePrompt: undefined },
      { type: 'secretsPrompt', secretsPrompt: undefined },
      { type: 'editorOffer', editorOffer: undefined },
    ];
    const left = events.map(received).reduce(reduceView, shown);
    assert.deepEqual(JSON.parse(JSON.stringify(left)), {
      ...JSON.parse(JSON.stringify(start)),
      isContextLengthUnknown: true,
    });
  });
});
