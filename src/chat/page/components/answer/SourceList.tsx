// The pages that an answer is based on, each once, with the numbers that mean them in the text.
import * as l10n from '@vscode/l10n';
import type { Source } from '../../../../gateway/common/source';
import { isSafeLink } from '../../../../markdown/common/safeLink';

export function SourceList({ sources }: { readonly sources: readonly Source[] }) {
  const shown = sources.filter(({ url }) => isSafeLink(url));
  return shown.length === 0 ? null : (
    <div class="sources">
      <div aria-hidden="true">{l10n.t('Sources')}</div>
      <ul role="list" aria-label={l10n.t('Sources')}>
        {shown.map(({ url, title, numbers }) => (
          <li key={url}>
            {numbers.length > 0 && <span>{numbers.map((number) => `[${number}]`).join(' ')}</span>}
            <a href={url} title={url} draggable={false}>
              {title ?? url.replace(/^https?:\/\//i, '')}
            </a>
            {title !== undefined && <span class="source-host">{URL.parse(url)?.host}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
