// A sign-in in the browser in place of a key that is pasted: OAuth with PKCE (RFC 7636), as gateways offer it that need
// no registration. The browser returns to VS Code with a code, or shows the code to be pasted.
import { createHash, randomBytes } from 'node:crypto';
import { isFailure, type Failure } from '../../../gateway/common/failure';
import type { NormalizedKey } from '../../../gateway/common/gatewayAccess';
import { normalizeKey } from '../../../gateway/node/apiKey';
import type { GatewayOptions } from '../../../gateway/node/gatewayOptions';
import { TaskRequests } from '../../../gateway/node/http/taskRequests';
import { parseOrRepair, textAt } from '../../../gateway/node/json';
import { trimInvisible } from '../../../gateway/node/trimInvisible';

export interface SignInGateway {
  readonly name: string;
  readonly baseUrl: string;
  /** Without a callback, this page shows the code. */
  readonly authUrl: string;
  readonly tokenUrl: string;
  /** The ports that https callbacks may have, `''` for 443; http ones are refused, VS Code's own scheme never is. */
  readonly callbackPorts: readonly string[];
}

export const signInGateways: readonly SignInGateway[] = [
  {
    // openrouter.ai/docs/guides/overview/auth/oauth; the ports stand in OpenRouter's SDKs.
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    authUrl: 'https://openrouter.ai/auth?key_label=Portico',
    tokenUrl: 'https://openrouter.ai/api/v1/auth/keys',
    callbackPorts: ['', '3000'],
  },
];

export interface SignedIn {
  readonly baseUrl: string;
  readonly key: string;
}

/** `refused`: the browser came back without a code, or no key came. `rejected`: the gateway did not take the code. */
export type SignInProblem = 'expired' | 'refused' | 'rejected' | Failure;

type SignInResult = SignedIn | { readonly problem: SignInProblem };

/** OpenRouter's codes live as long. */
const lifetimeMs = 10 * 60 * 1000;
const exchangeSeconds = 30;
const maxAnswerBytes = 64 * 1024;

/** One sign-in. */
export class SignIn {
  /** Stands in the callback, so that no other page can end this sign-in. */
  readonly state = randomText();
  readonly #verifier = randomText();
  readonly #ended = Promise.withResolvers<SignInResult | undefined>();
  readonly #closing = new AbortController();
  #isTaken = false;
  /** Undefined if it was canceled. Never rejects. */
  readonly result = this.#ended.promise;

  constructor(
    private readonly gateway: SignInGateway,
    private readonly options: GatewayOptions,
  ) {
    const timer = options.clock.after(lifetimeMs, () => this.#end({ problem: 'expired' }));
    void this.result.then(() => timer.dispose());
  }

  /** The page to open. Without a callback, it shows the code. */
  pageUrl(callback?: string): string {
    const url = new URL(this.gateway.authUrl);
    if (callback !== undefined) {
      url.searchParams.set('callback_url', callback);
    }
    const challenge = createHash('sha256').update(this.#verifier).digest('base64url');
    url.searchParams.set('code_challenge', challenge);
    url.searchParams.set('code_challenge_method', 'S256');
    return url.href;
  }

  /** Whether the gateway sends the browser there. */
  accepts(callback: string): boolean {
    const { protocol, port } = new URL(callback);
    return protocol === 'https:' ? this.gateway.callbackPorts.includes(port) : protocol !== 'http:';
  }

  /** Takes the query of the callback. Returns whether it belongs to this sign-in and is the first. */
  takeCallback(query: string): boolean {
    const parameters = new URLSearchParams(query);
    return parameters.get('state') === this.state && this.#take(parameters.get('code') ?? '');
  }

  /** Takes what the user pasted: the code, or the whole address of the callback. Returns whether it is one of them. */
  takePasted(text: string): boolean {
    const pasted = trimInvisible(text);
    const query = /\?(.*)/.exec(pasted)?.[1];
    return query === undefined
      ? /^[\x21-\x7e]{1,1024}$/.test(pasted) && this.#take(pasted)
      : this.takeCallback(query);
  }

  cancel(): void {
    this.#end(undefined);
  }

  #take(code: string): boolean {
    if (this.#isTaken) {
      return false;
    }
    this.#isTaken = true;
    if (code === '') {
      this.#end({ problem: 'refused' });
    } else {
      void this.#exchange(code).then((result) => this.#end(result));
    }
    return true;
  }

  #end(result: SignInResult | undefined): void {
    this.#isTaken = true;
    this.#ended.resolve(result);
    this.#closing.abort();
  }

  async #exchange(code: string): Promise<SignInResult> {
    const { baseUrl, tokenUrl } = this.gateway;
    const url = new URL(tokenUrl);
    const timeouts = { firstTokenSeconds: 0, idleSeconds: 0, totalSeconds: 0 };
    const connection = { baseUrl, origin: url.origin, isLoopback: false, headers: {}, timeouts };
    const requests = new TaskRequests(connection, this.options, exchangeSeconds, maxAnswerBytes);
    const body = { code, code_verifier: this.#verifier, code_challenge_method: 'S256' };
    const read = (text: string): NormalizedKey =>
      normalizeKey(textAt(parseOrRepair(text), 'key') ?? '');
    const post = (): Promise<NormalizedKey | Failure> => requests.postForKey(url, body, read);
    const answer = await requests.run(post, this.#closing.signal);
    if (isFailure(answer)) {
      // OpenRouter's statuses for a code that is wrong, old or used; the page of a firewall has 403, too.
      const isRejected = answer.kind !== 'blocked' && [400, 403].includes(answer.status ?? 0);
      return { problem: isRejected ? 'rejected' : answer };
    }
    return answer.ok ? { baseUrl, key: answer.key } : { problem: 'refused' };
  }
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}
