// Links show their target and open only through the host; images are never loaded.
import assert from 'node:assert/strict';
import { answer, conversation, viewState, type ChatPage } from '../support/chatPage';
import { freshPages, onePage } from '../support/freshPages';

describe('links and images', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  const show = (text: string): Promise<void> => showAnswer(chat, text);

  async function opened(): Promise<readonly string[]> {
    return (await chat.commandsOf('openLink')).map(({ url }) => url);
  }

  it('opens a link through the host for every kind of click, and does not navigate', async () => {
    await show('[docs](https://docs.example/guide)');
    const link = chat.page.getByRole('link');
    const url = chat.page.url();
    await link.click();
    await link.click({ button: 'middle' });
    await link.click({ modifiers: ['Control'] });
    await link.click({ modifiers: ['Shift'] });
    await link.click({ modifiers: ['Meta'] });
    await link.press('Enter');
    assert.deepEqual(
      await opened(),
      Array.from({ length: 6 }, () => 'https://docs.example/guide'),
    );
    assert.equal(chat.page.url(), url);
    assert.equal(chat.page.context().pages().length, 1);
    assert.ok(!chat.requests.some((request) => request.includes('docs.example')));
  });

  it('hides clicks on links from other listeners: VS Code would open more schemes', async () => {
    await show('[docs](https://docs.example/guide)');
    const seen = await chat.page.evaluate(() => {
      let count = 0;
      for (const type of ['click', 'auxclick']) {
        document.addEventListener(type, () => (count += 1), true);
        document.body.addEventListener(type, () => (count += 1));
      }
      const link = document.querySelector('a');
      link?.click();
      link?.dispatchEvent(
        new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }),
      );
      return count;
    });
    assert.equal(seen, 0);
    assert.equal((await opened()).length, 2);
  });

  it('prevents links from being dragged', async () => {
    await show('[docs](https://docs.example/guide)');
    const isCanceled = await chat.page.evaluate(() => {
      const event = new DragEvent('dragstart', { bubbles: true, cancelable: true });
      document.querySelector('a')?.dispatchEvent(event);
      return event.defaultPrevented;
    });
    assert.ok(isCanceled);
  });

  it('shows target and title of a link whose definition arrives after it', async () => {
    await show('[foo]\n\n[foo]: https://foo.example\n"title"\n\nend\n');
    const link = chat.page.getByRole('link', { name: 'foo' });
    assert.equal(await link.getAttribute('href'), 'https://foo.example');
    assert.equal(await link.getAttribute('title'), 'https://foo.example\ntitle');
  });

  it('shows an image as a link with its description, and loads nothing', async () => {
    const url = 'https://images.example/a/long/path/picture.png?secret=everything-you-said';
    await show(`![a diagram](${url} "title")\n\n[![inside](${url})](https://docs.example)`);
    const links = chat.page.getByRole('link');
    assert.equal(await links.first().textContent(), 'a diagram');
    assert.equal(await links.first().getAttribute('title'), url);
    assert.equal(await links.count(), 2);
    await links.first().click();
    await links.last().click();
    assert.deepEqual(await opened(), [url, 'https://docs.example']);
    assert.ok(!chat.requests.some((request) => request.includes('example')));
    assert.equal(await chat.page.locator('img, picture, video, audio, iframe, object').count(), 0);
  });
});

