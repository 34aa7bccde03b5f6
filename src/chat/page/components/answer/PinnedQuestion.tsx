// The question of an answer, in one line at the top of the conversation while the question itself is above it. Styles show
// it: it is in a rail as high as the answer, in which it sticks. So nothing is measured while an answer grows.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import type { Question } from '../../../../conversation/common/conversation';
import { IconButton } from '../../../../platform/page/controls';
import { PageContext } from '../../contexts';
import { prepareMenu, type MenuItem } from '../MoreMenu';

/** One line has room for fewer UTF-16 units. */
const maxLength = 300;

export function PinnedQuestion({ question }: { readonly question: Question }) {
  const { goTo } = useContext(PageContext);
  const { id, text } = question;
  const line = text.slice(0, maxLength).replaceAll(/\s+/gu, ' ').trim();
  return (
    <div class="pinned-rail">
      <div class="pinned-question">
        <div>
          <button
            type="button"
            class="pinned-text"
            dir="auto"
            title={line}
            aria-label={l10n.t('Go to the question: {0}', line)}
            onClick={() => goTo(id)}
          >
            {line === '' ? l10n.t('Question') : line}
          </button>
          <IconButton
            icon="list-unordered"
            classes="outline-button"
            label={l10n.t('Headings of the answer')}
            aria-haspopup="menu"
            onClick={({ currentTarget }) => {
              const answer = currentTarget.closest<HTMLElement>('.answer');
              if (answer !== null) {
                prepareMenu(
                  currentTarget,
                  answer,
                  outlineItems(answer, goTo),
                  l10n.t('Headings of the answer'),
                );
              }
            }}
          />
        </div>
      </div>
    </div>
  );
}

function outlineItems(
  answer: HTMLElement,
  goTo: (messageId: string, findPart: (article: HTMLElement) => HTMLElement | undefined) => void,
): readonly MenuItem[] {
  const headings = headingsOf(answer);
  const levels = headings.map(({ localName }) => Number(localName.slice(1)));
  const top = Math.min(...levels);
  return headings.map((heading, index) => ({
    label: heading.textContent,
    indent: (levels[index] ?? top) - top,
    onSelect: () =>
      goTo(answer.dataset['messageId'] ?? '', (article) => headingsOf(article)[index]),
  }));
}

/** The reasoning has headings too, which are left out. */
function headingsOf(article: HTMLElement): readonly HTMLElement[] {
  return [
    ...article.querySelectorAll<HTMLElement>(':scope > .markdown :is(h1, h2, h3, h4, h5, h6)'),
  ];
}
