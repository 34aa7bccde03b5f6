// Signing in to a gateway in the browser, and the box that takes the code where the browser cannot return to VS Code.
import * as vscode from 'vscode';
import type { GatewayOptions } from '../../../gateway/node/gatewayOptions';
import { openLink } from '../../../platform/host/openLink';
import { failureSentence } from '../../../platform/host/text/failureText';
import { joinSentences } from '../../../platform/host/text/joinTexts';
import {
  createInputBox,
  inputButton,
  setBoxButtons,
  setBoxTexts,
  showError,
} from '../../../platform/host/window';
import { SignIn, type SignedIn, type SignInGateway, type SignInProblem } from '../node/signIn';

const callbackPath = '/signed-in';

/** The sign-ins of this window, one at a time. */
export class SignIns {
  #current: SignIn | undefined;

  /** @param extensionId `PUBLISHER.NAME`, to which VS Code sends links */
  constructor(
    private readonly options: GatewayOptions,
    private readonly extensionId: string,
  ) {}

  /** Takes a link to VS Code if it is a callback; returns whether it is. */
  handle({ path, query }: Pick<vscode.Uri, 'path' | 'query'>): boolean {
    if (path !== callbackPath) {
      return false;
    }
    if (this.#current?.takeCallback(query) !== true) {
      void showError(
        vscode.l10n.t(
          'This sign-in has ended, or was started in another window. Sign in again from Connect to a Gateway.',
        ),
      );
    }
    return true;
  }

  /** Undefined if the user canceled it or if it failed, which is shown. Stores nothing. */
  async signIn(gateway: SignInGateway): Promise<SignedIn | undefined> {
    this.#current?.cancel();
    const signIn = new SignIn(gateway, this.options);
    this.#current = signIn;
    const callback = await this.#callbackOf(signIn);
    const box = showCodeBox(signIn, gateway, callback !== undefined);
    try {
      await openLink(signIn.pageUrl(callback));
      const result = await signIn.result;
      if (result === undefined || 'key' in result) {
        return result;
      }
      void showError(problemSentence(result.problem, gateway.name));
      return undefined;
    } finally {
      box.dispose();
    }
  }

  /** Where the browser can return to; undefined where the gateway would refuse that. */
  async #callbackOf(signIn: SignIn): Promise<string | undefined> {
    const { uriScheme } = vscode.env;
    const link = `${uriScheme}://${this.extensionId}${callbackPath}?state=${signIn.state}`;
    const uri = await vscode.env.asExternalUri(vscode.Uri.parse(link));
    // Encoded, the `=` of the query would be lost.
    const callback = uri.toString(true);
    return signIn.accepts(callback) ? callback : undefined;
  }
}

function showCodeBox(
  signIn: SignIn,
  { name }: SignInGateway,
  isReturning: boolean,
): vscode.Disposable {
  const { l10n } = vscode;
  const box = createInputBox();
  const paste = l10n.t('Sign in on the page in your browser, then paste the code that it shows.');
  setBoxTexts(box, {
    title: l10n.t('Sign In to {0}', name),
    prompt: isReturning
      ? l10n.t(
          "Sign in on the page in your browser. If it doesn't return here, use the button above: that page shows a code.",
        )
      : paste,
    placeholder: l10n.t('Paste the code from the page'),
  });
  setBoxButtons(box, [inputButton('link-external', l10n.t('Open the Page That Shows a Code'))]);
  box.password = true;
  box.ignoreFocusOut = true;
  box.onDidChangeValue(() => setBoxTexts(box, { validationMessage: undefined }));
  box.onDidTriggerButton(() => {
    setBoxTexts(box, { prompt: paste });
    void openLink(signIn.pageUrl());
  });
  box.onDidAccept(() => {
    if (signIn.takePasted(box.value)) {
      box.busy = true;
      box.enabled = false;
    } else {
      setBoxTexts(box, {
        validationMessage: l10n.t('This is no code of this sign-in. Copy it from the page again.'),
      });
    }
  });
  box.onDidHide(() => signIn.cancel());
  box.show();
  return box;
}

function problemSentence(problem: SignInProblem, name: string): string {
  const { l10n } = vscode;
  switch (problem) {
    case 'expired':
      return l10n.t('The sign-in to {0} took longer than ten minutes. Sign in again.', name);
    case 'refused':
      return l10n.t('{0} gave no access. Sign in again, or enter a key.', name);
    case 'rejected':
      return l10n.t(
        "{0} didn't accept the code. A code works once, within ten minutes. Sign in again.",
        name,
      );
    default:
      return joinSentences(
        failureSentence(problem, undefined),
        l10n.t('Sign in again, or enter a key.'),
      );
  }
}
