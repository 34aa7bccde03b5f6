// Hostile input from users, errors, model IDs and tools must never become more than text and checked links. Answers
// are tried in hostilePayloads.test.ts.
import assert from 'node:assert/strict';
import {
  answer,
  attachment,
  conversation,
  question,
  viewState,
  type ChatPage,
  type ChatPages,
} from '../support/chatPage';
import { assertHarmless, trapPayloads } from '../support/harmless';
import { vectors } from '../support/hostile';
import { chatPages } from '../support/sharedPages';

/** Ten at once, of which the first one stands where there is one text only: the page shows all of them in one way. */
function batches(): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(vectors.length / 10) }, (_, at) =>
    vectors.slice(at * 10, at * 10 + 10),
  );
}

describe('hostile input', function () {
  this.timeout(120_000);
  let pages: ChatPages;
  let chat: ChatPage;

  before(async () => {
    pages = await chatPages();
  });
  beforeEach(async () => {
    chat = await pages.open();
    await trapPayloads(chat.page);
  });
  afterEach(() => chat.close());

  it(`stays harmless in questions and reasoning: ${vectors.length} vectors`, async () => {
    assert.ok(vectors.length >= 150);
    const before = chat.requests.length;
    await chat.snapshot(
      viewState({
        conversation: conversation(
          ...vectors.flatMap((text, index) => [
            { ...question(`q${index}`, text), attachments: [attachment(`t${index}`, text)] },
            // Without a text, the reasoning is open, and formatted.
            answer(`a${index}`, { questionId: `q${index}`, reasoning: text }),
          ]),
        ),
      }),
    );
    await scrollThrough(chat);
    await assertHarmless(chat, before);
  });

  it('stays harmless in model IDs, notices, tool names, addresses, drafts, attachments and found secrets', async () => {
    const before = chat.requests.length;
    for (const [index, texts] of batches().entries()) {
      const [text = ''] = texts;
      await chat.snapshot(
        viewState({
          conversation: {
            ...conversation(
              ...texts.flatMap((each, at) => [
                question(`q${at}`, 'Why?'),
                answer(`a${each}`, {
                  model: each,
                  state: 'failed',
                  outcome: { endedAt: 1, toolCalls: [{ name: each, arguments: each }] },
                }),
              ]),
            ),
            model: text,
          },
          notices: Object.fromEntries(
            texts.map((each) => [
              `a${each}`,
              {
                severity: 'error',
                sentence: each,
                actions: [{ action: 'retry', label: each }],
                details: [each, each],
              },
            ]),
          ),
          connection: {
            baseUrl: index % 2 === 0 ? text : undefined,
            baseUrlProblem: text,
            key: 'missing',
          },
          draft: text,
          attachments: texts.map((each, at) =>
            attachment(`t${at}`, each, { isExcerpt: true, isUpdated: true }),
          ),
          editorOffer: { name: text, isSelection: true },
          queue: {
            questions: texts.map((each, at) => ({
              id: `n${at}`,
              text: each,
              attachments: [attachment(`u${at}`, each)],
            })),
            isPaused: true,
          },
          secretsPrompt: {
            sentence: text,
            canMask: true,
            findings: texts.map((each) => ({ rule: each, place: each, masked: each })),
          },
        }),
      );
      assert.equal(await chat.answers.count(), texts.length);
      await assertHarmless(chat, before);
    }
  });

  it('stays harmless in suggestions', async () => {
    const before = chat.requests.length;
    await chat.snapshot(viewState());
    await chat.box.pressSequentially('@');
    for (const texts of batches()) {
      const items = texts.map((text) => ({
        id: text,
        label: text,
        description: text,
        icon: 'file' as const,
      }));
      await chat.events({ type: 'suggestions', suggestions: { trigger: '@', query: '', items } });
      assert.equal(await chat.page.getByRole('option').count(), texts.length);
      await assertHarmless(chat, before);
    }
  });

  const awkwardNames = [
    'x'.repeat(10_000),
    `${'folder/'.repeat(1_400)}file.ts`,
    'first\nsecond\r\nthird\u2028fourth',
    'report\u202Egpj.exe',
    '\u2067مجلد/\u202Eملف.ts',
    '\u0300'.repeat(500),
    'a/',
    '/',
    '',
  ];
  it('breaks no layout in names: long ones, line ends, reversed text', async () => {
    await chat.page.setViewportSize({ width: 300, height: 600 });
    for (const name of awkwardNames) {
      const attachments = [attachment('t1', name), attachment('t2', 'README.md')];
      await chat.snapshot(
        viewState({
          conversation: conversation({ ...question('q1', 'Why?'), attachments }, answer('a1')),
          attachments,
          editorOffer: { name, isSelection: true },
          queue: { questions: [{ id: 'n1', text: 'x', attachments }], isPaused: false },
        }),
      );
      await chat.box.fill('');
      await chat.box.pressSequentially('@');
      const items = [{ id: 'a', label: name, description: name, icon: 'file' as const }];
      await chat.events({ type: 'suggestions', suggestions: { trigger: '@', query: '', items } });
      const problems = await chat.page.evaluate(() => {
        const found: string[] = [];
        if (document.documentElement.scrollWidth > innerWidth) {
          found.push('wider than the view');
        }
        for (const box of document.querySelectorAll('.chip, .editor-offer, .suggestion')) {
          const { left, right, height } = box.getBoundingClientRect();
          if (left < 0 || right > innerWidth || height > 30) {
            found.push(`${box.className}: ${left} to ${right} px, ${height} px high`);
          }
        }
        return found;
      });
      assert.deepEqual(problems, [], name.slice(0, 40));
      // The text after a name that reverses it stays as it is.
      const sizes = chat.page.locator('.chip-detail');
      assert.equal(await sizes.first().innerText(), '1.3K tokens');
    }
  });

  it('shows raw HTML as text', async () => {
    const text = '<script>alert(1)</script> <img src=x onerror=alert(1)> <b>bold</b>';
    await chat.snapshot(viewState({ conversation: conversation(answer('a1', { text })) }));
    assert.equal(await chat.answers.locator('.markdown').textContent(), text);
  });

  it('cannot run scripts even if one gets into the document', async () => {
    const problems = await chat.page.evaluate(() => {
      const outcomes: string[] = [];
      const attempt = (name: string, run: () => void): void => {
        try {
          run();
          outcomes.push(`${name} was not blocked`);
        } catch (error) {
          if (!(error instanceof TypeError)) {
            outcomes.push(`${name}: ${String(error)}`);
          }
        }
      };
      const box = document.createElement('div');
      attempt('innerHTML', () => {
        box.innerHTML = '<b>x</b>';
      });
      attempt('document.write', () => document.write('<b>x</b>'));
      attempt('script.text', () => {
        document.createElement('script').text = 'canary()';
      });
      return outcomes;
    });
    assert.deepEqual(problems, []);
  });
});

async function scrollThrough(chat: ChatPage): Promise<void> {
  await chat.log.evaluate(
    (log) =>
      new Promise<void>((resolve) => {
        const scrollUp = (): void => {
          log.scrollTop -= log.clientHeight;
          if (log.scrollTop > 0) {
            requestAnimationFrame(scrollUp);
          } else {
            resolve();
          }
        };
        scrollUp();
      }),
  );
}
