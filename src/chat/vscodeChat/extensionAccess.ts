// ExtensionAccess: which other extensions may use the models of which gateways. VS Code asks for no consent itself.
import type { ExtensionConsents } from '../ports';

/** Who asks a model. */
export type Requester =
  /** VS Code's own chat. */
  | { readonly type: 'core' }
  | { readonly type: 'extension'; readonly id: string }
  /** VS Code does not say who asks. */
  | { readonly type: 'unknown' };

/** An answer of the user; undefined if the question was dismissed. */
export type AccessAnswer = 'allowed' | 'refused' | undefined;

export interface ExtensionAccessDeps {
  readonly consents: ExtensionConsents;
  /** @param extension Its ID; undefined if it is unknown. */
  readonly ask: (extension: string | undefined, gateway: string) => Promise<AccessAnswer>;
}

export class ExtensionAccess {
  readonly #deps: ExtensionAccessDeps;
  /** What was dismissed, and all answers about unknown extensions, until the window closes. */
  readonly #answersOfWindow = new Map<string, boolean>();
  /** The open question of each extension. */
  readonly #questions = new Map<string, Promise<boolean>>();

  constructor(deps: ExtensionAccessDeps) {
    this.#deps = deps;
  }

  /**
   * Whether a request may be sent; asks the user the first time. Requests of one extension share a question, and one
   * that is canceled meanwhile leaves it open.
   * @param gateway Its `gatewayId`.
   */
  async isAllowed(requester: Requester, gateway: string): Promise<boolean> {
    if (requester.type === 'core') {
      return true;
    }
    const id = requester.type === 'extension' ? requester.id.toLowerCase() : undefined;
    for (;;) {
      const known = await this.#known(id, gateway);
      if (known !== undefined) {
        return known;
      }
      const question = this.#questions.get(id ?? '');
      if (question === undefined) {
        return this.#ask(id, gateway);
      }
      await question;
    }
  }

  /** Call when the user changed a stored consent. */
  forgetDismissed(): void {
    this.#answersOfWindow.clear();
  }

  async #known(id: string | undefined, gateway: string): Promise<boolean | undefined> {
    const stored = id === undefined ? undefined : await this.#deps.consents.of(id, gateway);
    return stored ?? this.#answersOfWindow.get(keyOf(id, gateway));
  }

  #ask(id: string | undefined, gateway: string): Promise<boolean> {
    const question = this.#askUser(id, gateway).finally(() => this.#questions.delete(id ?? ''));
    this.#questions.set(id ?? '', question);
    return question;
  }

  async #askUser(id: string | undefined, gateway: string): Promise<boolean> {
    const answer = await this.#deps.ask(id, gateway).catch(() => undefined);
    const allowed = answer === 'allowed';
    if (id === undefined || answer === undefined) {
      this.#answersOfWindow.set(keyOf(id, gateway), allowed);
    } else {
      await this.#deps.consents.set({ extension: id, gateway, allowed });
    }
    return allowed;
  }
}

function keyOf(id: string | undefined, gateway: string): string {
  return JSON.stringify([id, gateway]);
}
