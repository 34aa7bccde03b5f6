import assert from 'node:assert/strict';
import type { Attachment } from '../../../../../src/conversation/common/attachment';
import {
  emptyDraft,
  type Draft,
  type SentQuestion,
} from '../../../../../src/conversation/common/draft';
import { ChatDraft } from '../../../../../src/conversation/node/session/chatDraft';

function file(id: string, name = `${id}.ts`): Attachment {
  return { id, kind: 'file', name, text: `Content of ${id}`, tokens: 3 };
}

function draftFixture(): { readonly draft: ChatDraft; readonly saved: Draft[] } {
  const saved: Draft[] = [];
  return { draft: new ChatDraft(emptyDraft, (changed) => saved.push(changed)), saved };
}

describe('ChatDraft', () => {
  it('saves what is attached and removed', () => {
    const { draft, saved } = draftFixture();
    draft.attach(file('a'));
    draft.attach(file('b'));
    draft.detach('a');
    draft.detach('b');
    assert.deepEqual(saved, [
      { text: '', attachments: [file('a')], queue: [] },
      { text: '', attachments: [file('a'), file('b')], queue: [] },
      { text: '', attachments: [file('b')], queue: [] },
      { text: '', queue: [] },
    ]);
  });

  it('replaces an attachment of the same name and kind', () => {
    const { draft } = draftFixture();
    draft.attach(file('a', 'main.ts'));
    draft.attach(file('b', 'main.ts'));
    draft.attach({ ...file('c', 'main.ts'), kind: 'problems' });
    assert.deepEqual(
      draft.attachments.map(({ id }) => id),
      ['b', 'c'],
    );
  });

  it('keeps pictures of the same name, but not the same picture twice', () => {
    const { draft } = draftFixture();
    const pasted = (id: string, data: string): Attachment => {
      return {
        id,
        kind: 'image',
        name: 'Pasted image',
        image: { mediaType: 'image/png', data },
        tokens: 9,
      };
    };
    draft.attach(pasted('a', 'AAAA'));
    draft.attach(pasted('b', 'BBBB'));
    draft.attach(pasted('c', 'AAAA'));
    assert.deepEqual(
      draft.attachments.map(({ id }) => id),
      ['b', 'c'],
    );
  });

  it('keeps PDF files of the same name that cannot be read again', () => {
    const { draft } = draftFixture();
    draft.attach({ ...file('a', 'report.pdf'), kind: 'pdf' });
    draft.attach({ ...file('b', 'report.pdf'), kind: 'pdf' });
    assert.equal(draft.attachments.length, 2);
    const source = { uri: 'file:///report.pdf' };
    const other = draftFixture();
    other.draft.attach({ ...file('c', 'report.pdf'), kind: 'pdf', source });
    other.draft.attach({ ...file('d', 'report.pdf'), kind: 'pdf', source });
    assert.equal(other.draft.attachments.length, 1);
  });

  it('saves nothing that comes after its chat is closed, except that it is cleared', () => {
    const { draft, saved } = draftFixture();
    draft.attach(file('a'));
    draft.dispose();
    draft.attach(file('b'));
    draft.update({ text: 'late' });
    draft.saveEdit('question', 'late');
    assert.deepEqual([saved.length, draft.attachments], [1, [file('a')]]);
    draft.clear();
    assert.deepEqual(saved.at(-1), emptyDraft);
  });

  it('does not save again when nothing has changed', () => {
    const { draft, saved } = draftFixture();
    draft.update({ text: '', attachments: [] });
    draft.detach('none');
    draft.attach(file('a'));
    draft.update({ text: '', attachments: draft.attachments });
    assert.equal(saved.length, 1);
  });

  it('removes what was asked from the message box, and what was typed and attached since then stays', () => {
    const { draft } = draftFixture();
    const asked = { id: 'q', text: 'Why?', attachments: [file('a')] };
    draft.update({ text: 'Why?', attachments: [file('a')] });
    draft.attach(file('b'));
    draft.didSend(asked);
    assert.deepEqual([draft.text, draft.attachments], ['', [file('b')]]);
    draft.update({ text: 'Why? And how?', attachments: [file('a')] });
    draft.didSend(asked);
    assert.deepEqual([draft.text, draft.attachments], ['Why? And how?', []]);
  });

  it('reports what has left the message box, by the ID of the page', () => {
    const { draft, saved } = draftFixture();
    const sent: SentQuestion[] = [];
    draft.onDidSend((question) => sent.push(question));
    draft.update({ text: 'Why?' });
    draft.didSend({ text: 'Why?' }, 'page-1', [{ id: 'q', text: 'Why?' }]);
    draft.didSend({ text: 'Asked by a command' });
    assert.deepEqual(sent, [{ text: 'Why?', sendId: 'page-1' }, { text: 'Asked by a command' }]);
    assert.deepEqual(saved.slice(1), [{ text: '', queue: [{ id: 'q', text: 'Why?' }] }]);
  });

  it('does not lose attachments and queue when edits change', () => {
    const { draft, saved } = draftFixture();
    draft.update({ text: 'Why?', attachments: [file('a')], queue: [{ id: 'q', text: 'Next?' }] });
    draft.saveEdit('question', 'Edited');
    draft.saveEdit('question', undefined);
    assert.deepEqual(saved.at(-1), {
      text: 'Why?',
      attachments: [file('a')],
      queue: [{ id: 'q', text: 'Next?' }],
    });
  });
});
