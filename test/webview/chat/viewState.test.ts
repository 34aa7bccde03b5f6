// The page replays the host's events, requests a snapshot after a gap, and paints once per frame.
import assert from 'node:assert/strict';
import { eventMessage, type ViewEvent } from '../../../src/chat/common/protocol';
import { conversation, exchange, question, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

describe('view state in the page', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  function delta(text: string): ViewEvent {
    return {
      type: 'conversation',
      event: { type: 'textAppended', answerId: 'a1', text, reasoning: '' },
    };
  }

  /** Streamed text is painted some frames later, depending on the cost of the last paint. */
  async function shows(text: string): Promise<void> {
    await chat.answers.locator('.markdown').getByText(text, { exact: true }).waitFor();
  }

  const streaming = viewState({ conversation: exchange({ state: 'streaming', text: 'A' }) });

  it('requests one snapshot after a gap, and ignores events until it arrives', async () => {
    await chat.snapshot(streaming, 10);
    await chat.forgetCommands();
    await chat.send(eventMessage(12, delta('lost')));
    await chat.send(eventMessage(13, delta('lost too')));
    await shows('A');
    assert.deepEqual(await chat.commands(), [{ type: 'ready' }]);
    await chat.snapshot(
      viewState({ conversation: exchange({ state: 'streaming', text: 'ABC' }) }),
      13,
    );
    await chat.send(eventMessage(14, delta('D')));
    await shows('ABCD');
    assert.deepEqual(await chat.commands(), [{ type: 'ready' }]);
  });

  it('applies an event once that arrives twice', async () => {
    await chat.snapshot(streaming, 0);
    const [first, second] = [eventMessage(1, delta('B')), eventMessage(2, delta('C'))];
    await chat.send(first, first, second, first, second);
    await chat.send(eventMessage(3, delta('D')));
    await shows('ABCD');
    assert.deepEqual(await chat.commands(), [{ type: 'ready' }]);
  });

  it('ignores events before the first snapshot', async () => {
    await chat.send(eventMessage(1, delta('B')));
    await chat.snapshot(streaming, 1);
    await shows('A');
    assert.deepEqual(await chat.commands(), [{ type: 'ready' }]);
  });

  it('ignores messages that are not from the host', async () => {
    await chat.snapshot(streaming);
    await chat.page.evaluate(() => {
      for (const data of [undefined, null, 7, 'text', {}, { type: 'eval' }, [1]]) {
        window.dispatchEvent(new MessageEvent('message', { data }));
      }
    });
    await shows('A');
  });

  it('paints all events of a frame together', async () => {
    await chat.snapshot(streaming);
    const paints = await chat.page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const target = document.querySelector('.markdown');
          let count = 0;
          const observer = new MutationObserver(() => {
            count += 1;
          });
          if (target !== null) {
            observer.observe(target, { subtree: true, childList: true, characterData: true });
          }
          for (let seq = 1; seq <= 50; seq += 1) {
            const event = { type: 'textAppended', answerId: 'a1', text: ' word', reasoning: '' };
            const data = {
              type: 'event',
              seq,
              event: { type: 'conversation', event },
              cleared: [],
            };
            window.dispatchEvent(new MessageEvent('message', { data }));
          }
          const look = (): void => {
            if (count > 0) {
              setTimeout(() => resolve(count), 100);
            } else {
              requestAnimationFrame(look);
            }
          };
          look();
        }),
    );
    assert.equal(paints, 1);
    await shows(`A${' word'.repeat(50)}`);
  });

  it('moves text that turned out to be reasoning, also out of open code and frozen lists', async () => {
    const items = Array.from({ length: 300 }, (_, n) => `- Perhaps item ${n} of **many**.`);
    const text = `Let me think.\n\n${items.join('\n')}\n\n\`\`\`js\nconst a = 1;\n`;
    await chat.snapshot(streaming);
    await chat.events(delta(text));
    await chat.answers.getByText('const a = 1;').waitFor();
    await chat.events(
      {
        type: 'conversation',
        event: { type: 'textReclassified', answerId: 'a1', textLength: 1 },
      },
      delta(' **queen**'),
    );
    await shows('A queen');
    assert.equal(await chat.answers.locator('.markdown strong').textContent(), 'queen');
    assert.equal(await chat.answers.locator('.markdown li, .markdown pre').count(), 0);
    assert.ok((await chat.answers.locator('.reasoning').textContent())?.includes(text));
    await chat.events(delta('\n\n- one\n- two'));
    await chat.answers.locator('.markdown li').nth(1).waitFor();
  });

  it('replaces the conversation when another chat opens', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Old' }) }));
    const other = { ...conversation(question('q9', 'New question')), id: 'c2' };
    await chat.events({ type: 'opened', state: viewState({ conversation: other }) });
    assert.equal(await chat.answers.count(), 0);
    assert.equal(await chat.questions.count(), 1);
  });

  it('shows a message that cannot be rendered as plain text, and all others normally', async () => {
    await chat.page.evaluate(() => {
      const create = document.createElement.bind(document);
      document.createElement = (tag: string): HTMLElement => {
        if (tag === 'blockquote') {
          throw new Error('cannot draw');
        }
        return create(tag);
      };
    });
    await chat.snapshot(
      viewState({ conversation: exchange({ text: 'fine\n\n> **bad**', state: 'streaming' }) }),
    );
    assert.match((await chat.answers.textContent()) ?? '', /> \*\*bad\*\*/);
    assert.equal(await chat.answers.getAttribute('data-state'), 'streaming');
    await chat.events(delta('\n\nmore'));
    await chat.answers.getByText(/more/).waitFor();
    assert.equal(chat.errors.length, 1);
    assert.match(chat.errors.splice(0).join(''), /cannot draw/);
  });
});
