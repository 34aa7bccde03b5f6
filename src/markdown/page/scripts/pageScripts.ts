// Loads Portico's other scripts on first use: highlighting and math are about as large as the page's own script, and
// that for images is rarely needed.
import { once } from '../../../base/once';
import type { HighlightCode } from './highlighter';
import type { BuildFormula } from './math';

interface TypedPolicy {
  createScriptURL(name: string): string;
}

/** TypeScript's DOM types lack Trusted Types. */
interface TypedPolicies {
  createPolicy(name: string, rules: TypedPolicy): TypedPolicy;
}

declare global {
  var trustedTypes: TypedPolicies | undefined;
  /** Set by the script `highlighter.js`. */
  var porticoHighlightCode: HighlightCode | undefined;
  /** Set by the script `math.js`. */
  var porticoBuildFormula: BuildFormula | undefined;
}

const names = ['highlighter.js', 'math.js', 'images.js'] as const;

/** The page's own script: the browser names it only while it runs for the first time. */
const own =
  document.currentScript instanceof HTMLScriptElement ? document.currentScript : undefined;

const rules: TypedPolicy = {
  createScriptURL: (name) => {
    const known = names.find((allowed) => allowed === name);
    if (known === undefined || own === undefined) {
      throw new TypeError(`The page has no script ${name}.`);
    }
    return new URL(known, own.src).href;
  },
};

/** The only policy that the page's content security policy allows. */
const policy = globalThis.trustedTypes?.createPolicy('portico', rules) ?? rules;

/**
 * Loads a script and returns the function that it defines. It tries twice: VS Code may still be setting up the page's
 * access to files.
 * @throws when the script cannot be loaded or defines nothing
 */
export async function loadScript<T>(
  name: (typeof names)[number],
  defined: () => T | undefined,
): Promise<T> {
  await loadOnce(name).catch(() => loadOnce(name));
  const value = defined();
  if (value === undefined) {
    throw new TypeError(`${name} has not defined its function.`);
  }
  return value;
}

function loadOnce(name: (typeof names)[number]): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.nonce = own?.nonce ?? '';
    script.src = policy.createScriptURL(name);
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${name} could not be loaded.`)));
    document.head.append(script);
  });
}

/** @throws as `loadScript` does */
export const loadHighlighter = once(() =>
  loadScript('highlighter.js', () => globalThis.porticoHighlightCode),
);

/** @throws as `loadScript` does */
export const loadMath = once(() => loadScript('math.js', () => globalThis.porticoBuildFormula));
