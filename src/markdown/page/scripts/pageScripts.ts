// Loads Portico's other scripts on first use: highlighting and math are about as large as the page's own script, and
// that for images is rarely needed.
import { once } from '../../../base/once';
import type { HighlightCode } from './highlighter';
import type { PrepareImage } from '../../../features/attachments/page/images';
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
  /** Set by the script `images.js`. */
  var porticoPrepareImage: PrepareImage | undefined;
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

/** Tries twice: VS Code may still be setting up the page's access to files. @throws when the script cannot be loaded. */
function load(name: (typeof names)[number]): Promise<void> {
  return loadOnce(name).catch(() => loadOnce(name));
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

/** @throws when the script cannot be loaded. */
export const loadHighlighter = once(async (): Promise<HighlightCode> => {
  await load('highlighter.js');
  return defined(globalThis.porticoHighlightCode);
});

/** @throws when the script cannot be loaded. */
export const loadMath = once(async (): Promise<BuildFormula> => {
  await load('math.js');
  return defined(globalThis.porticoBuildFormula);
});

/** @throws when the script cannot be loaded. */
export const loadImages = once(async (): Promise<PrepareImage> => {
  await load('images.js');
  return defined(globalThis.porticoPrepareImage);
});

function defined<T>(value: T | undefined): T {
  if (value === undefined) {
    throw new TypeError('The script has not defined its function.');
  }
  return value;
}
