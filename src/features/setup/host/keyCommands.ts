// The keys that the programs of `portico.keyCommand` print, in memory only.
import type { CommandKey } from '../../../gateway/common/connection';
import type { Failure } from '../../../gateway/common/failure';
import type { NormalizedKey } from '../../../gateway/common/gatewayAccess';
import type { KeyCommandResult } from '../node/runKeyCommand';
import { maxShownLength, shownCommand } from './shownCommand';

export interface KeyCommandsDeps {
  /** The argument list for an origin; undefined if there is none. */
  readonly commandFor: (origin: string) => readonly string[] | undefined;
  /** Whether the user allows to run this for the origin, on this machine. */
  readonly isAllowed: (origin: string, command: readonly string[]) => Promise<boolean>;
  readonly run: (command: readonly string[], origin: string) => Promise<KeyCommandResult>;
  readonly normalizeKey: (typed: string) => NormalizedKey;
  /** Logs the outcome of a run. */
  readonly onRun: (origin: string, outcome: string) => void;
}

interface CommandRun {
  /** The argument list as JSON. */
  readonly commandJson: string;
  readonly result: Promise<string | Failure>;
}

export class KeyCommands {
  /** The keys are origins; `commandJson` is the argument list that printed the API key. */
  readonly #keys = new Map<string, { readonly commandJson: string; readonly key: string }>();
  /** The keys are origins. */
  readonly #running = new Map<string, CommandRun>();

  constructor(private readonly deps: KeyCommandsDeps) {}

  isSet(origin: string): boolean {
    return this.deps.commandFor(origin) !== undefined;
  }

  /**
   * The key of a question to an origin that has a command, or why there is none. Never rejects.
   * @param mayRun False if the user did not ask for the request: only a key in memory is then used.
   */
  async keyFor(origin: string, mayRun = true): Promise<CommandKey | Failure> {
    if (!mayRun && !this.#hasKey(origin)) {
      return {
        kind: 'keyCommandFailed',
        host: new URL(origin).host,
        keyCommandProblem: 'declined',
      };
    }
    const key = await this.#key(origin);
    if (typeof key !== 'string') {
      return key;
    }
    let current = key;
    let canReplace = mayRun;
    return {
      get current() {
        return current;
      },
      replace: async (rejected) => {
        this.#forget(origin, rejected);
        if (!canReplace) {
          return undefined;
        }
        canReplace = false;
        const other = await this.#key(origin);
        current = typeof other === 'string' ? other : current;
        if (other === rejected) {
          this.#forget(origin, rejected);
          return undefined;
        }
        return other;
      },
    };
  }

  /**
   * The key that a command prints which no setting has yet, or why it prints none. Never rejects. Once the command is
   * saved, the key serves the questions.
   */
  async tryCommand(origin: string, command: readonly string[]): Promise<string | Failure> {
    await this.#running.get(origin)?.result;
    return this.#start(origin, command);
  }

  #hasKey(origin: string): boolean {
    const args = this.deps.commandFor(origin);
    return args !== undefined && this.#keys.get(origin)?.commandJson === JSON.stringify(args);
  }

  #forget(origin: string, key: string): void {
    if (this.#keys.get(origin)?.key === key) {
      this.#keys.delete(origin);
    }
  }

  /** Returns the key from memory or runs the command, once at a time for each origin. */
  async #key(origin: string): Promise<string | Failure> {
    const args = this.deps.commandFor(origin);
    if (args === undefined) {
      return { kind: 'keyMissing', host: new URL(origin).host };
    }
    const commandJson = JSON.stringify(args);
    const known = this.#keys.get(origin);
    if (known?.commandJson === commandJson) {
      return known.key;
    }
    const running = this.#running.get(origin);
    if (running !== undefined) {
      const result = await running.result;
      // The setting has changed meanwhile: the key of the other command is not for this question.
      return running.commandJson === commandJson ? result : this.#key(origin);
    }
    return this.#start(origin, args);
  }

  #start(origin: string, args: readonly string[]): Promise<string | Failure> {
    const result = this.#run(origin, args).finally(() => this.#running.delete(origin));
    this.#running.set(origin, { commandJson: JSON.stringify(args), result });
    return result;
  }

  async #run(origin: string, args: readonly string[]): Promise<string | Failure> {
    const { isAllowed, run, normalizeKey, onRun } = this.deps;
    const failure = { kind: 'keyCommandFailed', host: new URL(origin).host } as const;
    try {
      if (shownCommand(args).length > maxShownLength) {
        return { ...failure, keyCommandProblem: 'tooLong' };
      }
      if (!(await isAllowed(origin, args))) {
        return { ...failure, keyCommandProblem: 'declined' };
      }
      const result = await run(args, origin);
      onRun(origin, result.ok ? 'exit code 0' : outcomeText(result));
      if (!result.ok) {
        const { problem, exitCode } = result;
        return {
          ...failure,
          keyCommandProblem: problem,
          ...(exitCode === undefined ? {} : { exitCode }),
        };
      }
      const key = normalizeKey(result.output);
      if (!key.ok) {
        return { ...failure, keyCommandProblem: 'noKey' };
      }
      this.#keys.set(origin, { commandJson: JSON.stringify(args), key: key.key });
      return key.key;
    } catch {
      // The error is not shown: it may quote what the program printed.
      return { ...failure, keyCommandProblem: 'notStarted' };
    }
  }
}

function outcomeText({ problem, exitCode }: KeyCommandResult & { readonly ok: false }): string {
  return exitCode === undefined ? problem : `exit code ${exitCode}`;
}
