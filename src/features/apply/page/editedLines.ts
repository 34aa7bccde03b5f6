// Shows a search-and-replace block as what it means: the lines that go in red, those that come in green.
import { sameEnds } from '../../../base/text/sameEnds';
import { addFileName } from '../../../markdown/page/code/codeBlock';
import { parseProposals } from '../common/blockFormats';

const marker = /^\s*(?:<{5,9}|-{5,9}) (?:SEARCH|ORIGINAL)/mu;

/** Does nothing for any other block, and for one that is incomplete. What is copied and applied stays the answer's text. */
export function showEdits(block: HTMLElement): void {
  const code = block.querySelector('pre > code');
  const text = code?.textContent ?? '';
  const proposals = marker.test(text) ? parseProposals(text, '') : [];
  const parts = proposals.map((one) => ({
    path: one.path,
    edits:
      one.kind === 'edits'
        ? one.edits
        : one.kind === 'newFile'
          ? [{ old: [], new: one.lines }]
          : [],
  }));
  if (code === null || parts.length === 0 || parts.some(({ edits }) => edits.length === 0)) {
    return;
  }
  const isOneFile = parts.length === 1;
  const lines = parts.flatMap(({ path, edits }) => [
    ...(isOneFile || path === undefined ? [] : [line('edit-file', path)]),
    ...edits.flatMap((edit, index) => [
      ...(index === 0 ? [] : [line('edit-gap', '⋯')]),
      ...editLines(edit.old, edit.new),
    ]),
  ]);
  code.classList.add('edits');
  code.replaceChildren(...lines);
  const [{ path } = {}] = parts;
  if (isOneFile && path !== undefined) {
    addFileName(block, path);
  }
}

function editLines(old: readonly string[], added: readonly string[]): readonly HTMLElement[] {
  const { head, tail } = sameEnds(old, added);
  const kept = (from: number, to?: number) =>
    old.slice(from, to).map((text) => line('edit-kept', `  ${text}`));
  return [
    ...kept(0, head),
    ...old.slice(head, old.length - tail).map((text) => line('edit-removed', `- ${text}`)),
    ...added.slice(head, added.length - tail).map((text) => line('edit-added', `+ ${text}`)),
    ...kept(old.length - tail),
  ];
}

function line(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}
