// The panel for a question in which secrets were found: texts, buttons, focus.
import assert from 'node:assert/strict';
import type { SecretsPrompt } from '../../../../src/features/secrets/common/secretsView';
import { exchange, viewState, type ChatPage } from '../../support/chatPage';
import { freshPages } from '../../support/freshPages';

const secretsPrompt: SecretsPrompt = {
  sentence: 'A secret was found in what would be sent.',
  canMask: true,
  findings: [
    { rule: 'GitHub token', place: 'deploy.yml:12', masked: 'ghp_…' },
    { rule: '<b>Private key</b>', place: 'Question, line 3', masked: '-----BEGIN…' },
  ],
};

describe('secrets panel', () => {
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Because.' }) }));
  });

  const panel = () => chat.page.getByRole('alertdialog', { name: 'Check before sending' });
  const answers = async () => (await chat.commandsOf('answerSecrets')).map(({ answer }) => answer);

  it('lists what was found as text, and posts the answer of each button', async () => {
    await chat.events({ type: 'secretsPrompt', secretsPrompt });
    assert.match(await panel().innerText(), /A secret was found in what would be sent\./u);
    assert.deepEqual(await panel().getByRole('listitem').allInnerTexts(), [
      'GitHub token deploy.yml:12 ghp_…',
      '<b>Private key</b> Question, line 3 -----BEGIN…',
    ]);
    const names = ['Mask and send', 'Send anyway', 'Cancel'];
    assert.deepEqual(await panel().getByRole('button').allTextContents(), names);
    for (const name of names) {
      await chat.button(name).click();
    }
    assert.deepEqual(await answers(), ['mask', 'send', 'cancel']);
  });

  it('takes the focus, cancels with Escape, and returns the focus to the box with its text', async () => {
    await chat.box.fill('My question');
    await chat.box.press('Enter');
    await chat.events({ type: 'secretsPrompt', secretsPrompt });
    assert.ok(await panel().evaluate((element) => element === document.activeElement));
    await chat.page.keyboard.press('Escape');
    assert.deepEqual(await answers(), ['cancel']);
    await chat.events({ type: 'secretsPrompt', secretsPrompt: undefined });
    assert.equal(await panel().count(), 0);
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
    assert.equal(await chat.box.inputValue(), 'My question');
  });

  it('leaves the focus in the message box for a queued question, and is announced', async () => {
    await chat.box.focus();
    await chat.events({
      type: 'secretsPrompt',
      secretsPrompt: { ...secretsPrompt, isQueued: true },
    });
    assert.ok(await panel().isVisible());
    assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
    await chat.page
      .getByRole('status')
      .filter({ hasText: 'This question may contain secrets.' })
      .waitFor({ state: 'attached' });
  });

  it('scrolls where there are many findings, with the message box in view', async () => {
    await chat.page.setViewportSize({ width: 300, height: 330 });
    const findings = Array.from({ length: 60 }, () => secretsPrompt.findings).flat();
    await chat.events({ type: 'secretsPrompt', secretsPrompt: { ...secretsPrompt, findings } });
    const send = await chat.button('Send').boundingBox();
    assert.ok(send !== null && send.y + send.height <= 330);
    await chat.button('Mask and send').click();
    assert.deepEqual(await answers(), ['mask']);
  });

  it('offers no mask for secrets in earlier messages', async () => {
    await chat.events({
      type: 'secretsPrompt',
      secretsPrompt: { ...secretsPrompt, canMask: false },
    });
    assert.deepEqual(await panel().getByRole('button').allTextContents(), [
      'Send anyway',
      'Cancel',
    ]);
  });

  it('empties the message box when the question is asked with a mask in place of the secret', async () => {
    await chat.box.fill('Why secret?');
    await chat.box.press('Enter');
    await chat.events({ type: 'draft', text: 'Why [masked]?' });
    assert.equal(await chat.box.inputValue(), 'Why [masked]?');
    const [ask] = await chat.commandsOf('ask');
    await chat.events({ type: 'questionSent', text: 'Why [masked]?', sendId: ask?.sendId ?? '' });
    assert.equal(await chat.box.inputValue(), '');
  });
});
