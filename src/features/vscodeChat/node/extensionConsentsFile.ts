// ExtensionConsentsFile: which extensions the user allowed, or did not allow, to use the models of a gateway.
import * as v from 'valibot';
import { JsonFile, readItems } from '../../../storage/node/jsonFile';

/** Whether an extension may use the models of a gateway. */
export interface ExtensionConsent {
  /** The ID of the extension, in lower case. */
  readonly extension: string;
  /** Its `gatewayId`. */
  readonly gateway: string;
  readonly allowed: boolean;
}

/** The user's answers about other extensions. Never rejects. */
export interface ExtensionConsents {
  /** Undefined if the user was not asked. */
  of(extension: string, gateway: string): Promise<boolean | undefined>;
  all(): Promise<readonly ExtensionConsent[]>;
  /** Replaces the one about the same extension and gateway. */
  set(consent: ExtensionConsent): Promise<void>;
  remove(consent: Pick<ExtensionConsent, 'extension' | 'gateway'>): Promise<void>;
}

const consentSchema = v.object({
  extension: v.string(),
  gateway: v.string(),
  allowed: v.boolean(),
});
/** The oldest consents beyond this are asked for again. */
const maxConsents = 500;

/** A JSON array. It is not a setting and not synchronized: another machine has other extensions. */
export class ExtensionConsentsFile implements ExtensionConsents {
  readonly #file: JsonFile<readonly ExtensionConsent[]>;

  constructor(path: string) {
    this.#file = new JsonFile(path, (json) => readItems(json, consentSchema));
  }

  async of(extension: string, gateway: string): Promise<boolean | undefined> {
    return (await this.#file.read()).find(isAbout({ extension, gateway }))?.allowed;
  }

  all(): Promise<readonly ExtensionConsent[]> {
    return this.#file.read();
  }

  set(consent: ExtensionConsent): Promise<void> {
    return this.#file.update((known) => [...without(known, consent), consent].slice(-maxConsents));
  }

  remove(subject: Subject): Promise<void> {
    return this.#file.update((known) => without(known, subject));
  }
}

type Subject = Pick<ExtensionConsent, 'extension' | 'gateway'>;

function isAbout(subject: Subject): (consent: ExtensionConsent) => boolean {
  return ({ extension, gateway }) => extension === subject.extension && gateway === subject.gateway;
}

function without(
  consents: readonly ExtensionConsent[],
  subject: Subject,
): readonly ExtensionConsent[] {
  const isSame = isAbout(subject);
  return consents.filter((consent) => !isSame(consent));
}
