// Changes of TypeScript files, and which lines have errors after them: `//!` marks those of the change, `//?` those that were
// there before or that the user adds.

export interface CompiledChange {
  readonly name: string;
  readonly a: string;
  /** What the answer replaces in `a`. */
  readonly edits: readonly (readonly [old: string, text: string])[];
  /** Another file of the folder. */
  readonly b?: string;
  /** VS Code has not opened it before: `b`, which stays closed, or `a`, whose errors before are known if the server is fast. */
  readonly notOpen?: 'a' | 'b';
  /** What the user changes, in `a` or `b`, at once or after the report. */
  readonly own?: {
    readonly file: 'a' | 'b';
    readonly edit: readonly [old: string, text: string];
    readonly isAtOnce?: true;
  };
  /** The user saves and closes `a` in the end. */
  readonly isClosedAfter?: true;
}

const add = 'export function add(a: number, b: number): number {\n  return a + b;\n}\n';
const user =
  'export interface User {\n  id: number;\n  name?: string;\n  readonly key: string;\n}\nexport const first: User = { id: 1, key: "k" };\n';

export const compiledChanges: Readonly<Record<string, readonly CompiledChange[]>> = {
  types: [
    {
      name: 'a text for a number',
      a: 'export const n: number = 1;\n',
      edits: [['export const n: number = 1;', "export const n: number = 'x'; //!"]],
    },
    {
      name: 'a wrong argument',
      a: `${add}export const sum = add(1, 2);\n`,
      edits: [['export const sum = add(1, 2);', "export const sum = add(1, '2'); //!"]],
    },
    {
      name: 'too few arguments',
      a: `${add}export const sum = add(1, 2);\n`,
      edits: [['export const sum = add(1, 2);', 'export const sum = add(1); //!']],
    },
    {
      name: 'a field that is missing',
      a: user,
      edits: [
        [
          'export const first: User = { id: 1, key: "k" };',
          'export const first: User = { id: 1 }; //!',
        ],
      ],
    },
    {
      name: 'a wrong result',
      a: add,
      edits: [['  return a + b;', '  return `${a + b}`; //!']],
    },
    {
      name: 'a field that does not exist',
      a: user,
      edits: [
        [
          'export const first: User = { id: 1, key: "k" };',
          'export const first: User = { id: 1, key: "k" };\nexport const mail = first.mail; //!',
        ],
      ],
    },
    {
      name: 'a value that may be undefined',
      a: user,
      edits: [
        [
          'export const first: User = { id: 1, key: "k" };',
          'export const first: User = { id: 1, key: "k" };\nexport const length = first.name.length; //!',
        ],
      ],
    },
    {
      name: 'a promise without await',
      a: 'export async function load() {\n  return 1;\n}\nexport async function run() {\n  const n: number = await load();\n  return n;\n}\n',
      edits: [['  const n: number = await load();', '  const n: number = load(); //!']],
    },
    {
      name: 'a read-only field',
      a: `${user}export function change() {\n  first.id = 2;\n}\n`,
      edits: [['  first.id = 2;', "  first.key = 'x'; //!"]],
    },
    {
      name: 'two errors in two changes',
      a: `${add}\n\n\n\n\nexport const sum = add(1, 2);\n`,
      edits: [
        ['  return a + b;', '  return a + c; //!'],
        ['export const sum = add(1, 2);', 'export const sum: string = add(1, 2); //!'],
      ],
    },
  ],
  imports: [
    {
      name: 'an import of what is not exported',
      a: "import { add } from './b';\nexport const sum = add(1, 2);\n",
      b: add,
      edits: [["import { add } from './b';", "import { add, subtract } from './b'; //!"]],
    },
    {
      name: 'an import of a file that does not exist',
      a: "import { add } from './b';\nexport const sum = add(1, 2);\n",
      b: add,
      edits: [["import { add } from './b';", "import { add } from './none'; //!"]],
    },
    {
      name: 'an import that is gone',
      a: "import { add } from './b';\nexport const sum = add(1, 2); //!\n",
      b: add,
      edits: [["import { add } from './b';", '// no import']],
    },
    {
      name: 'a default import of a file without one',
      a: "import { add } from './b';\nexport const sum = add(1, 2);\n",
      b: add,
      edits: [["import { add } from './b';", "import add from './b'; //!"]],
    },
    {
      name: 'a type as a value',
      a: "import type { User } from './b';\nexport const u: User | undefined = undefined;\n",
      b: user,
      edits: [
        ['export const u: User | undefined = undefined;', 'export const u = new User(); //!'],
      ],
    },
    {
      name: 'an import in the wrong letter case',
      a: "import { add } from './b';\nexport const sum = [add].length;\n",
      b: add,
      edits: [["import { add } from './b';", "import { Add as add } from './b'; //!"]],
    },
  ],
  syntax: [
    {
      name: 'a value that is missing',
      a: 'export const n = 1;\n',
      edits: [['export const n = 1;', 'export const n = ; //!']],
    },
    {
      name: 'a misspelled keyword',
      a: add,
      edits: [
        [
          'export function add(a: number, b: number): number {\n  return a + b;',
          'export function add(a: number, b: number): number { //!\n  retrun a + b; //!',
        ],
      ],
    },
    {
      name: 'a parenthesis too many',
      a: `${add}export const sum = add(1, 2);\n`,
      edits: [['export const sum = add(1, 2);', 'export const sum = add(1, 2)); //!']],
    },
    {
      name: 'a name that begins with a digit',
      a: 'export const n = 1;\n',
      edits: [['export const n = 1;', 'export const 1n = 1; //!']],
    },
  ],
  'the use in another file': [
    {
      name: 'another name',
      a: add,
      b: "import { add } from './a'; //!\nexport const sum = add(1, 2);\n",
      edits: [
        [
          'export function add(a: number, b: number): number {',
          'export function plus(a: number, b: number): number {',
        ],
      ],
    },
    {
      name: 'one more parameter',
      a: add,
      b: "import { add } from './a';\n\nexport const sum = add(1, 2); //!\nexport const two = add(3, 4); //!\n",
      edits: [
        [
          'export function add(a: number, b: number): number {',
          'export function add(a: number, b: number, c: number): number {',
        ],
      ],
    },
    {
      name: 'another result',
      a: add,
      b: "import { add } from './a';\nexport const sum: number = add(1, 2); //!\n",
      edits: [
        [
          'export function add(a: number, b: number): number {\n  return a + b;',
          'export function add(a: number, b: number): string {\n  return `${a + b}`;',
        ],
      ],
    },
    {
      name: 'one more field',
      a: user,
      b: "import type { User } from './a';\nexport const second: User = { id: 2, key: 'l' }; //!\n",
      edits: [
        ['  id: number;', '  id: number;\n  mail: string;'],
        [
          'export const first: User = { id: 1, key: "k" };',
          'export const first: User = { id: 1, key: "k", mail: "m" };',
        ],
      ],
    },
    {
      name: 'a field that is gone',
      a: user,
      b: "import { first } from './a';\nexport const name = first.name; //!\n",
      edits: [['  name?: string;', '  // no name']],
    },
    {
      name: 'a case that is gone',
      a: "export type Color = 'red' | 'green';\n",
      b: "import type { Color } from './a';\nexport const color: Color = 'green'; //!\n",
      edits: [["export type Color = 'red' | 'green';", "export type Color = 'red' | 'blue';"]],
    },
    {
      name: 'a function that is asynchronous now, and an error of its own',
      a: add,
      b: "import { add } from './a';\nexport const sum: number = add(1, 2); //!\n",
      edits: [
        [
          'export function add(a: number, b: number): number {\n  return a + b;',
          'export async function add(a: number, b: number): Promise<number> {\n  return a + d; //!',
        ],
      ],
    },
  ],
  none: [
    { name: 'another body', a: add, edits: [['  return a + b;', '  return b + a;']] },
    {
      name: 'one more function',
      a: add,
      b: "import { add } from './a';\nexport const sum = add(1, 2);\n",
      edits: [['  return a + b;\n}', '  return a + b;\n}\nexport const one = add(0, 1);']],
    },
    {
      name: 'an optional parameter',
      a: add,
      b: "import { add } from './a';\nexport const sum = add(1, 2);\n",
      edits: [
        [
          'export function add(a: number, b: number): number {',
          'export function add(a: number, b: number, c = 0): number {',
        ],
      ],
    },
    {
      name: 'an error that is fixed',
      a: "export const n: number = 'x';\n",
      edits: [["export const n: number = 'x';", 'export const n: number = 1;']],
    },
  ],
  'errors that were there before': [
    {
      name: 'an error in another line',
      a: `export const n: number = 'x'; //?\n${add}`,
      edits: [['  return a + b;', '  return b + a;']],
    },
    {
      name: 'an error that moved',
      a: `${add}export const n: number = 'x'; //?\n`,
      edits: [['  return a + b;', '  const c = a + b;\n  const d = c;\n  return d;']],
    },
    {
      name: 'an error that moved up, and a new one',
      a: `// one\n// two\n// three\nexport const n: number = 'x'; //?\n${add}`,
      edits: [
        ['// one\n// two', '// one'],
        ['  return a + b;', '  return a + e; //!'],
      ],
    },
    {
      name: 'an error that the change says once more',
      a: `export const n = missing; //?\n${add}`,
      edits: [['  return a + b;', '  return a + missing; //!']],
    },
    {
      name: 'an error in the line that is changed',
      a: "export const n: number = 'x';\n",
      edits: [["export const n: number = 'x';", "export const n: number = 'y'; //?"]],
    },
    {
      name: 'an error in the other file',
      a: add,
      b: "import { add } from './a';\nexport const n: number = 'x'; //?\nexport const sum = add(1, 2); //!\n",
      edits: [
        [
          'export function add(a: number, b: number): number {',
          'export function add(a: string, b: number): string {',
        ],
      ],
    },
  ],
  'errors that the user adds': [
    {
      name: 'an error of the user after the report',
      a: `${add}export const n: number = 1;\n`,
      edits: [['  return a + b;', '  return a + f; //!']],
      own: {
        file: 'a',
        edit: ['export const n: number = 1;', "export const n: number = 'u'; //?"],
      },
    },
    {
      name: 'an error of the user before the report',
      a: `${add}export const n: number = 1;\n`,
      edits: [['  return a + b;', '  return a + g; //!']],
      own: {
        file: 'a',
        edit: ['export const n: number = 1;', "export const n: number = 'u'; //?"],
        isAtOnce: true,
      },
    },
    {
      name: 'an error of the user in the other file, which is about the change',
      a: add,
      b: "import { add } from './a';\nexport const sum = add(1, 2);\n",
      edits: [['  return a + b;', '  return b + a;']],
      own: {
        file: 'b',
        edit: ['export const sum = add(1, 2);', "export const sum = add(1, 'u'); //?"],
      },
    },
  ],
  'files that were closed': [
    {
      name: 'a use in a file that is not open',
      a: add,
      b: "import { add } from './a';\nexport const sum = add(1, 2);\n",
      notOpen: 'b',
      edits: [
        [
          'export function add(a: number, b: number): number {',
          'export function plus(a: number, b: number): number {',
        ],
      ],
    },
    {
      name: 'a changed file whose errors before are unknown',
      a: `export const n: number = 'x'; //?\n${add}`,
      notOpen: 'a',
      edits: [['  return a + b;', '  return a + h; //!']],
    },
    {
      name: 'a changed file that is closed',
      a: add,
      edits: [['  return a + b;', '  return a + i; //!']],
      isClosedAfter: true,
    },
  ],
};
