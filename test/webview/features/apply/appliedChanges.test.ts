// The landing report below an answer, and the panel of proposed changes.
import assert from 'node:assert/strict';
import type { AppliedChange } from '../../../../src/conversation/common/conversation';
import type { ProposalView } from '../../../../src/features/apply/common/applyView';
import { exchange, viewState, type ChatPage } from '../../support/chatPage';
import { freshPages } from '../../support/freshPages';

const changes: readonly AppliedChange[] = [
  { block: 0, uri: 'file:///w/a.ts', file: 'a.ts', state: 'applied', line: 12 },
  {
    block: 1,
    uri: 'file:///w/b.ts',
    file: '<b>.ts',
    state: 'refused',
    reason: 'The function was changed since you attached it.',
  },
];

const proposals: readonly ProposalView[] = [
  { id: 'p1', file: 'a.ts', text: '2 changes' },
  { id: 'p2', file: 'src/b.ts', text: '1 conflict' },
];

describe('applied changes', () => {
  let chat: ChatPage;
  freshPages(async (page) => {
    chat = page;
    await chat.snapshot(viewState({ conversation: exchange({ text: 'Done.' }) }));
  });

  const announced = (hasText: string) =>
    chat.page.getByRole('status').filter({ hasText }).waitFor({ state: 'attached' });

  describe('below the answer', () => {
    const report = () => chat.answers.getByRole('list', { name: 'Applied changes' });

    it('are listed with their places and reasons, and announced', async () => {
      assert.equal(await report().count(), 0);
      await chat.conversation({ type: 'changesApplied', answerId: 'a1', changes });
      assert.deepEqual(await report().getByRole('listitem').allInnerTexts(), [
        '1 change applied, 1 refused',
        'a.ts:12',
        '<b>.ts · The function was changed since you attached it.\nAsk the model to redo this',
      ]);
      await announced('1 change applied, 1 refused');
    });

    it('open their places, and a refused one is asked for again', async () => {
      await chat.conversation({ type: 'changesApplied', answerId: 'a1', changes });
      await report().getByRole('link', { name: 'a.ts:12' }).click();
      await report().getByRole('link', { name: '<b>.ts' }).press('Enter');
      const redo = report().getByRole('button', { name: 'Ask the model to redo this' });
      assert.match((await redo.getAttribute('title')) ?? '', /costs a request/u);
      await redo.click();
      assert.deepEqual(await chat.commands(), [
        { type: 'ready' },
        { type: 'openAppliedChange', messageId: 'a1', index: 0 },
        { type: 'openAppliedChange', messageId: 'a1', index: 1 },
        { type: 'redoChange', messageId: 'a1', index: 1 },
      ]);
    });

    it('have a line about the errors after them, with a question that only a click asks', async () => {
      await chat.conversation({ type: 'changesApplied', answerId: 'a1', changes });
      const text = '2 new errors: a.ts:14, b.ts:3';
      await chat.events({ type: 'newErrors', newErrors: { a1: text } });
      const line = report().getByRole('listitem').last();
      assert.equal(await line.innerText(), `${text}\nAsk to fix`);
      await announced(text);
      const fix = line.getByRole('button', { name: 'Ask to fix' });
      assert.match((await fix.getAttribute('title')) ?? '', /into the message box/u);
      assert.deepEqual(await chat.commands(), [{ type: 'ready' }]);
      await fix.click();
      assert.deepEqual((await chat.commands()).at(-1), { type: 'fixErrors', messageId: 'a1' });
      await chat.events({ type: 'newErrors', newErrors: undefined });
      assert.equal(await report().getByRole('button', { name: 'Ask to fix' }).count(), 0);
    });

    it('say their reason once where the header of the block has it', async () => {
      await chat.conversation({ type: 'changesApplied', answerId: 'a1', changes });
      const last = report().getByRole('listitem').last();
      const showHeader = (reason: string | undefined, canRedo?: true) => {
        const text = `b.ts · can't be placed: ${reason}`;
        const refused = { block: 1, text, state: 'refused' as const, ...(canRedo && { canRedo }) };
        return chat.events({
          type: 'placements',
          placements: { a1: { blocks: [refused], files: 0 } },
        });
      };
      await showHeader('several files have this name');
      assert.match(await last.innerText(), /was changed since you attached it/u);
      await showHeader(changes[1]?.reason);
      assert.equal(await last.innerText(), '<b>.ts', 'no other code would be placed either');
      await showHeader(changes[1]?.reason, true);
      assert.equal(await last.innerText(), '<b>.ts\nAsk the model to redo this');
    });

    it('are placed all together by one button, which shows its progress', async () => {
      const placements = { a1: { blocks: [], files: 2 } };
      await chat.events({ type: 'placements', placements });
      const all = chat.button('Apply all (2 files)');
      await all.click();
      await all.click();
      assert.equal(await all.getAttribute('aria-busy'), 'true');
      const command = { type: 'applyAll' as const, messageId: 'a1' };
      await chat.send({ type: 'commandEnded', command });
      assert.equal(await all.getAttribute('aria-busy'), null);
      assert.deepEqual(await chat.commandsOf('applyAll'), [command]);
    });

    it('are undone together while that is possible', async () => {
      await chat.conversation({ type: 'changesApplied', answerId: 'a1', changes });
      const undo = chat.button('Undo');
      assert.equal(await undo.count(), 0);
      await chat.events({ type: 'proposals', proposals: undefined, undoable: ['a1'] });
      const two = changes.map((change) => ({ ...change, state: 'applied' as const, line: 3 }));
      await chat.conversation({ type: 'changesApplied', answerId: 'a1', changes: two });
      await chat.button('Undo all').waitFor();
      await chat.conversation({ type: 'changesApplied', answerId: 'a1', changes });
      await undo.press('Enter');
      assert.deepEqual(await chat.commandsOf('undoApplied'), [
        { type: 'undoApplied', messageId: 'a1' },
      ]);
      const [applied] = changes;
      await chat.conversation({
        type: 'changesApplied',
        answerId: 'a1',
        changes: applied === undefined ? [] : [{ ...applied, state: 'undone' }],
      });
      await chat.events({ type: 'proposals', proposals: undefined, undoable: [] });
      assert.equal(await undo.count(), 0);
      assert.ok(await chat.log.evaluate((log) => log === document.activeElement));
      assert.match(await report().innerText(), /1 refused, 1 undone[^]*a\.ts:12 · undone/u);
    });
  });

  describe('that are proposed', () => {
    const panel = () => chat.page.getByRole('region', { name: 'Proposed changes' });

    it('are listed without taking the focus, and announced', async () => {
      await chat.box.focus();
      await chat.events({ type: 'proposals', proposals, undoable: [] });
      assert.deepEqual(await panel().getByRole('listitem').allInnerTexts(), [
        'a.ts 2 changes',
        'src/b.ts 1 conflict',
      ]);
      assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
      await announced('Proposed changes: a.ts (2 changes), src/b.ts (1 conflict)');
      const [first] = proposals;
      await chat.events({
        type: 'proposals',
        proposals: first === undefined ? [] : [{ ...first, text: '1 change' }],
        undoable: [],
      });
      await announced('Proposed changes: a.ts (1 change)');
    });

    it('are shown, accepted and rejected by their buttons', async () => {
      await chat.events({ type: 'proposals', proposals, undoable: [] });
      await panel().getByRole('button', { name: 'src/b.ts' }).click();
      await chat.button('Accept all').click();
      await chat.button('Reject all').press('Enter');
      assert.deepEqual(await chat.commands(), [
        { type: 'ready' },
        { type: 'showProposal', id: 'p2' },
        { type: 'acceptProposals' },
        { type: 'rejectProposals' },
      ]);
      await chat.events({ type: 'proposals', proposals: undefined, undoable: [] });
      assert.equal(await panel().count(), 0);
      assert.ok(await chat.box.evaluate((box) => box === document.activeElement));
    });

    it('have a button for the next conflict once nothing else is left', async () => {
      const [first = { id: '', file: '', text: '' }, second = first] = proposals;
      const left = { ...second, hasConflicts: true, isLeft: true } as const;
      await chat.events({ type: 'proposals', proposals: [first, left], undoable: [] });
      assert.equal(await chat.button('Next conflict').count(), 0);
      await chat.events({ type: 'proposals', proposals: [left], undoable: [] });
      assert.equal(await chat.button('Accept all').count(), 0);
      await chat.button('Next conflict').press('Enter');
      assert.deepEqual(await chat.commandsOf('nextConflict'), [{ type: 'nextConflict' }]);
    });

    it('take code away with a button of their own, which says what goes', async () => {
      const text = '2 changes · would remove `save` and 3 imports';
      const [first = { id: '', file: '', text: '' }, second = first] = proposals;
      await chat.events({
        type: 'proposals',
        proposals: [{ ...first, text, hasRemovals: true }, second],
        undoable: [],
      });
      await announced(`Proposed changes: a.ts (${text}), src/b.ts (1 conflict)`);
      const remove = chat.button('Accept removals');
      assert.equal(await remove.getAttribute('title'), text);
      await remove.click();
      await chat.events({
        type: 'proposals',
        proposals: [
          { ...first, text, hasRemovals: true },
          { ...second, hasRemovals: true },
        ],
        undoable: [],
      });
      await chat.button('Accept removals in src/b.ts').press('Enter');
      assert.deepEqual(await chat.commandsOf('acceptRemovals'), [
        { type: 'acceptRemovals', id: 'p1' },
        { type: 'acceptRemovals', id: 'p2' },
      ]);
    });

    it('scroll where there are many files, with the buttons and the message box in view', async () => {
      await chat.page.setViewportSize({ width: 300, height: 420 });
      const many = Array.from({ length: 40 }, (_, index) => ({
        id: `p${index}`,
        file: `src/file-${index}.ts`,
        text: '1 change',
      }));
      await chat.events({ type: 'proposals', proposals: many, undoable: [] });
      for (const name of ['Accept all', 'Reject all', 'Send']) {
        const box = await chat.button(name).boundingBox();
        assert.ok(box !== null && box.y > 0 && box.y + box.height <= 420, name);
      }
    });
  });
});
