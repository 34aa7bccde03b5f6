// What is attached to questions: chips that preview and go, in the message box, in sent and in queued questions.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { resultsFolder } from '../../../support/toolchain';
import { violations } from '../../support/axe';
import {
  answer,
  attachment,
  conversation,
  exchange,
  image,
  question,
  viewState,
  type ChatPage,
} from '../../support/chatPage';
import { freshPages } from '../../support/freshPages';

const long = 'src/vscode/attachments/contents/a/very/deep/folder/attachmentCommands.ts:12-48';
const three = [
  attachment('t1', long),
  attachment('t2', 'README.md'),
  attachment('t3', 'Problems', { kind: 'problems' }),
];

describe('attachments', () => {
  let chat: ChatPage;
  freshPages(
    (page) => {
      chat = page;
    },
    { width: 300 },
  );

  const list = () => chat.page.getByRole('list', { name: 'Attachments', exact: true });
  const chip = (name: string) => list().getByRole('button', { name: new RegExp(`^${name}`, 'u') });
  const focused = () =>
    chat.page.evaluate(() => {
      const { activeElement } = document;
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '';
    });
  const removed = async () => (await chat.commandsOf('removeAttachment')).map(({ id }) => id);
  const announced = (text: string) =>
    chat.page.getByRole('status').filter({ hasText: text }).waitFor({ state: 'attached' });

  it('say how much of the context window they take, once it is more than a third', async () => {
    const budget = { requestTokens: 100, contextLength: 4_000, answerTokens: 100 };
    const attachments = [
      attachment('t1', 'large.csv', { tokens: 1_400 }),
      attachment('t2', 'small.ts', { tokens: 1_300 }),
    ];
    await chat.snapshot(viewState({ attachments }));
    assert.equal(await chip('large').innerText(), 'large.csv\n1.4K tokens');
    await chat.events({
      type: 'budget',
      budget,
      inputCost: undefined,
      longestCost: undefined,
      isContextLengthUnknown: false,
    });
    assert.equal(
      await chip('large').innerText(),
      'large.csv\n1.4K tokens\n35% of the context window',
    );
    assert.equal(await chip('small').innerText(), 'small.ts\n1.3K tokens');
  });

  it('become a chip when a long text is pasted, and the text again with “Paste as text”', async () => {
    await chat.snapshot(viewState());
    const paste = (text: string, target = '.composer textarea') =>
      chat.page.evaluate(
        ([pasted, selector]) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData('text/plain', pasted);
          const event = new ClipboardEvent('paste', {
            bubbles: true,
            cancelable: true,
            clipboardData,
          });
          document.querySelector(selector)?.dispatchEvent(event);
          return event.defaultPrevented;
        },
        [text, target] as const,
      );
    assert.equal(await paste('line\n'.repeat(200)), false);
    assert.equal(await paste('line\n'.repeat(201), 'body'), false, 'outside the message box');
    const box = chat.page.getByRole('textbox', { name: 'Message' });
    await box.fill('before after');
    await box.evaluate((element: HTMLTextAreaElement) => element.setSelectionRange(7, 9));
    const lines = 'line\n'.repeat(201);
    assert.equal(await paste(lines), true);
    const selection = { start: 7, end: 9 };
    assert.deepEqual(await chat.commandsOf('attachText'), [
      { type: 'attachText', text: lines, selection },
    ]);
    const pasted = attachment('p1', 'Pasted text, 201 lines', { kind: 'pastedText' });
    await chat.events({ type: 'attachments', attachments: [pasted] });
    await announced('Long text was attached.');
    await chat.page.screenshot({ path: join(resultsFolder, 'pasted-text.png') });
    assert.deepEqual(await violations(chat), []);
    await box.focus();
    await chat.page.keyboard.press('Shift+Tab');
    assert.equal(await focused(), 'Paste as text');
    await chat.page.keyboard.press('Enter');
    assert.deepEqual(
      (await chat.commandsOf('pasteAsText')).map((command) => [command.id, command.selection]),
      [['p1', selection]],
    );
  });

  it('stand beside the system prompt of the workspace, which a click shows', async () => {
    await chat.snapshot(viewState({ attachments: three }));
    const prompt = chat.page.getByRole('button', { name: 'System prompt of the workspace' });
    assert.equal(await prompt.count(), 0);
    await chat.events({ type: 'workspacePrompt', hasWorkspacePrompt: true });
    await prompt.press('Enter');
    assert.equal((await chat.commandsOf('showWorkspacePrompt')).length, 1);
    await chat.page.screenshot({ path: join(resultsFolder, 'workspace-prompt.png') });
    assert.deepEqual(await violations(chat), []);
  });

  it('are a list of chips with names and sizes, which is absent without any', async () => {
    await chat.snapshot(viewState());
    assert.equal(await list().count(), 0);
    await chat.events({ type: 'attachments', attachments: three });
    assert.equal(await list().getByRole('listitem').count(), 3);
    assert.equal(await chip('README').innerText(), 'README.md\n1.3K tokens');
    assert.equal(await list().getByRole('button', { name: 'Remove README.md' }).count(), 1);
    await chat.events({ type: 'attachments', attachments: [] });
    assert.equal(await list().count(), 0);
  });

  it('show the name of the file where the path is too long, and all of it in the tooltip', async () => {
    await chat.snapshot(viewState({ attachments: three }));
    const file = list().locator('.chip-file').first();
    assert.equal(await file.textContent(), 'attachmentCommands.ts:12-48');
    assert.ok(await file.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth));
    const folder = list().locator('.chip-folder');
    assert.ok(await folder.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth));
    const title = await list().getByRole('button').first().getAttribute('title');
    assert.equal(title, `${long}\nAbout 1,300 tokens`);
  });

  it('show the number of their tokens, whatever the length of the name and the width of the view', async () => {
    await chat.page.setViewportSize({ width: 260, height: 600 });
    const names = ['.github/prompts/explain.prompt.md', 'averyveryverylongname'.repeat(3), long];
    const attachments = names.map((name, index) =>
      attachment(`t${index}`, name, { tokens: 24_100 }),
    );
    await chat.snapshot(viewState({ attachments }));
    const missing = await list()
      .locator('.chip-detail')
      .evaluateAll((sizes) =>
        sizes.map((size) => {
          const range = document.createRange();
          range.selectNodeContents(size);
          range.setEnd(size.firstChild!, '24.1K'.length);
          return range.getBoundingClientRect().right > size.getBoundingClientRect().right;
        }),
      );
    assert.deepEqual(missing, [false, false, false]);
    const overflow = await list()
      .getByRole('listitem')
      .evaluateAll((items) => items.map((item) => item.scrollWidth - item.clientWidth));
    assert.deepEqual(overflow, [0, 0, 0]);
    await chat.page.screenshot({ path: join(resultsFolder, 'webview', 'attachments-narrow.png') });
  });

  it('scroll to the one that is added last', async () => {
    const many = Array.from({ length: 8 }, (_, index) =>
      attachment(`t${index}`, `src/folder/averylongname${index}.ts`),
    );
    const isInView = (name: string) =>
      chip(name).evaluate((button) => {
        const area = button.closest('.composer-attachments')!.getBoundingClientRect();
        const { top, bottom } = button.getBoundingClientRect();
        return top >= area.top && bottom <= area.bottom;
      });
    await chat.snapshot(viewState({ attachments: many.slice(0, 7) }));
    await chat.events({ type: 'attachments', attachments: many });
    assert.ok(await isInView('src.*name7'));
    await chip('src.*name0').focus();
    await chat.events({ type: 'attachments', attachments: many.slice(0, 7) });
    assert.ok(await isInView('src.*name0'), 'stays when one is removed');
  });

  it('are marked where only a part is sent and where they were read again', async () => {
    const marked = attachment('t1', 'a.ts', { isExcerpt: true, isUpdated: true });
    await chat.snapshot(viewState({ attachments: [marked] }));
    assert.equal(await chip('a.ts 1.3K tokens Excerpt Updated').count(), 1);
    assert.match((await chip('a.ts').getAttribute('title')) ?? '', /Only part .*Read again/su);
  });

  it('are previewed by click and Enter', async () => {
    await chat.snapshot(viewState({ attachments: three }));
    await chip('README').click();
    await chip('Problems').press('Enter');
    assert.deepEqual(await chat.commandsOf('previewAttachment'), [
      { type: 'previewAttachment', id: 't2' },
      { type: 'previewAttachment', id: 't3' },
    ]);
  });

  it('are one stop of the Tab key, with arrow keys between them, and Delete removes', async () => {
    await chat.snapshot(viewState({ attachments: three }));
    await chat.box.focus();
    await chat.page.keyboard.press('Shift+Tab');
    assert.match(await focused(), /^src\//u);
    await chat.page.keyboard.press('ArrowRight');
    assert.match(await focused(), /^README/u);
    await chat.page.keyboard.press('End');
    assert.match(await focused(), /^Problems/u);
    await chat.page.keyboard.press('Delete');
    assert.deepEqual(await removed(), ['t3']);
    await chat.events({ type: 'attachments', attachments: three.slice(0, 2) });
    assert.match(await focused(), /^README/u, 'the one before is the last one now');
    await announced('Removed: Problems');
    await chat.page.keyboard.press('Home');
    await chat.page.keyboard.press('Backspace');
    await chat.events({ type: 'attachments', attachments: three.slice(1, 2) });
    assert.match(await focused(), /^README/u);
    await chat.page.keyboard.press('Tab');
    assert.equal(await focused(), 'Message');
    await chat.page.keyboard.press('Shift+Tab');
    assert.match(await focused(), /^README/u, 'can be reached after the first was removed');
    await chat.page.keyboard.press('Delete');
    await chat.events({ type: 'attachments', attachments: [] });
    assert.equal(await focused(), 'Message');
    assert.deepEqual(await removed(), ['t3', 't1', 't2']);
  });

  it('are removed by their buttons, not by Backspace in an empty message box', async () => {
    await chat.snapshot(viewState({ attachments: three }));
    await chat.box.press('Backspace');
    assert.deepEqual(await removed(), []);
    await chat.button('Remove README.md').click();
    assert.deepEqual(await removed(), ['t2']);
    await chat.events({ type: 'attachments', attachments: [three[0]!, three[2]!] });
    assert.match(await focused(), /^Problems/u, 'the next one has the focus');
  });

  it('are announced when they are attached, and not again when they are sent', async () => {
    await chat.snapshot(viewState());
    await chat.events({ type: 'attachments', attachments: three.slice(1) });
    await announced('Attached: README.md, Problems');
    await chat.conversation({
      type: 'asked',
      question: { ...question('q1', 'Why?'), attachments: three.slice(1) },
      answer: answer('a1', { questionId: 'q1', state: 'waiting' }),
    });
    await announced('Waiting for the answer');
    await chat.events({ type: 'attachments', attachments: [] });
    await announced('Waiting for the answer');
    assert.equal(await list().count(), 0);
  });

  it('keep typed text and the focus while they change and an answer streams', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ state: 'streaming' }) }));
    await chat.box.focus();
    for (const [index, letter] of Array.from('What about this?').entries()) {
      await chat.page.keyboard.type(letter);
      await chat.events(
        {
          type: 'conversation',
          event: { type: 'textAppended', answerId: 'a1', text: `word${index} `, reasoning: '' },
        },
        { type: 'attachments', attachments: three.slice(0, index % 4) },
      );
    }
    assert.equal(await chat.box.inputValue(), 'What about this?');
    assert.equal(await focused(), 'Message');
    assert.match(await chat.answers.innerText(), /word0 .*word15/su);
  });

  it('are not sent without a question, and the button says why', async () => {
    await chat.snapshot(viewState({ attachments: three }));
    assert.equal(await chat.button('Send').getAttribute('title'), 'Enter a question');
    assert.equal(await chat.button('Send').getAttribute('aria-disabled'), 'true');
    await chat.box.press('Enter');
    await chat.button('Send').click({ force: true });
    assert.deepEqual(await chat.commandsOf('ask'), []);
    await chat.box.fill('Why?');
    assert.equal(await chat.button('Send').getAttribute('title'), 'Send (Enter)');
    await chat.box.press('Enter');
    assert.deepEqual(
      (await chat.commandsOf('ask')).map(({ text }) => text),
      ['Why?'],
    );
  });

  it('are picked with a button, and the selection is offered until it is attached', async () => {
    const editorOffer = { name: 'src/a.ts:3-9', isSelection: true };
    await chat.snapshot(viewState({ editorOffer }));
    assert.equal(await list().count(), 0, 'it is not attached');
    await chat.button('Attach selection src/a.ts:3-9').click();
    assert.equal(await focused(), 'Message');
    await chat.button('Attach').click();
    const types = (await chat.commands()).map(({ type }) => type);
    assert.deepEqual(types, ['ready', 'attachSelection', 'attach']);
    const offer = chat.button(/^Attach selection/u);
    const attachments = [attachment('t1', 'src/a.ts:3-9', { kind: 'selection' })];
    await chat.snapshot(viewState({ editorOffer, attachments }));
    assert.equal(await list().getByRole('listitem').count(), 1);
    assert.equal(await offer.count(), 0, 'it is attached');
    await chat.snapshot(viewState({ editorOffer }));
    assert.equal(await offer.count(), 1, 'it was removed');
  });

  it('are offered without a change of the message box, where the model has room before them', async () => {
    const name = 'src/gateway/node/failures/rateLimiterOfTheGateway.ts';
    const heightOf = async (selector: string) =>
      (await chat.page.locator(selector).boundingBox())?.height;
    await chat.page.setViewportSize({ width: 300, height: 600 });
    await chat.snapshot(viewState());
    const height = await heightOf('.composer');
    await chat.events({ type: 'editorOffer', editorOffer: { name, isSelection: false } });
    await chat.button(`Attach open file ${name}`).click();
    assert.equal((await chat.commandsOf('attachOpenFile')).length, 1);
    await chat.events({
      type: 'editorOffer',
      editorOffer: { name: `${name}:12-21`, isSelection: true },
    });
    assert.equal(await heightOf('.composer'), height);
    const isCut = await chat.page
      .locator('.model-name')
      .evaluate((shown) => shown.scrollWidth > shown.clientWidth);
    assert.equal(isCut, false);
    await chat.events({ type: 'editorOffer', editorOffer: undefined });
    assert.equal(await heightOf('.composer'), height);
    assert.equal(await chat.button(/^Attach open/u).count(), 0);
  });

  it('are offered by their names, also by those that are shorter than others', async () => {
    await chat.page.setViewportSize({ width: 300, height: 600 });
    await chat.snapshot(viewState());
    for (const name of ['fin1.ts', 'u1.ts', 'a.c']) {
      await chat.events({ type: 'editorOffer', editorOffer: { name, isSelection: false } });
      const { y, height } = (await chat.page.locator('.editor-offer').boundingBox())!;
      const shown = (await chat.page.locator('.editor-offer > bdi').boundingBox())!;
      assert.ok(shown.y + shown.height <= y + height, name);
    }
  });

  it('of a sent question are previewed by its ID, and images are thumbnails', async () => {
    const attachments = [...three, attachment('t4', 'photo.png', { kind: 'image', image })];
    await chat.snapshot(
      viewState({
        conversation: conversation({ ...question('q1', 'Why?'), attachments }, answer('a1')),
      }),
    );
    const sent = chat.questions.getByRole('list', { name: 'Attached to this question' });
    assert.equal(await sent.getByRole('listitem').count(), 4);
    assert.equal(await sent.getByRole('button', { name: /^Remove/u }).count(), 0);
    await sent.getByRole('button', { name: /^README/u }).click();
    await sent.getByRole('button', { name: /^README/u }).press('Delete');
    assert.deepEqual(await chat.commands(), [
      { type: 'ready' },
      { type: 'previewAttachment', id: 't2', messageId: 'q1' },
    ]);
    const thumbnail = sent.getByRole('button', { name: 'photo.png' });
    assert.equal((await thumbnail.locator('img').boundingBox())?.width, 72);
    await thumbnail.click();
    assert.equal(await thumbnail.getAttribute('aria-expanded'), 'true');
    await chat.button('Edit').click();
    assert.equal(await sent.getByRole('listitem').count(), 4, 'shown beside the edited text');
    await chat.page.getByRole('textbox', { name: 'Edit question' }).fill('How?');
    await chat.button('Resend').click();
    assert.deepEqual(await chat.commandsOf('edit'), [
      { type: 'edit', messageId: 'q1', text: 'How?' },
    ]);
  });

  it('of a queued question are previewed by its ID', async () => {
    const queued = { id: 'n1', text: 'And then?', attachments: three.slice(1) };
    await chat.snapshot(
      viewState({
        conversation: exchange({ state: 'streaming', text: 'x' }),
        queue: { questions: [queued], isPaused: false },
      }),
    );
    const queue = chat.page.getByRole('list', { name: 'Queue', exact: true });
    await queue.getByRole('button', { name: /^README/u }).click();
    assert.deepEqual(await chat.commandsOf('previewAttachment'), [
      { type: 'previewAttachment', id: 't2', messageId: 'n1' },
    ]);
    await chat.button('Edit: And then?').click();
    assert.equal(await queue.getByRole('button', { name: /^README/u }).count(), 1);
    assert.equal(await list().count(), 0);
  });

  it('that are images are enlarged in place', async () => {
    const attachments = [attachment('t1', 'photo.png', { kind: 'image', image })];
    await chat.snapshot(viewState({ attachments }));
    const photo = chip('photo.png');
    assert.equal((await photo.locator('img').boundingBox())?.width, 16);
    await photo.click();
    assert.equal(await photo.getAttribute('aria-expanded'), 'true');
    assert.deepEqual(await chat.commandsOf('previewAttachment'), []);
    assert.deepEqual(await violations(chat), []);
    await photo.click();
    assert.equal(await photo.getAttribute('aria-expanded'), 'false');
  });

  it('leave the message box and its buttons in a low view, however many there are', async () => {
    await chat.page.setViewportSize({ width: 300, height: 330 });
    const attachments = Array.from({ length: 40 }, (_, index) =>
      attachment(`t${index}`, `src/folder/file${index}.ts`),
    );
    await chat.snapshot(viewState({ conversation: exchange({ text: 'x' }), attachments }));
    await chat.box.fill('line\n'.repeat(30));
    await chat.page.screenshot({ path: join(resultsFolder, 'webview', 'attachments-low.png') });
    const send = await chat.button('Send').boundingBox();
    assert.ok(send !== null && send.y + send.height <= 330);
    assert.ok((await chat.box.boundingBox())!.y >= 0);
    const last = list().getByRole('button', { name: /^src.*file39/u });
    await last.focus();
    assert.ok((await last.boundingBox())!.y < (await chat.box.boundingBox())!.y, 'scrolls');
  });

  it('warn where the model accepts no images, and lead to another model', async () => {
    const attachments = [attachment('t1', 'shot.png', { kind: 'image', image })];
    await chat.snapshot(viewState({ attachments, acceptsImages: false }));
    const warning = chat.page.getByText("doesn't accept images: they won't be sent.");
    await warning.waitFor();
    const icon = chat.page.locator('.attach-problem > .codicon');
    const [beside, text] = [await icon.boundingBox(), await warning.boundingBox()];
    assert.ok(beside!.x + beside!.width <= text!.x, 'the icon is before the text, not above it');
    await chat.button('Select model').click();
    assert.deepEqual(await chat.commandsOf('runSetupStep'), [
      { type: 'runSetupStep', step: 'model' },
    ]);
    await chat.events({ type: 'imageInput', acceptsImages: undefined });
    assert.equal(await warning.count(), 0);
  });

  it('of a sent question add a command to its context menu', async () => {
    await chat.snapshot(
      viewState({
        conversation: conversation(
          { ...question('q1', 'Why?'), attachments: three },
          answer('a1', { questionId: 'q1' }),
          question('q2', 'And?'),
          answer('a2', { questionId: 'q2' }),
        ),
      }),
    );
    const menus = await chat.page
      .locator('.question')
      .evaluateAll((articles) =>
        articles.map((article) => article.getAttribute('data-vscode-context') ?? ''),
      );
    assert.deepEqual(
      menus.map((menu) => menu.includes('"hasContext":true')),
      [true, false],
    );
  });
});
