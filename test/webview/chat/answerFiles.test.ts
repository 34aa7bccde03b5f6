// The files of an answer: pictures are shown from their bytes, everything can be saved, and nothing is loaded.
import assert from 'node:assert/strict';
import type { AnswerFile } from '../../../src/gateway/common/answerFile';
import { pixelPng } from '../../support/pixelPng';
import { exchange, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

const png: AnswerFile = {
  mediaType: 'image/png',
  data: pixelPng.toString('base64'),
};
const csv: AnswerFile = { mediaType: 'text/csv', data: 'aWQK' };
const svg: AnswerFile = {
  mediaType: 'image/svg+xml',
  data: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
};

describe('the files of an answer', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  it('are shown if they are pictures, and have a chip otherwise; each can be saved', async () => {
    const text = '[image 1: PNG, 70 B] [file 2: text/csv, 3 B] [file 3: image/svg+xml, 41 B]';
    await chat.snapshot(viewState({ conversation: exchange({ text, files: [png, csv, svg] }) }));
    const list = chat.page.getByRole('list', { name: 'Files' });
    const picture = list.getByRole('button', { name: /^Image 1: PNG/ });
    await picture.click();
    assert.equal(await picture.getAttribute('aria-expanded'), 'true');
    assert.deepEqual(
      await list
        .locator('img')
        .evaluateAll((images: HTMLImageElement[]) =>
          images.map(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight]),
        ),
      [[1, 1]],
    );
    assert.match(await list.innerText(), /File 2: text\/csv, 3 B\s+File 3: image\/svg\+xml, 41 B/);
    for (const button of await list.getByRole('button', { name: /^Save/ }).all()) {
      await button.click();
    }
    assert.deepEqual(
      (await chat.commandsOf('saveFile')).map(({ index }) => index),
      [0, 1, 2],
    );
  });

  it('appear while the answer streams', async () => {
    await chat.snapshot(viewState({ conversation: exchange({ state: 'waiting' }) }));
    await chat.events({
      type: 'conversation',
      event: { type: 'fileReceived', answerId: 'a1', file: png },
    });
    await chat.page.getByRole('button', { name: /^Image 1/ }).waitFor();
  });
});
