// The parameters that the user's settings add to the bodies of requests.
import { isJsonRecord, type JsonRecord } from '../../base/mergeObjects';

/**
 * What Portico sets itself: with other values it would show or store another conversation than the model's.
 * The names are in lower case and have no underscores, because some servers accept other spellings (Go ignores case in JSON,
 * Google's API accepts snake case).
 */
const refusedNames: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'input',
  'contents',
  'system',
  'systeminstruction',
  'instructions',
  'stream',
  'tools',
  'toolchoice',
  'functions',
  'n',
  'candidatecount',
  'previousresponseid',
  'background',
]);

/** Google's format has its parameters one level deeper. */
const nestedNames: ReadonlySet<string> = new Set(['generationconfig.candidatecount']);

function isRefused(path: readonly string[]): boolean {
  const spelled = path.map((name) => name.toLowerCase().replaceAll('_', '')).join('.');
  const isListed = path.length === 1 ? refusedNames.has(spelled) : nestedNames.has(spelled);
  return isListed || path.at(-1) === '__proto__';
}

export interface CheckedParameters {
  readonly allowed: JsonRecord;
  /** The paths of the others, for example `generationConfig.candidateCount`. */
  readonly refused: readonly string[];
}

export function checkParameters(
  parameters: JsonRecord,
  parent: readonly string[] = [],
): CheckedParameters {
  const refused: string[] = [];
  const allowed = Object.entries(parameters).flatMap(([name, value]): [string, unknown][] => {
    const path = [...parent, name];
    if (isRefused(path)) {
      refused.push(path.join('.'));
      return [];
    }
    if (!isJsonRecord(value)) {
      return [[name, value]];
    }
    const checked = checkParameters(value, path);
    refused.push(...checked.refused);
    return [[name, checked.allowed]];
  });
  return { allowed: Object.fromEntries(allowed), refused };
}

export interface ParameterPaths {
  readonly set: readonly string[];
  /** Those that a null removes. */
  readonly removed: readonly string[];
}

/** The paths of all values, for example `chat_template_kwargs.enable_thinking`. */
export function parameterPaths(parameters: JsonRecord, parent = ''): ParameterPaths {
  const set: string[] = [];
  const removed: string[] = [];
  for (const [name, value] of Object.entries(parameters)) {
    const path = `${parent}${name}`;
    if (value === null) {
      removed.push(path);
    } else if (isJsonRecord(value) && Object.keys(value).length > 0) {
      const nested = parameterPaths(value, `${path}.`);
      set.push(...nested.set);
      removed.push(...nested.removed);
    } else {
      set.push(path);
    }
  }
  return { set, removed };
}
