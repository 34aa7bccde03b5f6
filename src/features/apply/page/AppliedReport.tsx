// Shows below an answer what became of its code that was applied, and the buttons for all of its changes.
import * as l10n from '@vscode/l10n';
import type { ComponentProps } from 'preact';
import { useContext } from 'preact/hooks';
import { PageContext } from '../../../chat/page/contexts';
import type { AnswerProps } from '../../../chat/page/pageFeatures';
import type { AppliedChange } from '../../../conversation/common/conversation';
import { Button, Icon, LinkButton } from '../../../platform/page/controls';
import { focusConversation, useFocusFallback } from '../../../platform/page/focus';
import type { BlockPlacement } from '../common/applyView';
import { appliedText } from './appliedText';
import { redoTitle, startApply } from './applyButton';
import { ApplyContext } from './applyContext';

const icons = { applied: 'check', refused: 'circle-slash', undone: 'discard' } as const;

export function AppliedReport({ answer: { id: messageId, applied = [] } }: AnswerProps) {
  const { post } = useContext(PageContext);
  const { placements, newErrors, undoable = [] } = useContext(ApplyContext);
  const errors = newErrors?.[messageId];
  const { files = 0, blocks = [] } = placements?.[messageId] ?? {};
  /** The header that says the reason for a refusal. */
  const headerOf = ({ block, state, reason = '' }: AppliedChange): BlockPlacement | undefined =>
    state === 'refused'
      ? blocks.find((one) => one.block === block && one.text.endsWith(reason))
      : undefined;
  const rows = applied.map((change) => ({ change, header: headerOf(change) }));
  return (
    <>
      {applied.length > 0 && (
        <ul role="list" class="applied-changes" aria-label={l10n.t('Applied changes')}>
          <li>{appliedText(applied)}</li>
          {rows.map(({ change, header }, index) => (
            <li key={index} class={change.state}>
              <Icon name={icons[change.state]} />
              <span>
                <LinkButton
                  role="link"
                  onClick={() => post({ type: 'openAppliedChange', messageId, index })}
                >
                  <bdi>{placeText(change)}</bdi>
                </LinkButton>
                {header === undefined && detail(change)}
                {change.state === 'refused' && (header === undefined || header.canRedo) && (
                  <div>
                    <Button
                      secondary
                      title={redoTitle()}
                      onClick={() => post({ type: 'redoChange', messageId, index })}
                    >
                      {l10n.t('Ask the model to redo this')}
                    </Button>
                  </div>
                )}
              </span>
            </li>
          ))}
          {errors !== undefined && (
            <li class="errors">
              <Icon name="error" />
              <span>
                {errors}
                <div>
                  <Button
                    secondary
                    title={l10n.t(
                      'Puts a question with the errors and the files as they are now into the message box. Nothing is sent before you send it.',
                    )}
                    onClick={() => post({ type: 'fixErrors', messageId })}
                  >
                    {l10n.t('Ask to fix')}
                  </Button>
                </div>
              </span>
            </li>
          )}
        </ul>
      )}
      {files > 0 && (
        <AnswerButton
          label={
            files === 1 ? l10n.t('Apply all (1 file)') : l10n.t('Apply all ({0} files)', files)
          }
          data-apply-all
          onClick={({ currentTarget }) =>
            startApply(currentTarget, () => post({ type: 'applyAll', messageId }))
          }
        />
      )}
      {undoable.includes(messageId) && (
        <AnswerButton
          label={
            applied.filter(({ state, line }) => state === 'applied' && line !== undefined)
              .length === 1
              ? l10n.t('Undo')
              : l10n.t('Undo all')
          }
          onClick={() => post({ type: 'undoApplied', messageId })}
        />
      )}
    </>
  );
}

/** It disappears once there is nothing left to do. */
function AnswerButton({ label, ...rest }: ComponentProps<'button'> & { readonly label: string }) {
  const place = useFocusFallback<HTMLSpanElement>(focusConversation);
  return (
    <span ref={place} class="answer-button">
      <Button secondary {...rest}>
        {label}
      </Button>
    </span>
  );
}

/** The reason is separated from the place as in the header of a code block. */
function detail({ state, reason }: AppliedChange): string {
  const text = state === 'undone' ? l10n.t('undone') : reason;
  return text === undefined ? '' : ` · ${text}`;
}

function placeText({ file, line }: AppliedChange): string {
  return line === undefined ? file : `${file}:${line}`;
}
