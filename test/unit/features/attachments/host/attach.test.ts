import assert from 'node:assert/strict';
import type { Attachment } from '../../../../../src/conversation/common/attachment';
import { emptyDraft } from '../../../../../src/conversation/common/draft';
import { ChatDraft } from '../../../../../src/conversation/node/session/chatDraft';
import type * as attachModule from '../../../../../src/features/attachments/host/attach';
import { vscodeTexts, withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { attachResult, attachText } = withVsCodeTexts(
  () => require('../../../../../src/features/attachments/host/attach') as typeof attachModule,
);

function file(name: string, text = ''): Attachment {
  return { id: name, kind: 'file', name, text, tokens: 0 };
}

function image(name: string, data: string): Attachment {
  return { id: name, kind: 'image', name, image: { mediaType: 'image/png', data }, tokens: 0 };
}

describe('attachResult', () => {
  let messages: string[];
  let draft: ChatDraft;

  beforeEach(() => {
    messages = [];
    vscodeTexts.window['showInformationMessage'] = (message: string) => {
      messages.push(message);
      return Promise.resolve(undefined);
    };
    draft = new ChatDraft(emptyDraft, () => undefined);
  });
  after(() => delete vscodeTexts.window['showInformationMessage']);

  const names = () => draft.attachments.map(({ name }) => name);

  it('names a pasted text by its lines', () => {
    attachText(draft, '{"minified":true}\n');
    attachText(draft, 'a\nb');
    assert.deepEqual(names(), ['Pasted text, 1 line', 'Pasted text, 2 lines']);
  });

  it('says that a question can have 50 attachments', () => {
    for (let index = 1; index <= 50; index += 1) {
      assert.ok(attachResult(draft, file(`${index}.ts`)));
    }
    assert.ok(attachResult(draft, file('50.ts', 'changed')), 'it replaces the one that is there');
    assert.deepEqual(messages, []);
    assert.ok(!attachResult(draft, image('51.png', '')));
    assert.deepEqual(messages, [
      "51.png wasn't attached: a question can have up to 50 attachments.",
    ]);
    assert.equal(names().length, 50);
  });

  it('says how many characters attachments can have, with images as they are sent', () => {
    assert.ok(attachResult(draft, file('a.ts', 'a'.repeat(4_000_000))));
    assert.ok(attachResult(draft, image('b.png', 'b'.repeat(4_000_000))));
    assert.deepEqual(messages, []);
    assert.ok(!attachResult(draft, file('c.ts', 'c')));
    assert.deepEqual(messages, [
      "c.ts wasn't attached: the attachments of a question can have up to 8 million characters in total. An image of 3 MB counts as 4 million.",
    ]);
    assert.deepEqual(names(), ['a.ts', 'b.png']);
  });
});
