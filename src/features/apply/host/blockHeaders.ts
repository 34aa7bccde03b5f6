// The headers of code blocks: where the code of an answer belongs, before any click.
import type { Chat } from '../../../chat/host/chat';
import type { WindowState } from '../../../chat/node/windowState';
import type { AnswerPlacements, BlockPlacement } from '../common/applyView';
import { isForAll } from '../node/answerChanges';
import { blockHeader, waitingHeader } from './applyTexts';
import { answerCode, shownAmong, type AnswerCode } from './codeLocator';
import type { LocatedChange } from './locatedChange';
import { isRefused } from './placedFiles';

/** Each update sends the headers of these answers to the page; scrolling through a long chat shows more of them. */
const maxAnswers = 200;

export interface BlockHeadersDeps {
  readonly windowState: WindowState;
  readonly reportError: (error: unknown) => void;
  /** @param willWait is called where the text alone does not decide */
  readonly locate: (
    code: AnswerCode,
    block: number,
    willWait: () => void,
  ) => Promise<readonly LocatedChange[]>;
}

interface ShownPlacement {
  readonly header: BlockPlacement | undefined;
  /** The URIs of the files that “Apply all” would change. */
  readonly files: readonly string[];
}

export class BlockHeaders {
  readonly #deps: BlockHeadersDeps;
  /** The keys are answers, then code blocks. */
  readonly #placements = new Map<string, ReadonlyMap<number, ShownPlacement>>();

  constructor(deps: BlockHeadersDeps) {
    this.#deps = deps;
  }

  /** Finds where code blocks belong. Those that wait for a language server come after the others. */
  async place(chat: Chat, messageId: string, blocks: readonly number[]): Promise<void> {
    const code = answerCode(chat.session.conversation, messageId);
    if (code === undefined) {
      return;
    }
    const known = this.#placements.get(messageId);
    // Whether a block is a change or only shown depends on the others.
    const closed = [...code.blocks.keys()].filter((block) => code.blocks[block]?.isClosed === true);
    const placing = [...new Set([...blocks, ...closed])].map((block) => {
      const { promise: waiting, resolve } = Promise.withResolvers<undefined>();
      const placed = this.#deps.locate(code, block, () => resolve(undefined));
      return { block, placed, first: Promise.race([placed, waiting]) };
    });
    /** Shows the headers that are known. Returns whether all blocks are placed. */
    const show = async (which: 'first' | 'placed'): Promise<boolean> => {
      const found = await Promise.all(
        placing.map(async (one) => [one.block, await one[which]] as const),
      );
      const shown = shownAmong(
        code,
        found.flatMap(([, located]) => located ?? []),
      );
      const placementOf = (
        block: number,
        located: readonly LocatedChange[] | undefined,
      ): ShownPlacement => {
        if (located === undefined) {
          // A header that is there already stays.
          return known?.get(block) ?? { header: waitingHeader(block), files: [] };
        }
        const changes = shown.has(block) ? located.map(asShown) : located;
        const files = changes
          .filter((one) => one.type === 'placed')
          .filter(({ placement }) => isForAll(placement))
          .map(({ uri }) => uri.toString());
        const header = blockHeader(changes, block);
        // Where the file itself can't be changed, other code can't be placed either.
        const canRedo =
          header?.state === 'refused' &&
          changes.some((one) => one.type === 'placed' && isRefused(one));
        return { header: canRedo ? { ...header, canRedo } : header, files };
      };
      this.#show(
        messageId,
        found.map(([block, located]) => [block, placementOf(block, located)]),
      );
      return found.every(([, located]) => located !== undefined);
    };
    if (!(await show('first'))) {
      await show('placed');
    }
  }

  /** The headers may wait for a language server: the diff editor closes, and the file gets the focus, before. */
  placeAgain(chat: Chat, messageId: string): void {
    const shown = this.#placements.get(messageId)?.keys() ?? [];
    void this.place(chat, messageId, [...shown]).catch(this.#deps.reportError);
  }

  #show(
    messageId: string,
    found: readonly (readonly [block: number, placement: ShownPlacement])[],
  ): void {
    // Other blocks may have been placed meanwhile.
    const shown = new Map([...(this.#placements.get(messageId) ?? []), ...found]);
    this.#placements.delete(messageId);
    this.#placements.set(messageId, shown);
    const [oldest] = this.#placements.keys();
    if (this.#placements.size > maxAnswers && oldest !== undefined) {
      this.#placements.delete(oldest);
    }
    this.#deps.windowState.update({
      type: 'placements',
      placements: Object.fromEntries(
        [...this.#placements].map(([id, blocksOf]) => [id, placementsView(blocksOf)]),
      ),
    });
  }
}

function placementsView(blocks: ReadonlyMap<number, ShownPlacement>): AnswerPlacements {
  const all = [...blocks.values()];
  const placed = all.flatMap(({ files }) => files);
  return {
    blocks: all.flatMap(({ header }) => header ?? []),
    // One part alone has its own button.
    files: placed.length > 1 ? new Set(placed).size : 0,
  };
}

function asShown(located: LocatedChange): LocatedChange {
  const { type, block } = located;
  const path = type === 'placed' ? located.uri.path : located.path;
  return { type: 'shown', block, path };
}
