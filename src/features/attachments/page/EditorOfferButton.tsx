// Offers the editor's selection, or its file, in the row of buttons: the message box keeps its height when it changes.
import * as l10n from '@vscode/l10n';
import { useContext } from 'preact/hooks';
import type { ViewState } from '../../../chat/common/protocol';
import { PageContext } from '../../../chat/page/contexts';
import type { ViewProps } from '../../../chat/page/pageFeatures';
import { kindTraits } from '../../../conversation/common/attachmentKinds';
import { Button, Icon } from '../../../platform/page/controls';
import { focusComposer } from '../../../platform/page/focus';

export function EditorOfferButton({ view }: { readonly view: ViewState | undefined }) {
  const { post } = useContext(PageContext);
  const offer = view?.editorOffer;
  if (offer === undefined || view?.attachments.some(({ name }) => name === offer.name) === true) {
    return null;
  }
  const { name, isSelection } = offer;
  const label = isSelection
    ? l10n.t('Attach selection {0}', name)
    : l10n.t('Attach open file {0}', name);
  return (
    <button
      type="button"
      class="editor-offer"
      aria-label={label}
      title={label}
      onClick={() => {
        post({ type: isSelection ? 'attachSelection' : 'attachOpenFile' });
        focusComposer();
      }}
    >
      <Icon name={kindTraits[isSelection ? 'selection' : 'file'].icon} />
      <bdi>{baseName(name)}</bdi>
    </button>
  );
}

/** Shown in an empty chat: asks about what is offered. */
export function ExplainStarter({ view: { editorOffer } }: ViewProps) {
  const { post } = useContext(PageContext);
  if (editorOffer === undefined) {
    return null;
  }
  const { name, isSelection } = editorOffer;
  return (
    <li>
      <Button secondary title={name} onClick={() => post({ type: 'explainOffer', isSelection })}>
        {isSelection ? l10n.t('Explain the selection') : l10n.t('Explain {0}', baseName(name))}
      </Button>
    </li>
  );
}

function baseName(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
