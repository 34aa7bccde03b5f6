// Images and files that are pasted into the page or dropped on it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { resultsFolder } from '../../../support/toolchain';
import { viewState, type ChatPage } from '../../support/chatPage';
import { freshPages } from '../../support/freshPages';

interface SentFile {
  readonly name: string;
  readonly type: string;
  /** Base64. */
  readonly data: string;
}

/** What the browser reads of an image. */
interface ReadImage {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue of the first pixel. */
  readonly first: readonly number[];
}

/** One red pixel. */
const gif: SentFile = {
  name: 'red.gif',
  type: 'image/gif',
  data: 'R0lGODlhAQABAIAAAP8AAP///ywAAAAAAQABAAACAkQBADs=',
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');

describe('pasted and dropped images', () => {
  let chat: ChatPage;
  const { open } = freshPages(async (page) => {
    chat = page;
    await chat.snapshot(viewState());
  });

  /** Fires a paste or drag event with this data. Returns whether the page handled it. */
  function transfer(
    event: 'paste' | 'drop' | 'dragover',
    files: readonly SentFile[],
    texts: Readonly<Record<string, string>> = {},
    options: { readonly shiftKey?: boolean; readonly from?: string } = {},
  ): Promise<boolean> {
    return chat.page.evaluate(
      ([type, sent, strings, { shiftKey = false, from = '.composer textarea' }]) => {
        const data = new DataTransfer();
        for (const { name, type: mediaType, data: bytes } of sent) {
          const array = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
          data.items.add(new File([array], name, { type: mediaType }));
        }
        for (const [format, value] of Object.entries(strings)) {
          data.setData(format, value);
        }
        const init = { bubbles: true, cancelable: true };
        const fired =
          type === 'paste'
            ? new ClipboardEvent(type, { ...init, clipboardData: data })
            : new DragEvent(type, { ...init, dataTransfer: data, shiftKey });
        document.querySelector(from)?.dispatchEvent(fired);
        return fired.defaultPrevented;
      },
      [event, files, texts, options] as const,
    );
  }

  /** The images that were attached, once there are that many. */
  async function attached(count: number) {
    await chat.page.waitForFunction(
      (expected) =>
        (window as unknown as { commands: { type: string }[] }).commands.filter(
          ({ type }) => type === 'attachImage',
        ).length === expected,
      count,
    );
    return chat.commandsOf('attachImage');
  }

  const problem = (text: string | RegExp) =>
    chat.page.getByRole('alert').filter({ hasText: text }).waitFor();

  /** An image that the page draws: a photo has noise. */
  function drawn(
    width: number,
    height: number,
    kind: 'plain' | 'photo',
    type: string,
  ): Promise<SentFile> {
    return chat.page.evaluate(
      async ([w, h, look, mediaType]) => {
        const canvas = new OffscreenCanvas(w, h);
        const context = canvas.getContext('2d')!;
        context.fillStyle = '#fff';
        context.fillRect(0, 0, w, h);
        context.fillStyle = '#000';
        context.fillRect(w / 4, h / 4, w / 2, h / 2);
        if (look === 'photo') {
          const pixels = context.getImageData(0, 0, w, h);
          let seed = 1;
          for (let at = 0; at < pixels.data.length; at += 1) {
            seed = (seed * 16_807) % 2_147_483_647;
            pixels.data[at] = at % 4 === 3 ? 255 : seed % 256;
          }
          context.putImageData(pixels, 0, 0);
        }
        const blob = await canvas.convertToBlob({ type: mediaType, quality: 0.9 });
        const bytes = new Uint8Array(await blob.arrayBuffer());
        let text = '';
        for (const byte of bytes) {
          text += String.fromCharCode(byte);
        }
        return { name: `drawn.${mediaType.slice(6)}`, type: mediaType, data: btoa(text) };
      },
      [width, height, kind, type] as const,
    );
  }

  function read(mediaType: string, data: string): Promise<ReadImage> {
    return chat.page.evaluate(
      async ([type, text]) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
        const bitmap = await createImageBitmap(new Blob([bytes], { type }));
        const { width, height } = bitmap;
        const context = new OffscreenCanvas(width, height).getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        return {
          width,
          height,
          first: Array.from(context.getImageData(0, 0, 1, 1).data.slice(0, 3)),
        };
      },
      [mediaType, data] as const,
    );
  }

  for (const event of ['paste', 'drop'] as const) {
    it(`are attached as they are if they are small, by ${event}`, async () => {
      assert.ok(await transfer(event, [gif], {}, { shiftKey: true }));
      const [image] = await attached(1);
      assert.equal(image?.name, 'red.gif');
      assert.equal(image.mediaType, 'image/png');
      const { width, height, first } = await read(image.mediaType, image.data);
      assert.deepEqual([width, height, first], [1, 1, [255, 0, 0]]);
      assert.ok(await chat.box.evaluate((box) => document.activeElement === box));
    });
  }

  it('are attached even if they are pasted before the browser paints the message box', async () => {
    const early = await open({ isReusable: false });
    await early.page.addInitScript(({ name, type, data: bytes }) => {
      // Called after the script that adds the message box, before the next frame.
      const observer = new MutationObserver(() => {
        const box = document.querySelector('.composer textarea');
        if (box !== null) {
          observer.disconnect();
          const array = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
          const data = new DataTransfer();
          data.items.add(new File([array], name, { type }));
          const init = { bubbles: true, cancelable: true, clipboardData: data };
          const event = new ClipboardEvent('paste', init);
          box.dispatchEvent(event);
          Object.assign(window, { isHandled: event.defaultPrevented });
        }
      });
      observer.observe(document, { childList: true, subtree: true });
    }, gif);
    await early.load();
    await early.snapshot(viewState());
    assert.ok(await early.page.evaluate(() => Reflect.get(window, 'isHandled') as unknown));
    await early.page.waitForFunction(() =>
      (window as unknown as { commands: { type: string }[] }).commands.some(
        ({ type }) => type === 'attachImage',
      ),
    );
    assert.deepEqual(early.errors, []);
    await early.close();
  });

  it('have no script loaded before the first one', async () => {
    assert.deepEqual(
      chat.requests.filter((url) => url.endsWith('/images.js')),
      [],
    );
    await transfer('paste', [gif]);
    await attached(1);
    assert.equal(chat.requests.filter((url) => url.endsWith('/images.js')).length, 1);
  });

  it('are scaled to 1568 px, screenshots as PNG', async () => {
    await transfer('paste', [await drawn(3_000, 1_500, 'plain', 'image/png')]);
    const [image] = await attached(1);
    assert.equal(image?.mediaType, 'image/png');
    const { width, height } = await read(image.mediaType, image.data);
    assert.deepEqual([width, height], [1_568, 784]);
  });

  it('are JPEG of a limited size where a PNG would be large, as of a photo', async () => {
    await transfer('paste', [await drawn(1_200, 1_800, 'photo', 'image/png')]);
    const [image] = await attached(1);
    assert.equal(image?.mediaType, 'image/jpeg');
    assert.ok(image.data.length < 4_000_000, String(image.data.length));
    const { width, height } = await read(image.mediaType, image.data);
    assert.deepEqual([width, height], [1_045, 1_568]);
  });

  it('lose their metadata, and are turned as it says', async () => {
    const jpeg = Buffer.from((await drawn(80, 40, 'plain', 'image/jpeg')).data, 'base64');
    const place = 'GPS 48.8584 N 2.2945 E';
    // One entry: orientation 6, to be turned right by a quarter.
    const tiff = Buffer.from('4d4d002a00000008000101120003000000010006000000000000', 'hex');
    const exif = Buffer.concat([Buffer.from('Exif\0\0'), tiff, Buffer.from(place)]);
    const length = Buffer.from([(exif.length + 2) >> 8, (exif.length + 2) & 255]);
    const marker = Buffer.concat([Buffer.from([0xff, 0xe1]), length, exif]);
    const photo = Buffer.concat([jpeg.subarray(0, 2), marker, jpeg.subarray(2)]);
    assert.ok(photo.includes(place));
    const data = photo.toString('base64');
    await transfer('paste', [{ name: 'photo.jpg', type: 'image/jpeg', data }]);
    const [image] = await attached(1);
    const sent = Buffer.from(image?.data ?? '', 'base64');
    assert.ok(!sent.includes(place) && !sent.includes('Exif') && !sent.includes('eXIf'));
    const { width, height } = await read(image?.mediaType ?? '', image?.data ?? '');
    assert.deepEqual([width, height], [40, 80]);
  });

  it('are attached in their order, pasted ones with a name of their own', async () => {
    const pasted = { ...gif, name: 'image.png' };
    await transfer('paste', [gif, pasted, gif]);
    const names = (await attached(3)).map(({ name }) => name);
    assert.deepEqual(names, ['red.gif', 'Pasted image', 'red.gif']);
  });

  it('belong to the chat that they were pasted into', async () => {
    await transfer('paste', [gif]);
    await chat.events({
      type: 'opened',
      state: viewState({ conversation: { ...viewState().conversation, id: 'c2' } }),
    });
    await attached(1);
    const index = (await chat.allCommands()).findIndex(({ type }) => type === 'attachImage');
    assert.equal((await chat.commandChatIds())[index], 'c1');
  });

  it('that cannot be read are named in a sentence, which goes when the user types', async () => {
    const text = base64('This is no image.');
    await transfer('paste', [
      { name: 'broken.png', type: 'image/png', data: text },
      gif,
      { name: 'photo.heic', type: 'image/heic', data: text },
    ]);
    await problem(/Couldn't attach “broken\.png”\. The image can't be read\. .*“photo\.heic”/u);
    assert.equal((await attached(1)).length, 1, 'the others are attached');
    await chat.box.pressSequentially('x');
    assert.equal(await chat.page.getByRole('alert').count(), 0);
  });

  it('that would take all memory are refused, however small their file is', async () => {
    // The header of a PNG of 60,000 × 60,000 pixels; no data follow.
    const header = Buffer.from('89504e470d0a1a0a0000000d494844520000ea600000ea600802000000', 'hex');
    const bomb = Buffer.concat([header, Buffer.alloc(200)]);
    await transfer('paste', [
      { name: 'bomb.png', type: 'image/png', data: bomb.toString('base64') },
    ]);
    await problem(/Couldn't attach “bomb\.png”\. The image (?:is too large|can't be read)\./u);
    assert.deepEqual(await chat.commandsOf('attachImage'), []);
  });

  it('and PDF files are the only files from outside VS Code', async () => {
    await transfer('drop', [{ name: 'notes.txt', type: 'text/plain', data: base64('x') }]);
    await problem(/“notes\.txt”.*only images and PDF files can be attached/u);
  });

  for (const event of ['paste', 'drop'] as const) {
    it(`may have PDF files among them, which the host reads, by ${event}`, async () => {
      const data = base64('%PDF-1.7\n');
      await transfer(event, [{ name: 'a b.pdf', type: 'application/pdf', data }, gif]);
      await attached(1);
      assert.deepEqual(await chat.commandsOf('attachPdf'), [
        { type: 'attachPdf', name: 'a b.pdf', data },
      ]);
    });
  }

  it('may have no PDF file of more than 15 MB among them', async () => {
    const handled = await chat.page.evaluate(() => {
      const data = new DataTransfer();
      const bytes = new Uint8Array(15_000_001);
      data.items.add(new File([bytes], 'large.pdf', { type: 'application/pdf' }));
      const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data });
      document.querySelector('.composer textarea')?.dispatchEvent(event);
      return event.defaultPrevented;
    });
    assert.ok(handled);
    await problem(/“large\.pdf”\. It is larger than 15 MB\. Select “Attach” instead\./u);
    assert.deepEqual(await chat.commandsOf('attachPdf'), []);
  });

  it('leave pasted text as text, also beside a picture of it', async () => {
    assert.ok(!(await transfer('paste', [], { 'text/plain': 'x'.repeat(100_000) })));
    assert.ok(!(await transfer('paste', [gif], { 'text/plain': 'Total', 'text/html': '<b>' })));
    assert.deepEqual(await chat.commandsOf('attachImage'), []);
  });

  it('show where they can be dropped, with the key to hold', async () => {
    const target = (text: string) => chat.page.getByText(text, { exact: true });
    assert.ok(await transfer('dragover', [gif]));
    await target('Hold Shift and drop to attach').waitFor();
    await transfer('dragover', [gif], {}, { shiftKey: true });
    await target('Drop to attach').waitFor();
    await chat.page.screenshot({ path: join(resultsFolder, 'webview', 'drop-target.png') });
    await chat.page.evaluate(() => document.dispatchEvent(new DragEvent('dragleave')));
    await target('Drop to attach').waitFor({ state: 'detached' });
    assert.ok(!(await transfer('dragover', [], { 'text/plain': 'text' })), 'text is not for it');
  });

  it('from VS Code are files, whatever else the data has', async () => {
    const uris = ['file:///w/src/a.ts', 'file:///w/docs'];
    await transfer('dragover', [], { resourceurls: '[]' });
    const isHandled = await transfer('drop', [], {
      'application/vnd.code.uri-list': uris.join('\r\n'),
      'text/plain': '/w/src/a.ts',
    });
    assert.ok(isHandled);
    assert.deepEqual(await chat.commandsOf('attachFiles'), [{ type: 'attachFiles', uris }]);
    assert.equal(await chat.box.inputValue(), '');
    assert.equal(await chat.page.locator('.drop-target').count(), 0);
  });

  it('that are dragged out of the page are not dropped on it', async () => {
    await chat.page.evaluate(() => document.dispatchEvent(new DragEvent('dragstart')));
    assert.ok(!(await transfer('drop', [], { 'text/uri-list': 'file:///w/a.ts' })));
    assert.deepEqual(await chat.commandsOf('attachFiles'), []);
  });
});
