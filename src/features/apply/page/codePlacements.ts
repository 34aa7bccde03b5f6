// Where the code blocks of answers belong: the page tells the host which blocks are complete on the screen, and shows what
// the host finds in their headers.
import { effect } from '@preact/signals';
import type { ViewState } from '../../../chat/common/protocol';
import { isInReasoning } from '../../../chat/page/codeActions';
import type { FeaturePage } from '../../../chat/page/pageFeatures';
import { codeBlockClosed, codeButton } from '../../../markdown/page/code/codeBlock';
import { iconElement } from '../../../markdown/page/containers';
import type { BlockPlacement } from '../common/applyView';
import { endApply, mainButton, redoButton, redoTitle } from './applyButton';
import { showEdits } from './editedLines';

/** Blocks that close within this time are sent together. */
const collectMs = 200;

const icons = {
  waiting: undefined,
  placed: undefined,
  conflict: 'warning',
  refused: 'circle-slash',
} as const;

export function showCodePlacements({ post, state, onDidEnd }: FeaturePage): void {
  onDidEnd((command) => {
    if (command.type === 'applyCode' || command.type === 'applyAll') {
      endApply(command);
    }
  });
  let placements: ViewState['placements'];
  let byPosition: ReadonlyMap<string, BlockPlacement> = new Map();
  let closed: HTMLElement[] = [];
  const show = (block: HTMLElement): void =>
    showPlacement(block, byPosition.get(positionOf(block)));
  const send = (): void => {
    // A block that is no longer in the page is reported again when it is rendered again.
    const shown = Map.groupBy(
      closed.filter((block) => block.isConnected),
      answerOf,
    );
    closed = [];
    for (const [messageId, elements] of shown) {
      const blocks = elements.map(({ dataset }) => Number(dataset['codeBlock']));
      post({ type: 'codeBlocksSeen', messageId, blocks });
    }
  };
  document.addEventListener(codeBlockClosed, ({ target }) => {
    if (target instanceof HTMLElement && !isInReasoning(target)) {
      showEdits(target);
      show(target);
      if (closed.push(target) === 1) {
        setTimeout(send, collectMs);
      }
    }
  });
  effect(() => {
    const latest = state.value?.placements;
    if (latest === placements) {
      return;
    }
    placements = latest;
    byPosition = new Map(
      Object.entries(latest ?? {}).flatMap(([messageId, { blocks }]) =>
        blocks.map((placement) => [`${messageId}/${placement.block}`, placement] as const),
      ),
    );
    for (const block of document.querySelectorAll<HTMLElement>('.answer > .markdown .code-block')) {
      show(block);
    }
  });
}

function answerOf(block: HTMLElement): string {
  return block.closest<HTMLElement>('[data-message-id]')?.dataset['messageId'] ?? '';
}

function positionOf(block: HTMLElement): string {
  return `${answerOf(block)}/${block.dataset['codeBlock']}`;
}

/** Shows the text in the header, or removes it. */
function showPlacement(block: HTMLElement, placement: BlockPlacement | undefined): void {
  const shown = block.querySelector('.code-placement');
  const apply = mainButton(block, placement !== undefined && placement.state !== 'waiting');
  if (shown === null && placement === undefined) {
    return;
  }
  shown?.remove();
  // A block without a title gets a row for the text.
  const isUntitled = block.querySelector('.code-language:not(:empty), .code-file') === null;
  block.classList.toggle('untitled', isUntitled && placement === undefined);
  // The text has the name, too, but no folders.
  const name = block.querySelector<HTMLElement>('.code-file');
  if (name !== null) {
    name.hidden = placement?.text.startsWith(`${name.textContent} · `) === true;
  }
  if (placement === undefined) {
    apply?.removeAttribute('aria-description');
    return;
  }
  const { text, state, canRedo = false } = placement;
  const element = document.createElement('span');
  element.className = `code-placement ${state}`;
  const icon = icons[state];
  element.append(...(icon === undefined ? [] : [iconElement(icon)]), text);
  if (canRedo) {
    const redo = codeButton(redoButton);
    redo.title = redoTitle();
    element.append(redo);
  }
  apply?.before(element);
  apply?.setAttribute('aria-description', text);
}