describe('the text of links', () => {
  let chat: ChatPage;
  onePage((page) => {
    chat = page;
  });

  let shownCount = 0;
  /** Shows another answer, and resolves when its text is rendered. */
  async function show(text: string): Promise<void> {
    shownCount += 1;
    await showAnswer(chat, text, `a${shownCount}`);
    await chat.page.locator(`[data-message-id="a${shownCount}"] .markdown > *`).first().waitFor();
  }

  const expectedTexts: readonly (readonly [string, string])[] = [
    ['[docs](https://docs.example/guide)', 'docs'],
    ['[Read this: docs](https://docs.example/guide)', 'Read this: docs'],
    ['[docs.example](https://docs.example/guide)', 'docs.example'],
    ['https://docs.example/bare', 'https://docs.example/bare'],
    ['(see www.docs.example/a).', 'www.docs.example/a'],
    ['(https://docs.example/a_(b)).', 'https://docs.example/a_(b)'],
    ['(www.docs.example/a_(b)).', 'www.docs.example/a_(b)'],
    ['https://docs.example/?a=b&copy; *x*', 'https://docs.example/?a=b'],
    ['https://docs.example/?a&copy=b;', 'https://docs.example/?a&copy=b'],
    ['www.docs.example/?a=b&copy;;', 'www.docs.example/?a=b'],
    ['a@b+c.example and me@mail.example', 'me@mail.example'],
    ['|me@mail.example|', 'me@mail.example'],
    ['[https://good.example](https://evil.example/x)', 'https://good.example(evil.example)'],
    ['[good.example](https://evil.example)', 'good.example(evil.example)'],
    ['[good.example](https://good.example@evil.example/)', 'good.example(evil.example)'],
    [
      '[good.example](https://good.example.evil.example)',
      'good.example(good.example.evil.example)',
    ],
    ['[good.example](https://good.example:8080/)', 'good.example(good.example:8080)'],
    ['[аррӏе.com](https://аррӏе.com/)', 'аррӏе.com(xn--80ak6aa92e.com)'],
    ['[](https://docs.example/empty)', 'https://docs.example/empty'],
    ['<https://docs.example/plain>', 'https://docs.example/plain'],
    ['[docs.example/guide](https://docs.example/guide)', 'docs.example/guide'],
    ['[HTTPS://DOCS.EXAMPLE](https://docs.example/)', 'HTTPS://DOCS.EXAMPLE'],
    ['<someone@mail.example>', 'someone@mail.example'],
    ['<https://good.example@evil.example/>', 'https://good.example@evil.example/(evil.example)'],
    [
      '[https://a:b@evil.example/](https://a:b@evil.example/)',
      'https://a:b@evil.example/(evil.example)',
    ],
    ['![](https://good.example@evil.example/)', 'https://good.example@evil.example/(evil.example)'],
    ['[pay](mailto:?to=x@evil.example)', 'pay(x@evil.example)'],
    ['[x](mailto://evil.example)', 'x(//evil.example)'],
    ['[y](mailto:a@good.example?cc=b@evil.example)', 'y(a@good.example, b@evil.example)'],
    ['[z](mailto:?subject=x)', 'z(?subject=x)'],
    ['[write](mailto:someone@mail.example?subject=x)', 'write(someone@mail.example)'],
  ];
  for (const [markdown, text] of expectedTexts) {
    it(`shows ${markdown} as ${text}`, async () => {
      await show(markdown);
      assert.equal(await chat.page.getByRole('link').textContent(), text);
    });
  }

  for (const href of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'command:workbench.action.quit',
    'vscode://file/etc/passwd',
    'vscode-insiders://x',
    'file:///etc/passwd',
    'data:text/html,x',
    'vbscript:x',
    'blob:https://x/y',
    "javascript:open('https://x.example')",
    'x:www.x.example,y@x.example',
    'ftp://x.example',
    '//evil.example',
    '/relative',
    'relative',
    '#fragment',
    'https:',
    'https:///nothing',
    'ws://x.example',
    'about:blank',
  ]) {
    it(`shows ${href} as text, not as a link`, async () => {
      await show(`[text](${href}) ![picture](${href}) <${href}>\n\n[ref]\n\n[ref]: ${href}`);
      assert.equal(await chat.page.getByRole('link').count(), 0);
      assert.equal(await chat.page.locator('#root [href], #root [src]').count(), 0);
    });
  }

  it('shows the source of a link that is refused, and of a tag that looks like one', async () => {
    const text = '<ns:item>, <step:2> and [text](ssh://a.example), [a] and\n[a]: foo:b';
    await show(text);
    const shown = chat.page.locator(`[data-message-id="a${shownCount}"] .markdown`);
    assert.equal(await shown.textContent(), text);
  });
});

async function showAnswer(chat: ChatPage, text: string, id = 'a1'): Promise<void> {
  await chat.snapshot(viewState({ conversation: conversation(answer(id, { text })) }));
}
