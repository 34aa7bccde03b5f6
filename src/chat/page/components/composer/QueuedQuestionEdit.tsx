// The box for editing a queued question in place. Enter or leaving the box saves, Escape cancels.
import * as l10n from '@vscode/l10n';
import { Component, createRef } from 'preact';
import { textFieldMenu } from '../contextMenu';

interface Props {
  readonly text: string;
  /** Receives the changed text; undefined if nothing changed. */
  readonly onEnd: (changed: string | undefined) => void;
  /** Receives the changed text if the question disappears: it was sent as it was before. */
  readonly onLateEdit: (text: string) => void;
}

export class QueuedQuestionEdit extends Component<Props> {
  readonly #box = createRef<HTMLTextAreaElement>();
  #hasEnded = false;

  override componentDidMount(): void {
    const box = this.#box.current;
    box?.focus();
    box?.setSelectionRange(box.value.length, box.value.length);
  }

  override componentWillUnmount(): void {
    const changed = this.#hasEnded ? undefined : this.#changed;
    // Removing the box fires its blur event, which must not end the edit again.
    this.#hasEnded = true;
    if (changed !== undefined) {
      this.props.onLateEdit(changed);
    }
  }

  get #changed(): string | undefined {
    const text = this.#box.current?.value ?? '';
    return text.trim() === '' || text === this.props.text ? undefined : text;
  }

  #end(changed: string | undefined): void {
    if (!this.#hasEnded) {
      this.#hasEnded = true;
      this.props.onEnd(changed);
    }
  }

  #handleKey(event: KeyboardEvent): void {
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.isComposing;
    if (isEnter || event.key === 'Escape') {
      // Otherwise Escape would also stop the running answer.
      event.stopPropagation();
      event.preventDefault();
      this.#end(isEnter ? this.#changed : undefined);
    }
  }

  render() {
    return (
      <textarea
        ref={this.#box}
        class="queue-edit"
        dir="auto"
        data-vscode-context={textFieldMenu}
        rows={2}
        data-action="edit"
        aria-label={l10n.t('Edit queued question')}
        defaultValue={this.props.text}
        onKeyDown={(event) => this.#handleKey(event)}
        onBlur={() => this.#end(this.#changed)}
      />
    );
  }
}
