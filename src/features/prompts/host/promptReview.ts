// Shows a prompt that the workspace has brought before it is used for the first time. What the user allows is remembered
// by its content: a prompt that changes is shown again.
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import * as vscode from 'vscode';
import type { TextPreview } from '../../../platform/host/textPreview';
import { confirm } from '../../../platform/host/window';

const key = 'portico.allowedPrompts';
const maxRemembered = 500;
const digests = v.fallback(v.array(v.string()), []);

export interface PromptReviewDeps {
  /** The workspace's memento. */
  readonly memento: vscode.Memento;
  readonly preview: Pick<TextPreview, 'showText'>;
}

export class PromptReview {
  constructor(private readonly deps: PromptReviewDeps) {}

  /** Whether the user allows this text, now or earlier. */
  async isAllowed(name: string, text: string): Promise<boolean> {
    const { memento, preview } = this.deps;
    const { l10n } = vscode;
    const digest = createHash('sha256').update(text).digest('hex');
    if (v.parse(digests, memento.get(key)).includes(digest)) {
      return true;
    }
    const close = await preview.showText(name, text);
    const isAllowed = await confirm(l10n.t('Use the prompt “{0}”?', name), l10n.t('Use'), [
      l10n.t('It comes from the workspace, not from you. The editor shows its text.'),
      l10n.t('To read all of a long text, cancel, and select the prompt again.'),
    ]);
    if (isAllowed) {
      const allowed = v.parse(digests, memento.get(key));
      await memento.update(key, [...allowed, digest].slice(-maxRemembered));
      await close();
    }
    return isAllowed;
  }
}
