// ExtensionAccess: which other extensions may use the models of which gateways. VS Code asks for no consent itself.
import type { ExtensionConsent, ExtensionConsents } from '../../../gateway/common/ports';

/** Who asks a model. */
export type Requester =
  /** VS Code's own chat. */
  | { readonly type: 'core' }
  | { readonly type: 'extension'; readonly id: string }
  /** VS Code does not say who asks. */
  | { readonly type: 'unknown' };

/** An answer of the user; undefined if the question was dismissed. */
export type AccessAnswer = 'allowed' | 'refused' | undefined;

/** Whether an extension may use the models of a gateway. */
export interface AccessDecision extends Omit<ExtensionConsent, 'extension'> {
  /** The ID in lower case; undefined for all extensions that VS Code does not name. */
  readonly extension: string | undefined;
  /** False if it applies until the window is reloaded. */
  readonly isStored: boolean;
}

type Subject = Pick<AccessDecision, 'extension' | 'gateway'>;

export interface ExtensionAccessDeps {
  readonly consents: ExtensionConsents;
  /** @param extension Its ID; undefined if it is unknown. */
  readonly ask: (extension: string | undefined, gateway: string) => Promise<AccessAnswer>;
}

export class ExtensionAccess {
  readonly #deps: ExtensionAccessDeps;
  /** What follows from dismissed questions, and all decisions about unknown extensions. */
  readonly #decisionsOfWindow = new Map<string, AccessDecision>();
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

  /** All that the user can change, a dismissed question included. */
  async decisions(): Promise<readonly AccessDecision[]> {
    const stored = await this.#deps.consents.all();
    const decisions = new Map(this.#decisionsOfWindow);
    for (const consent of stored) {
      decisions.set(keyOf(consent), { ...consent, isStored: true });
    }
    return [...decisions.values()];
  }

  /** Changes a decision, or makes it. */
  async decide({ extension, gateway }: Subject, allowed: boolean): Promise<void> {
    if (extension === undefined) {
      this.#decideForWindow({ extension, gateway }, allowed);
      return;
    }
    await this.#deps.consents.set({ extension, gateway, allowed });
    this.#decisionsOfWindow.delete(keyOf({ extension, gateway }));
  }

  /** The next request asks the user again. */
  async forget({ extension, gateway }: Subject): Promise<void> {
    this.#decisionsOfWindow.delete(keyOf({ extension, gateway }));
    if (extension !== undefined) {
      await this.#deps.consents.remove({ extension, gateway });
    }
  }

  async #known(extension: string | undefined, gateway: string): Promise<boolean | undefined> {
    const stored =
      extension === undefined ? undefined : await this.#deps.consents.of(extension, gateway);
    return stored ?? this.#decisionsOfWindow.get(keyOf({ extension, gateway }))?.allowed;
  }

  #ask(extension: string | undefined, gateway: string): Promise<boolean> {
    const key = extension ?? '';
    const question = this.#askUser({ extension, gateway }).finally(() =>
      this.#questions.delete(key),
    );
    this.#questions.set(key, question);
    return question;
  }

  async #askUser(subject: Subject): Promise<boolean> {
    const { extension, gateway } = subject;
    const answer = await this.#deps.ask(extension, gateway).catch(() => undefined);
    const allowed = answer === 'allowed';
    if (answer === undefined) {
      this.#decideForWindow(subject, allowed);
    } else {
      await this.decide(subject, allowed);
    }
    return allowed;
  }

  #decideForWindow(subject: Subject, allowed: boolean): void {
    const decision = { ...subject, allowed, isStored: false };
    this.#decisionsOfWindow.set(keyOf(subject), decision);
  }
}

function keyOf({ extension, gateway }: Subject): string {
  return JSON.stringify([extension, gateway]);
}
