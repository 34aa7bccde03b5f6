import assert from 'node:assert/strict';
import type { ToWebviewMessage, ViewEvent, ViewState } from '../../../../src/chat/common/protocol';
import { viewReducer } from '../../../../src/chat/common/viewState';
import type * as chatNoticesModule from '../../../../src/chat/host/chatNotices';
import { ChatPages } from '../../../../src/chat/host/chatPages';
import type * as chatPresenterModule from '../../../../src/chat/host/chatPresenter';
import { ViewChannel } from '../../../../src/chat/host/viewChannel';
import { viewFeatures } from '../../../../src/compose/common';
import { shownAnswers } from '../../../../src/conversation/common/answerGroups';
import { withVsCodeTexts } from '../../../support/withVsCodeTexts';
import { chatFixture, settle, type ChatFixture } from '../../conversation/node/fakes';

const reduceView = viewReducer(viewFeatures);

const { ChatNotices, ChatPresenter } = withVsCodeTexts(() => ({
  ...(require('../../../../src/chat/host/chatPresenter') as typeof chatPresenterModule),
  ...(require('../../../../src/chat/host/chatNotices') as typeof chatNoticesModule),
}));

/** A source of no events. */
const quiet = { onDidChange: () => ({ dispose: () => {} }) };

interface ShownChat extends ChatFixture {
  readonly presenter: chatPresenterModule.ChatPresenter;
  /** The state of a page that was open from the start: a snapshot, and all events since. */
  readonly page: () => ViewState;
  /** All events that the page received. */
  readonly events: readonly ViewEvent[];
}

function shownChat(): ShownChat {
  const chat = chatFixture();
  const { session } = chat;
  const pages = new ChatPages();
  const presenter = new ChatPresenter({
    session,
    pages,
    notices: new ChatNotices(session, (event) => pages.send(event)),
    parts: {
      view: () => ({ attachments: [], usage: { answers: {}, total: [] } }),
      messages: () => ({ usage: { answers: {}, total: [] } }),
      didSend: () => {},
    },
    windowState: quiet,
    draft: { ...quiet, onDidSend: quiet.onDidChange, text: '', attachments: [] },
    queue: { ...quiet, state: { questions: [], isPaused: false } },
  } as unknown as chatPresenterModule.ChatPresenterDeps);
  const events: ViewEvent[] = [];
  let state = presenter.state;
  const channel = new ViewChannel();
  channel.setWebview({
    postMessage: (message: ToWebviewMessage) => {
      if (message.type === 'event') {
        events.push(message.event);
        state = reduceView(state, message.event);
      }
      return Promise.resolve(true);
    },
  } as unknown as Parameters<ViewChannel['setWebview']>[0]);
  pages.add(channel);
  return { ...chat, presenter, events, page: () => state };
}

describe('ChatPresenter with several answers to a question', () => {
  it('sends the page what is shown beside the first further one: earlier versions, which it had dropped', async () => {
    const chat = shownChat();
    const { session, model, answer, presenter, page } = chat;
    session.ask('Which one?');
    await settle();
    await model.end({ type: 'text', text: 'First' }, { type: 'finish', reason: 'stop' });
    session.retry(answer().id);
    await settle();
    await model.end({ type: 'text', text: 'Second' }, { type: 'finish', reason: 'stop' });
    session.alsoAsk(answer().id, 'model-b');
    await settle();
    assert.deepEqual(page(), presenter.state);
    assert.deepEqual(
      shownAnswers(page().conversation).map(({ text }) => text),
      ['First', 'Second', ''],
    );
    await model.end({ type: 'failure', failure: { kind: 'serverError', status: 500 } });
    assert.equal(Object.keys(page().notices).length, 1);
    assert.deepEqual(page().notices, presenter.state.notices);
  });
});

describe('ChatPresenter with an answer off the path that runs in another window', () => {
  it('does not keep its text in the page', async () => {
    const { session, model, store, answer, presenter, page } = shownChat();
    session.ask('Which one?');
    await settle();
    await model.end({ type: 'text', text: 'First' }, { type: 'finish', reason: 'stop' });
    const { outcome: _none, ...theirs } = { ...answer(), id: 'theirs', text: '' };
    store.emitFromOtherWindow({
      type: 'retried',
      replacedAnswerId: answer().id,
      answer: { ...theirs, state: 'waiting' },
    });
    store.emitFromOtherWindow({
      type: 'textAppended',
      answerId: 'theirs',
      text: 'Hidden',
      reasoning: '',
    });
    assert.deepEqual(page(), presenter.state);
  });
});

const progress = (share: number) => ({ type: 'promptProgress', share }) as const;

describe('ChatPresenter with prompt progress', () => {
  it('shows it in the page while the answer waits, in whole percents', async () => {
    const { session, model, page, answer, presenter } = shownChat();
    session.ask('Hello?');
    assert.equal(page().promptProgress, undefined);
    await model.emit(progress(0.125));
    assert.deepEqual(page().promptProgress, { answerId: answer().id, percent: 12 });
    await model.emit(progress(0.999));
    assert.deepEqual(page().promptProgress, { answerId: answer().id, percent: 99 });
    // A page that opens now, too.
    assert.deepEqual(presenter.state.promptProgress, page().promptProgress);
  });

  it('sends a percentage once', async () => {
    const { session, model, events } = shownChat();
    session.ask('Hello?');
    await model.emit(progress(0.101), progress(0.102), progress(0.109), progress(0.11));
    const percents = events.flatMap((event) =>
      event.type === 'promptProgress' ? [event.percent] : [],
    );
    assert.deepEqual(percents, [10, 11]);
  });

  it('drops it with the first text and at the end', async () => {
    for (const next of [
      { type: 'text', text: 'Hi' },
      { type: 'failure', failure: { kind: 'serverError' } },
    ] as const) {
      const { session, model, page, presenter } = shownChat();
      session.ask('Hello?');
      await model.emit(progress(0.5));
      await (next.type === 'failure' ? model.end(next) : model.emit(next));
      await settle();
      assert.equal(page().promptProgress, undefined, next.type);
      assert.equal(presenter.state.promptProgress, undefined, next.type);
    }
  });
});
