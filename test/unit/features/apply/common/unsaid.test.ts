// What an answer does not show stays, and nothing stands twice: the smallest cases in which an answer, placed wrongly,
// would cost a person something that it does not mention. Accept all writes the right text or leaves the file as it is,
// and then says what it left to the user.
import assert from 'node:assert/strict';
import { reindented } from '../../../../../src/base/text/indentation';
import { parseProposals } from '../../../../../src/features/apply/common/blockFormats';
import { applyEdits } from '../../../../../src/features/apply/common/fileText';
import { place } from '../../../../../src/features/apply/common/matcher';
import type { PlacedEdit, Placement } from '../../../../../src/features/apply/common/placement';

interface Row {
  readonly what: string;
  readonly path: string;
  /** The file at Apply. */
  readonly file: string;
  /** What the model saw; the file if it is absent. */
  readonly seen?: string;
  readonly block: string;
  readonly info?: string;
  /** Name, first line from 0, and end (exclusive) of what a language server names in the file. */
  readonly symbols?: readonly (readonly [string, number, number])[];
  /** The file with what the answer shows and all else that it had. Absent: nothing may be written. */
  readonly right?: string;
  /** Accept all leaves the file as it is, though the right text is known. */
  readonly isLeft?: true;
  /** Accept all asks nothing, if the symbols that the row has are known. */
  readonly lands?: true;
  /** The only things of which the user may be asked whether they go. */
  readonly asks?: readonly string[];
}

const lines = (text: string): string => `${reindented(text.slice(1).trimEnd(), '')}\n`;
const search = (old: string, replacement: string): string =>
  lines(`\n<<<<<<< SEARCH\n${old}\n=======\n${replacement}\n>>>>>>> REPLACE`);

const oneOfTs = lines(`
  import { a } from './a';

  export function one() {
    return a(1);
  }
`);
const money = lines(`
  public class Money {
      private final long n;

      public Money(long n) {
          this.n = n;
      }
  }
`);
const twins = lines(`
  def first(rows):
      for row in rows:
          check(row)
      return total(rows)


  def second(rows):
      for row in rows:
          check(row)
      return total(rows)
`);
const swapped = twins.replace('first', 'x').replace('second', 'first').replace('x', 'second');
const shape = lines(`
  class Shape {
    area() {
      return this.w * this.h;
    }

    name() {
      return 'shape';
    }

    scale(by) {
      this.w *= by;
    }
  }
`);
const shapeSymbols = [
  ['Shape', 0, 12],
  ['area', 1, 3],
  ['name', 5, 7],
  ['scale', 9, 11],
] as const;
const editsFixture = lines(`
  {
    "retries": 1,
    "edit": {
      "old_text": "\\"retries\\": 1,",
      "new_text": "\\"retries\\": 2,"
    },
    "runs": 3
  }
`);

const onlyDefinition: readonly Row[] = [
  {
    what: 'an import above the only function',
    path: 'src/one.ts',
    file: oneOfTs,
    block: 'export function one() {\n  return a(2);\n}\n',
    symbols: [['one', 2, 5]],
    right: oneOfTs.replace('a(1)', 'a(2)'),
    lands: true,
  },
  {
    what: "Go's package clause",
    path: 'one.go',
    file: 'package one\n\nfunc One() int {\n\treturn 1\n}\n',
    block: 'func One() int {\n\treturn 2\n}\n',
    symbols: [['One', 2, 5]],
    right: 'package one\n\nfunc One() int {\n\treturn 2\n}\n',
    lands: true,
  },
  {
    what: "PHP's opening tag",
    path: 'one.php',
    file: '<?php\n\nfunction one() {\n    return 1;\n}\n',
    block: 'function one() {\n    return 2;\n}\n',
    symbols: [['one', 2, 5]],
    right: '<?php\n\nfunction one() {\n    return 2;\n}\n',
    lands: true,
  },
  {
    what: "Rust's use",
    path: 'src/one.rs',
    file: 'use std::fmt;\n\npub fn one() -> u8 {\n    1\n}\n',
    block: 'pub fn one() -> u8 {\n    2\n}\n',
    symbols: [['one', 2, 5]],
    right: 'use std::fmt;\n\npub fn one() -> u8 {\n    2\n}\n',
    lands: true,
  },
  {
    what: 'an import above a function whose head goes on in a line of its own',
    path: 'src/one.rs',
    file: 'use serde::Owned;\n\npub fn one<T>() -> T\nwhere\n    T: Owned,\n{\n    make()\n}\n',
    block: 'pub fn one<T>() -> T\nwhere\n    T: Lent,\n{\n    make()\n}\n',
    symbols: [['one', 2, 8]],
    right: 'use serde::Owned;\n\npub fn one<T>() -> T\nwhere\n    T: Lent,\n{\n    make()\n}\n',
    lands: true,
  },
  {
    what: 'an include above a namespace whose code is not indented',
    path: 'shape.h',
    file: '#include "a.h"\n\nnamespace shapes {\n\nint area(int);\n\n} // namespace shapes\n',
    block: 'namespace shapes {\n\nint area(int);\nint width(int);\n\n} // namespace shapes\n',
    symbols: [['shapes', 2, 7]],
    right:
      '#include "a.h"\n\nnamespace shapes {\n\nint area(int);\nint width(int);\n\n} // namespace shapes\n',
    lands: true,
  },
  {
    what: 'the first line of a script, which names its shell,',
    path: 'bin/load.sh',
    file: '#!/usr/bin/env bash\n\nload() {\n  cat "$1"\n}\n',
    block: 'load() {\n  cat -- "$1"\n}\n',
    symbols: [['load', 2, 5]],
    right: '#!/usr/bin/env bash\n\nload() {\n  cat -- "$1"\n}\n',
    lands: true,
  },
  {
    what: "Ruby's require",
    path: 'lib/one.rb',
    file: "require 'json'\n\ndef one\n  JSON.parse('1')\nend\n",
    block: "def one\n  JSON.parse('2')\nend\n",
    symbols: [['one', 2, 5]],
    right: "require 'json'\n\ndef one\n  JSON.parse('2')\nend\n",
    lands: true,
  },
  {
    what: 'the imports of a test file',
    path: 'test/one.test.ts',
    file: "import { one } from './one';\n\ndescribe('one', () => {\n  it('counts', () => {\n    expect(one()).toBe(1);\n  });\n});\n",
    block:
      "describe('one', () => {\n  it('counts', () => {\n    expect(one()).toBe(2);\n  });\n});\n",
    right:
      "import { one } from './one';\n\ndescribe('one', () => {\n  it('counts', () => {\n    expect(one()).toBe(2);\n  });\n});\n",
    asks: ['one'],
  },
];

/** Each language, two definitions with equal last lines, and the name of the second. */
const neighbors: readonly (readonly [string, string, string, string, string])[] = [
  [
    'Python',
    'io.py',
    'def load(path):\n    read(path)\n    return True\n',
    '\n\ndef save(path):\n    write(path)\n    return True\n',
    'read',
  ],
  ['Ruby', 'io.rb', 'def load\n  read\nend\n', '\ndef save\n  write\nend\n', 'read'],
  [
    'Lua',
    'io.lua',
    'function load(path)\n  read(path)\nend\n',
    '\nfunction save(path)\n  write(path)\nend\n',
    'read',
  ],
  [
    'Bash',
    'io.sh',
    'if [ -f "$1" ]; then\n  read_it "$1"\nfi\n',
    '\nif [ -f "$2" ]; then\n  write_it "$2"\nfi\n',
    'read_it',
  ],
  [
    'Elixir',
    'io.ex',
    'def load(path) do\n  read(path)\nend\n',
    '\ndef save(path) do\n  write(path)\nend\n',
    'read',
  ],
  [
    'Markdown',
    'README.md',
    '# Load\n\nCall read.\n\nSee the manual.\n',
    '\n# Save\n\nCall write.\n\nSee the manual.\n',
    'read',
  ],
  [
    'YAML',
    'io.yml',
    'load:\n  command: read\n  retry: true\n',
    'save:\n  command: write\n  retry: true\n',
    'read',
  ],
  [
    'INI',
    'io.ini',
    '[load]\ncommand=read\nretry=yes\n',
    '\n[save]\ncommand=write\nretry=yes\n',
    'read',
  ],
  [
    'TOML',
    'io.toml',
    '[load]\ncommand = "read"\nretry = true\n',
    '\n[save]\ncommand = "write"\nretry = true\n',
    'read',
  ],
];
const firstOfTwo: readonly Row[] = neighbors.map(([language, path, first, second, word]) => ({
  what: `the second of two blocks of ${language} with equal last lines`,
  path,
  file: first + second,
  block: first.replace(word, 'fetch'),
  symbols:
    language === 'Bash'
      ? []
      : [
          ['load', 0, first.split('\n').length - 1],
          [
            'save',
            (first + second).split('\n').findIndex((line) => /\b(?:save|Save)\b|\$2/u.test(line)),
            (first + second).split('\n').length - 1,
          ],
        ],
  right: first.replace(word, 'fetch') + second,
  asks: ['save', 'Save', '[save]', 'command', 'retry', 'if'],
}));

const configurations: readonly Row[] = [
  {
    what: 'the options of a tsconfig.json that an example leaves out',
    path: 'tsconfig.json',
    file: lines(`
      {
        "compilerOptions": {
          "target": "es2022",
          "module": "node16",
          "noEmit": true,
          "strict": false
        },
        "include": ["src"]
      }
    `),
    block: '{\n  "compilerOptions": {\n    "strict": true\n  },\n  "include": ["src"]\n}\n',
    info: 'json',
    right: lines(`
      {
        "compilerOptions": {
          "target": "es2022",
          "module": "node16",
          "noEmit": true,
          "strict": true
        },
        "include": ["src"]
      }
    `),
    asks: ['target', 'module', 'noEmit'],
  },
  {
    what: 'the keys of a package.json that an example leaves out',
    lands: true,
    path: 'package.json',
    file: lines(`
      {
        "name": "app",
        "scripts": {
          "a": "1",
          "b": "2"
        }
      }
    `),
    block: '{\n  "scripts": {\n    "c": "3"\n  }\n}\n',
    info: 'json',
    right: lines(`
      {
        "name": "app",
        "scripts": {
          "a": "1",
          "b": "2",
          "c": "3"
        }
      }
    `),
    asks: ['name', 'a', 'b'],
  },
  {
    what: 'the services of a compose file that an example leaves out',
    path: 'compose.yml',
    file: lines(`
      services:
        web:
          image: app
          ports:
            - 80:80
        db:
          image: postgres
          restart: always
    `),
    block: lines(`
      services:
        db:
          image: postgres:17
          restart: always
    `),
    info: 'yaml',
    right: lines(`
      services:
        web:
          image: app
          ports:
            - 80:80
        db:
          image: postgres:17
          restart: always
    `),
    asks: ['web', 'image', 'ports', '80:80'],
  },
  {
    what: 'the options of a configuration in TypeScript that an example leaves out',
    isLeft: true,
    path: 'nuxt.config.ts',
    file: lines(`
      export default defineNuxtConfig({
        ssr: false,
        modules: ['@nuxt/ui'],
        devtools: { enabled: true },
        nitro: {
          preset: 'static',
        },
      });
    `),
    block: lines(`
      export default defineNuxtConfig({
        nitro: {
          preset: 'vercel',
        },
      });
    `),
    right: lines(`
      export default defineNuxtConfig({
        ssr: false,
        modules: ['@nuxt/ui'],
        devtools: { enabled: true },
        nitro: {
          preset: 'vercel',
        },
      });
    `),
    asks: ['ssr', 'modules', 'devtools', "'@nuxt/ui'", 'enabled'],
  },
  {
    what: 'the steps of a Dockerfile that an example leaves out',
    isLeft: true,
    path: 'Dockerfile',
    file: 'FROM node:20\nWORKDIR /app\nCOPY . .\nRUN npm ci\nCMD ["node", "main.js"]\n',
    block: 'FROM node:20\nRUN npm ci --omit=dev\nCMD ["node", "main.js"]\n',
    info: 'dockerfile',
    right: 'FROM node:20\nWORKDIR /app\nCOPY . .\nRUN npm ci --omit=dev\nCMD ["node", "main.js"]\n',
    asks: ['WORKDIR', 'COPY', 'WORKDIR /app', 'COPY . .', 'RUN npm ci'],
  },
];

const otherMethods: readonly Row[] = [
  {
    what: "a constructor of Java beside a new method that begins with the class's name",
    path: 'Money.java',
    file: money,
    block: 'public Money plus(Money o) {\n    return new Money(n + o.n);\n}\n',
    symbols: [
      ['Money', 0, 7],
      ['Money', 3, 6],
    ],
  },
  {
    what: 'the method get beside a new getter',
    path: 'cache.ts',
    file: 'class Cache {\n  get(key: string) {\n    return this.map[key];\n  }\n}\n',
    block: 'get size() {\n  return this.map.length;\n}\n',
    symbols: [
      ['Cache', 0, 5],
      ['get', 1, 4],
    ],
  },
  {
    what: 'the method set beside a new setter',
    path: 'cache.ts',
    file: 'class Cache {\n  set(key: string) {\n    this.map[key] = 1;\n  }\n}\n',
    block: 'set size(n: number) {\n  this.map.length = n;\n}\n',
    symbols: [
      ['Cache', 0, 5],
      ['set', 1, 4],
    ],
  },
  {
    what: 'a constructor of C++ beside a new method that returns the class',
    path: 'money.h',
    file: 'class Money {\n  Money(long n) {\n    n_ = n;\n  }\n};\n',
    block: 'Money plus(Money o) {\n  return Money(n_ + o.n_);\n}\n',
    symbols: [
      ['Money', 0, 5],
      ['Money', 1, 4],
    ],
  },
  {
    what: 'a constructor of C# beside a new method that returns the class',
    path: 'Money.cs',
    file: 'class Money\n{\n    public Money(long n)\n    {\n        N = n;\n    }\n}\n',
    block: 'public Money Plus(Money o)\n{\n    return new Money(N + o.N);\n}\n',
    symbols: [
      ['Money', 0, 7],
      ['Money', 2, 6],
    ],
  },
];

/** Each file, its function, and where the name of that stands: it ends another word of the line, too. */
const endsOfWords: readonly (readonly [string, string, string])[] = [
  ['one.py', 'def f(x):\n    a(x)\n    b(x)\n    return x\n', 'f(x):'],
  ['one.ts', 'function on(e: string) {\n  a(e);\n  b(e);\n}\n', 'on(e'],
  ['one.go', 'func c(x int) int {\n\ta(x)\n\treturn x\n}\n', 'c(x int)'],
];
const namesInWords = endsOfWords.map(([path, definition, head]): Row => ({
  what: `a function whose name ends another word, beside a new one (${path})`,
  path,
  file: `${definition}\n\nfirst()\nsecond()\nthird()\nfourth()\n`,
  block: definition.replace(head, `new${head}`),
  symbols: [[head.replace(/\(.*/u, ''), 0, definition.split('\n').length - 1]],
}));

const marked: readonly Row[] = [
  {
    what: 'the members in front of a member with a mark in it',
    path: 'options.ts',
    file: lines(`
      interface Options {
        name: string;
        url: string;
        device?: {
          id: string;
          kind: string;
        };
      }
    `),
    block: lines(`
      interface Options {
        device?: {
          // ... existing code ...
          kind: string;
          label: string;
        };
      }
    `),
    symbols: [['Options', 0, 7]],
    right: lines(`
      interface Options {
        name: string;
        url: string;
        device?: {
          id: string;
          kind: string;
          label: string;
        };
      }
    `),
    asks: ['name', 'url'],
  },
  {
    what: 'the methods between two that a part shows',
    path: 'view.ts',
    file: lines(`
      class View {
        open() {
          return 1;
        }

        show() {
          return 2;
        }

        hide() {
          return 3;
        }

        prefix() {
          return 4;
        }
      }
    `),
    block: lines(`
      class View {
        // other methods remain unchanged

        show() {
          return 2;
        }

        prefix() {
          return 44;
        }
      }
    `),
    symbols: [
      ['View', 0, 16],
      ['open', 1, 4],
      ['show', 5, 8],
      ['hide', 9, 12],
      ['prefix', 13, 16],
    ],
    right: lines(`
      class View {
        open() {
          return 1;
        }

        show() {
          return 2;
        }

        hide() {
          return 3;
        }

        prefix() {
          return 44;
        }
      }
    `),
    asks: ['hide'],
  },
  {
    what: 'the lines after a call that a part adds again before the end',
    isLeft: true,
    path: 'save.py',
    file: lines(`
      def save(rows):
          db.commit()
          for row in rows:
              db.add(row)
          return rows
    `),
    block: lines(`
      def save(rows):
          # ... existing code ...
          db.commit()
          return rows
    `),
    symbols: [['save', 0, 5]],
    right: lines(`
      def save(rows):
          db.commit()
          for row in rows:
              db.add(row)
          db.commit()
          return rows
    `),
    asks: ['for'],
  },
  {
    what: 'a block that has moved into a part, which would stand twice,',
    isLeft: true,
    path: 'run.ts',
    file: lines(`
      function run() {
        start();
        if (isOld()) {
          upgrade();
        }
        step();
        check();
        stop();
      }
    `),
    block: lines(`
      function run() {
        start();
        step();
        if (isOld()) {
          upgrade();
        }
        // ... existing code ...
        stop();
      }
    `),
    symbols: [['run', 0, 9]],
    right: lines(`
      function run() {
        start();
        step();
        if (isOld()) {
          upgrade();
        }
        check();
        stop();
      }
    `),
    asks: ['if'],
  },
];

const indentation: Row[] = [
  {
    what: 'the indentation of new lines that have it, below a quote that does not,',
    isLeft: true,
    path: 'run.py',
    file: 'class A:\n    def a(self):\n        return run(x)\n',
    block: search('return run(x)', '        if x:\n            return run(x)'),
    right: 'class A:\n    def a(self):\n        if x:\n            return run(x)\n',
  },
  {
    what: 'the indentation in front of an old_string that begins behind it',
    path: 'run.py',
    file: 'class A:\n    def a(self):\n        return run(x)\n',
    block: JSON.stringify({
      old_string: 'return run(x)',
      new_string: 'y = run(x)\n        return y',
    }),
    info: 'json',
    right: 'class A:\n    def a(self):\n        y = run(x)\n        return y\n',
  },
  {
    what: 'the tabs of a file whose new lines are indented by blanks',
    path: 'run.ts',
    file: 'function run() {\n\treturn x;\n}\n',
    block: search('return x;', 'if (x) {\n    return x;\n}'),
    right: 'function run() {\n\tif (x) {\n\t\treturn x;\n\t}\n}\n',
  },
  {
    what: 'the tabs of a file whose function is answered in blanks',
    path: 'run.ts',
    file: 'import x from "x";\n\nfunction run() {\n\tif (x) {\n\t\treturn 1;\n\t}\n}\n\nfunction end() {\n\treturn 0;\n}\n',
    block: 'function run() {\n  if (x) {\n    return 2;\n  }\n}\n',
    symbols: [
      ['run', 2, 7],
      ['end', 8, 11],
    ],
    right:
      'import x from "x";\n\nfunction run() {\n\tif (x) {\n\t\treturn 2;\n\t}\n}\n\nfunction end() {\n\treturn 0;\n}\n',
  },
];

const continued = lines(`
  class Circle extends View {
    Path path() {
      add(
          new Element(
              Kind.MOVE,
              new Point(x, y)));
      add(
          new Element(
              Kind.LINE,
              new Point(x, z)));
      return path;
    }

    void set(int y) {
      this.y = y;
      redraw();
    }
  }
`);
indentation.push(
  {
    what: 'the indentation of a file in which more lines go on than begin a block',
    path: 'Circle.java',
    file: continued,
    block: '\tvoid set(int y) {\n\t\tthis.y = y;\n\t\tdraw();\n\t}\n',
    right: continued.replace('redraw', 'draw'),
    lands: true,
  },
  {
    what: 'the indentation of a file in which only a head that goes on is indented more than the line before',
    path: 'Node.cpp',
    file: 'Point Node::origin(\n    bool isDeep) const {\n  auto data = read();\n  return data.origin;\n}\n',
    block:
      'Point Node::origin(\n\t\tbool isDeep) const {\n\tauto data = load();\n\treturn data.origin;\n}\n',
    right:
      'Point Node::origin(\n    bool isDeep) const {\n  auto data = load();\n  return data.origin;\n}\n',
    lands: true,
  },
  {
    what: 'the indentation of a file in which only what goes on the line before is indented more than that',
    path: 'Node.h',
    file: 'class Node : public Base<\n                 Props> {\n public:\n  Node(const Node &node)\n      : Base(node) {\n    init();\n  }\n\n private:\n  void init();\n};\n',
    block: '\tNode(const Node &node)\n\t\t\t: Base(node) {\n\t\tstart();\n\t}\n',
    right:
      'class Node : public Base<\n                 Props> {\n public:\n  Node(const Node &node)\n      : Base(node) {\n    start();\n  }\n\n private:\n  void init();\n};\n',
    lands: true,
  },
  {
    what: 'the indentation of a file whose documentation has another one',
    path: 'project.py',
    file: 'def one(a):\n    """Does it.\n\n    Args:\n      a: what\n      b: why\n        or not\n    """\n    if a:\n        go(a)\n    return a\n',
    block: search('return a', 'for b in a:\n\tgo(b)\nreturn a'),
    right:
      'def one(a):\n    """Does it.\n\n    Args:\n      a: what\n      b: why\n        or not\n    """\n    if a:\n        go(a)\n    for b in a:\n        go(b)\n    return a\n',
    lands: true,
  },
  {
    what: 'the indentation of a file that is a string for the most part',
    path: 'script.js',
    file: 'const script = `\nif a then\n  go()\n  if b then\n    run()\n  end\nend\n`;\nif (script) {\n    go(script);\n}\n',
    block: search('run()', 'for c in b do\n\tstep(c)\nend\nrun()'),
    right:
      'const script = `\nif a then\n  go()\n  if b then\n    for c in b do\n      step(c)\n    end\n    run()\n  end\nend\n`;\nif (script) {\n    go(script);\n}\n',
    lands: true,
  },
  {
    what: 'the tabs of a sample in a list of Markdown',
    path: 'README.md',
    file: '# A\n\n1.  Add it:\n\n    ```json\n    {\n    \t"a": 1\n    }\n    ```\n\n- one\n- two\n',
    block:
      '# A\n\n1.  Add it:\n\n    ```json\n    {\n    \t"a": 1\n    }\n    ```\n\n- one\n- three\n- two\n',
    right:
      '# A\n\n1.  Add it:\n\n    ```json\n    {\n    \t"a": 1\n    }\n    ```\n\n- one\n- three\n- two\n',
    lands: true,
  },
  {
    what: 'the indentation beside a quote that lost a part of its blanks',
    isLeft: true,
    path: 'button.ts',
    file: 'interface Button {\n  isDown?: boolean;\n  isUp?: boolean;\n}\n',
    block: search(' isDown?: boolean;', ' isDown?: boolean;\n  // Wide.\n  isWide?: boolean;'),
    right:
      'interface Button {\n  isDown?: boolean;\n  // Wide.\n  isWide?: boolean;\n  isUp?: boolean;\n}\n',
  },
);

const documented = lines(`
  class A {
      /** Adds one. Callers rely on it. */
      @Override
      public int next(int n) {
          return n + 1;
      }
  }
`);
const namedCode = lines(`
  import { a } from './a';

  function one() {
    return a(1);
  }

  function end() {
    return a(2);
  }
`);

const misread: readonly Row[] = [
  {
    what: 'one each of two functions of a template, whose heads begin with brackets',
    path: 'adapter.cpp',
    file: '#include <a.h>\n\nextern "C"\nJNIEXPORT jint JNICALL\n{{ name }}_start(int a) {\n    return start(a);\n}\n\nextern "C"\nJNIEXPORT jint JNICALL\n{{ name }}_stop(int a) {\n    return stop(a);\n}\n',
    block:
      '{{ name }}_start(int a) {\n    return start(b);\n}\n\n{{ name }}_stop(int a) {\n    return stop(b);\n}\n',
    symbols: [
      ['_start', 4, 7],
      ['_stop', 10, 13],
    ],
  },
  {
    what: 'code with the signs of a diff before new lines only, in the wrong column,',
    path: 'device.ts',
    file: 'interface Device {\n  name: string;\n  screen?: {\n    width: number;\n  };\n}\n',
    block:
      'interface Device {\n  // ... other properties\n  screen?: {\n    width: number;\n  };\n+   cpu?: { cores: number };\n}\n',
  },
  {
    what: 'code with the signs of a diff before the lines that go and come only,',
    path: 'device.ts',
    file: 'interface Device {\n  name: string;\n  id: number;\n\n  screen?: {\n    width: number;\n  };\n}\n\nlet count = 1;\n--count;\n',
    block:
      '// ...existing code...\n  name: string;\n-  id: number;\n+  id: string;\n+\n+  cpu?: string;\n\n  screen?: {\n// ...existing code...\nlet count = 1;\n--count;\n+\n+log();\n',
    right:
      'interface Device {\n  name: string;\n  id: string;\n\n  cpu?: string;\n\n  screen?: {\n    width: number;\n  };\n}\n\nlet count = 1;\n--count;\n\nlog();\n',
    lands: true,
  },
  {
    what: 'an arrow between the old and the new text of a line',
    path: 'config.py',
    file: 'TIMEOUT = 5\nRETRIES = 3\nrun(TIMEOUT)\n',
    block: 'TIMEOUT = 5 -> TIMEOUT = 30\n',
  },
  {
    what: 'an arrow between the old and the new value of a key',
    path: 'compose.yml',
    file: 'services:\n  web:\n    image: nginx:1\n    restart: always\n',
    block: 'services:\n  web:\n    image: nginx:1 → nginx:2\n',
  },
  {
    what: 'an arrow between two values within a line',
    path: 'site.css',
    file: '.button { color: red; }\n.card { margin: 0; }\n',
    block: '.button { color: red => green; }\n',
  },
  {
    what: 'an arrow between the old and the new text of a line of a function',
    path: 'read.py',
    file: 'def read(path):\n    with open(path, "w") as f:\n        return f.read()\n\n\nread("a")\n',
    block:
      'def read(path):\n    with open(path, "w") as f:  →  with open(path, "wb") as f:\n        return f.read()\n',
  },
  {
    what: 'the type that a function gets behind an arrow',
    path: 'read.py',
    file: 'def read(path):\n    return open(path)\n\n\nread("a")\n',
    block: 'def read(path) -> str:\n    return open(path)\n',
    right: 'def read(path) -> str:\n    return open(path)\n\n\nread("a")\n',
    lands: true,
  },
  {
    what: 'the parameter that an arrow function gets',
    path: 'run.ts',
    file: 'const run = a => go(a);\nconst stop = a;\nstart(run, stop);\n',
    block: 'const run = a => b => go(a);\nconst stop = a;\nstart(run, stop);\n',
    right: 'const run = a => b => go(a);\nconst stop = a;\nstart(run, stop);\n',
    lands: true,
  },
  {
    what: 'a comment beside the one that a quote leaves out',
    path: 'a.h',
    file: '#if A && B\nint a;\n#endif // A && B\n',
    block: '<old_text>int a;\n#endif</old_text>\n<new_text>int a;\n#endif // A</new_text>\n',
  },
  {
    what: 'the comment that a quote leaves out',
    path: 'a.h',
    file: 'int a;\nint b = 1; // one\n',
    block: '<old_text>int b = 1;</old_text>\n<new_text>int b = 2;</new_text>\n',
    right: 'int a;\nint b = 2; // one\n',
    lands: true,
  },
  {
    what: 'a comment beside a string with its sign',
    path: 'a.ts',
    file: 'let a;\nconst url = base; // the base\n',
    block: '<old_text>const url = base;</old_text>\n<new_text>const url = "http://b";</new_text>\n',
    right: 'let a;\nconst url = "http://b"; // the base\n',
    lands: true,
  },
  {
    what: 'all of code with signs, of which a part without signs is new',
    path: 'a.ts',
    file: 'function a() {\n  x();\n}\n\nfunction b() {\n  y();\n}\n',
    block:
      'function a() {\n  x();\n+  z();\n}\n// ...existing code...\nfunction b() {\n  y(2);\n}\n',
  },
  {
    what: 'all of code with signs, of which a part has no place',
    path: 'a.ts',
    file: 'function a() {\n  x();\n}\n\nfunction b() {\n  y();\n}\n',
    block:
      'function a() {\n  x();\n+  short();\n}\n// ...existing code...\nfunction c() {}\n+function short() {}\n',
  },
  {
    what: 'the numbers that a file has before its lines',
    path: 'fruit.txt',
    file: '1 | apples\n2 | pears\n\napples\npears\n',
    block: search('1 | apples\n2 | pears', '1 | apples\n2 | plums'),
    right: '1 | apples\n2 | plums\n\napples\npears\n',
    lands: true,
  },
  {
    what: 'what dots stand for in both halves of an edit',
    path: 'ship.py',
    file: 'def sail(a):\n    check(a)\n    b = a + 1\n    go(b)\n    return b\n\n\ndef dock(a):\n    check(a)\n    return a\n',
    block: search(
      'def sail(a):\n...\n    b = a + 1\n...\n    return b',
      'def sail(a, wind):\n...\n    b = a + wind\n...\n    return b',
    ),
    right:
      'def sail(a, wind):\n    check(a)\n    b = a + wind\n    go(b)\n    return b\n\n\ndef dock(a):\n    check(a)\n    return a\n',
    lands: true,
  },
  {
    what: 'all of an edit with dots of which one part has several places',
    path: 'ship.py',
    file: 'def sail(a):\n    check(a)\n    return a\n\n\ndef dock(a):\n    check(a)\n    return a\n',
    block: search(
      'def sail(a):\n...\n    return a',
      'def sail(a, wind):\n...\n    return a + wind',
    ),
  },
  {
    what: 'no place of a name of which each is meant',
    path: 'user.ts',
    file: 'const user = read();\nshow(user.name, user);\n',
    block: JSON.stringify({ old_string: 'user', new_string: 'owner', replace_all: true }),
    info: 'json',
    right: 'const owner = read();\nshow(owner.name, owner);\n',
    lands: true,
  },
  {
    what: 'a longer name in a file in which each place of a name is meant',
    path: 'user.ts',
    file: 'const user = read(username);\nshow(user);\n',
    block: JSON.stringify({ old_string: 'user', new_string: 'owner', replace_all: true }),
    info: 'json',
  },
  {
    what: 'the rest of a function that a language server ends at a bracket within it',
    path: 'locale.js',
    file: lines(`
      const error = () => {
        const sizes = {
          file: 'bytes',
        };
          json: 'JSON',
        };
        return sizes.file;
      };
    `),
    block: lines(`
      const error = () => {
        const sizes = {
          file: 'bytes',
        };
        const names = {
          json: 'JSON',
        };
        return sizes.name;
      };
    `),
    symbols: [['error', 0, 4]],
    right: lines(`
      const error = () => {
        const sizes = {
          file: 'bytes',
        };
        const names = {
          json: 'JSON',
        };
        return sizes.name;
      };
    `),
  },
  {
    what: 'a documentation comment above a method that is answered with a comment of its own',
    isLeft: true,
    path: 'A.java',
    file: documented,
    block: '// Adds two.\n@Override\npublic int next(int n) {\n    return n + 2;\n}\n',
    symbols: [
      ['A', 0, 7],
      ['next', 1, 6],
    ],
    right: documented.replace('n + 1', 'n + 2').replace('    @Over', '    // Adds two.\n    @Over'),
  },
  {
    what: 'a line of a JSON file that is answered completely and holds an edit itself',
    path: 'fixtures/edits.json',
    file: editsFixture,
    block: editsFixture.replace('"runs": 3', '"runs": 4'),
    info: 'json fixtures/edits.json',
    right: editsFixture.replace('"runs": 3', '"runs": 4'),
    lands: true,
  },
  {
    what: 'a line that a search and replace sample in the answered file quotes',
    path: 'docs/edits.md',
    file: '# Edits\n\nA line:\n\nfirst();\n\n    <<<<<<< SEARCH\n    first();\n    =======\n    second();\n    >>>>>>> REPLACE\n\nThe end.\n',
    block:
      '# Edits of files\n\nA line:\n\nfirst();\n\n    <<<<<<< SEARCH\n    first();\n    =======\n    second();\n    >>>>>>> REPLACE\n\nThe end.\n',
    info: 'markdown docs/edits.md',
    right:
      '# Edits of files\n\nA line:\n\nfirst();\n\n    <<<<<<< SEARCH\n    first();\n    =======\n    second();\n    >>>>>>> REPLACE\n\nThe end.\n',
    asks: ['Edits'],
  },
  ...['/home/me/app/src/one.ts', String.raw`c:\app\src\one.ts`].map((name): Row => ({
    what: `the first line of a file whose answer begins with // filepath: ${name}`,
    path: 'src/one.ts',
    file: oneOfTs,
    block: `// filepath: ${name}\n${oneOfTs.replace('a(1)', 'a(2)')}`,
    symbols: [['one', 2, 5]],
    right: oneOfTs.replace('a(1)', 'a(2)'),
    lands: true,
  })),
  ...(
    [
      ['above one function', '// src/named.ts', 'function end() {\n  return a(3);\n}\n'],
      [
        'above one function, in other words',
        '// named.ts',
        'function end() {\n  return a(3);\n}\n',
      ],
      ['above a mark', '// src/named.ts', '// ...\nfunction end() {\n  return a(3);\n}\n'],
      [
        'above all, in other words',
        '// filepath: /home/me/src/named.ts',
        namedCode.replace('a(2)', 'a(3)'),
      ],
      ['above all', '// src/named.ts', namedCode.replace('a(2)', 'a(3)')],
    ] as const
  ).map(([where, name, code]): Row => ({
    what: `the comment that names the file, and once, where the answer has it ${where}`,
    path: 'src/named.ts',
    file: `// src/named.ts\n${namedCode}`,
    block: `${name}\n${code}`,
    right: `// src/named.ts\n${namedCode.replace('a(2)', 'a(3)')}`,
    lands: true,
  })),
  ...['src/named.ts', 'src/named.js'].map((own): Row => ({
    what: `the comment // ${own} alone, where the answer has another one above it`,
    path: 'src/named.ts',
    file: `// ${own}\n${namedCode}`,
    block: `// filepath: /home/me/src/named.ts\n// ${own}\n${namedCode.replace('a(2)', 'a(3)')}`,
    right: `// ${own}\n${namedCode.replace('a(2)', 'a(3)')}`,
    lands: true,
  })),
  {
    what: 'no old name in the comment that names the file',
    path: 'src/named.ts',
    file: `// src/named.js\n${namedCode}`,
    block: `// src/named.ts\n${namedCode}`,
    right: `// src/named.ts\n${namedCode}`,
    lands: true,
  },
  {
    what: 'the signs of a file that came back as entities',
    path: 'src/rows.ts',
    file: 'const rows = read();\nif (rows.length > 0 && rows.length < 9) {\n  show(1);\n}\n\nend(1);\n',
    block:
      'const rows = read();\nif (rows.length &gt; 0 &amp;&amp; rows.length &lt; 9) {\n  show(2);\n}\n\nend(1);\n',
    right:
      'const rows = read();\nif (rows.length > 0 && rows.length < 9) {\n  show(2);\n}\n\nend(1);\n',
  },
];

const starting = lines(`
  import x


  def start(it):
      it.a = None
      it.b = None
      it.c = None
      it.d = None


  def end(it):
      it.a = x
`);

const leftOut: readonly Row[] = [
  {
    what: 'a property once, which comes back with another value where its line goes to a rule within,',
    path: 't.scss',
    file: '// Gallery\n.gallery {\n  height: 50px;\n  font-size: $size;\n  line-height: 50px;\n  color: red;\n\n  &::before {\n    content: $icon;\n  }\n}\n',
    block:
      '// Gallery\n.gallery {\n  height: 50px;\n  color: red;\n  font-size: 0;\n\n  &::before {\n    content: $icon;\n    font-size: $size;\n    line-height: 50px;\n  }\n}\n',
    right:
      '// Gallery\n.gallery {\n  height: 50px;\n  color: red;\n  font-size: 0;\n\n  &::before {\n    content: $icon;\n    font-size: $size;\n    line-height: 50px;\n  }\n}\n',
  },
  {
    what: 'the last mark of a merge conflict, whose other marks go,',
    isLeft: true,
    path: 'app.blade.php',
    file: '<div>\n<<<<<<< HEAD\n    @auth\n        <a>Home</a>\n=======\n    <b>{{ name() }}</b>\n>>>>>>> origin/develop\n</div>\n',
    block: '<div>\n        <a>Home</a>\n    <b>{{ name() }}</b>\n    @endauth\n</div>\n',
    right: '<div>\n        <a>Home</a>\n    <b>{{ name() }}</b>\n    @endauth\n</div>\n',
    asks: ['2', '1'],
  },
  {
    what: 'a comment that describes a function of which lines go',
    isLeft: true,
    path: 'm.ts',
    file: "import { a } from './a';\n\n// Loads and logs\nexport function load(id: string) {\n  const x = a(id);\n  log(x);\n  return x;\n}\n\nexport const home = '/';\n",
    block:
      "import { a } from './a';\n\n// Loads\nexport function load(id: string) {\n  const x = a(id);\n  return x;\n}\n\nexport const home = '/';\n",
    right:
      "import { a } from './a';\n\n// Loads\nexport function load(id: string) {\n  const x = a(id);\n  return x;\n}\n\nexport const home = '/';\n",
    asks: ['1'],
  },
  {
    what: 'the path of a callback, with a name that is declared where lines go,',
    isLeft: true,
    path: 'page.tsx',
    file: "export default function Page() {\n  const router = useRouter();\n  start(router);\n  const env = read();\n  log(env);\n\n  const open = () => {\n    router.push('/about');\n  };\n\n  return <a onClick={open}>About</a>;\n}\n",
    block:
      'export default function Page() {\n  const router = useRouter();\n  const locale = useLocale();\n  start(router);\n\n  const open = () => {\n    router.push(`/${locale}/about`);\n  };\n\n  return <a onClick={open}>About</a>;\n}\n',
    right:
      'export default function Page() {\n  const router = useRouter();\n  const locale = useLocale();\n  start(router);\n\n  const open = () => {\n    router.push(`/${locale}/about`);\n  };\n\n  return <a onClick={open}>About</a>;\n}\n',
    asks: ['2'],
  },
  {
    what: 'the use of a class that is declared where an import goes, in a language that is not read,',
    isLeft: true,
    path: 'app_test.dart',
    file: "import 'package:drift/native.dart';\nimport 'package:test/test.dart';\n\nvoid main() {\n  late Database database;\n  run(database);\n}\n",
    block:
      "import 'package:test/test.dart';\n\nclass _FakeDatabase extends Fake {}\n\nvoid main() {\n  late _FakeDatabase database;\n  run(database);\n}\n",
    right:
      "import 'package:test/test.dart';\n\nclass _FakeDatabase extends Fake {}\n\nvoid main() {\n  late _FakeDatabase database;\n  run(database);\n}\n",
    asks: ['1'],
  },
  {
    what: 'a comment above a definition, which takes no change below it along,',
    path: 'm.ts',
    file: "import { a } from './a';\n\n// Loads an item\nexport function load(id: string) {\n  const x = a(id);\n  check(x);\n  // Done.\n  return x;\n}\n\n// All routes\nexport const routes = {\n  home: '/',\n};\n",
    block:
      "import { a } from './a';\n\nexport function load(id: string) {\n  const x = a(id, true);\n  check(x);\n  return x;\n}\n\nexport const routes = {\n  home: '/',\n  help: '/help',\n};\n",
    right:
      "import { a } from './a';\n\n// Loads an item\nexport function load(id: string) {\n  const x = a(id, true);\n  check(x);\n  // Done.\n  return x;\n}\n\n// All routes\nexport const routes = {\n  home: '/',\n  help: '/help',\n};\n",
    asks: ['1', '1', '1'],
  },
  {
    what: 'the head of a method below a comment, whose lines go,',
    isLeft: true,
    path: 'auth.ts',
    file: 'class Auth {\n  // Confirms.\n  confirm(code: string, next: string) {\n    start();\n    check(code);\n    reset(next);\n    return true;\n  }\n\n  end() {\n    stop();\n  }\n}\n',
    block:
      'class Auth {\n  // ...\n  // Only the code.\n  confirm(code: string) {\n    start();\n    return true;\n  }\n}\n',
    right:
      'class Auth {\n  // Only the code.\n  confirm(code: string) {\n    start();\n    return true;\n  }\n\n  end() {\n    stop();\n  }\n}\n',
  },
  {
    what: 'a member whose attribute goes from the line above it to its own',
    isLeft: true,
    path: 'Wheel.cs',
    file: 'class Wheel : Marker\n{\n    [Export]\n    public float Radius = 1f;\n\n    public override void _Ready()\n    {\n        Go();\n    }\n}\n',
    block:
      'class Wheel : Marker\n{\n    [Export] public float Radius = 1f;\n\n    public override void _Ready()\n    {\n        Go();\n    }\n}\n',
    right:
      'class Wheel : Marker\n{\n    [Export] public float Radius = 1f;\n\n    public override void _Ready()\n    {\n        Go();\n    }\n}\n',
    asks: ['[Export]'],
  },
  {
    what: 'the uses of a member that gets another name, which a comment has already,',
    isLeft: true,
    path: 'config.py',
    file: 'class Settings(Base):\n    NAME = "API"\n    ALL_ORIGINS = ["a"]  # was ORIGINS\n\n    def read(self):\n        return self.ALL_ORIGINS\n',
    block:
      'class Settings(Base):\n    NAME = "API"\n    ORIGINS = ["a"]  # split\n\n    def read(self):\n        return self.ORIGINS\n',
    right:
      'class Settings(Base):\n    NAME = "API"\n    ORIGINS = ["a"]  # split\n\n    def read(self):\n        return self.ORIGINS\n',
    asks: ['ALL_ORIGINS'],
  },
  {
    what: 'the comma before members that go',
    isLeft: true,
    path: 'setup.js',
    file: 'global.p5 = {\n  color: fn(),\n  random: fn(),\n  width: 800,\n  height: 600\n}\n\nrun({})\n',
    block: 'global.p5 = {\n  color: fn(),\n  random: fn()\n}\n\nrun({})\n',
    right: 'global.p5 = {\n  color: fn(),\n  random: fn()\n}\n\nrun({})\n',
    asks: ['width', 'height'],
  },
  {
    what: 'a getter of a language without names, below another one and a comment,',
    isLeft: true,
    path: 'auth.dart',
    file: 'class Auth {\n  User? get user => _auth.user;\n  Stream get state => _auth.state();\n\n  void end() {\n    _auth.end();\n  }\n}\n',
    block:
      'class Auth {\n  // Of the server\n  User? get account => _auth.user;\n\n  void end() {\n    _auth.end();\n  }\n}\n',
    right:
      'class Auth {\n  // Of the server\n  User? get account => _auth.user;\n\n  void end() {\n    _auth.end();\n  }\n}\n',
  },
  {
    what: 'no import of what the answer declares',
    path: 'stock.ts',
    file: "import { db } from './db';\nimport { Stock } from './types';\n\nexport function read(): Stock {\n  return db.read();\n}\n",
    block:
      "import { db } from './db';\n\nexport interface Stock {\n  count: number;\n}\n\nexport function read(): Stock {\n  return db.read(1);\n}\n",
    right:
      "import { db } from './db';\n\nexport interface Stock {\n  count: number;\n}\n\nexport function read(): Stock {\n  return db.read(1);\n}\n",
    lands: true,
  },
  {
    what: 'imports that the answer lacks, beside new ones',
    path: 'page.tsx',
    file: "import {\n  Bar,\n  Side,\n} from './side';\nimport {\n  Crumb,\n  Crumbs,\n} from './crumbs';\n\nexport function Page() {\n  return (\n    <Bar>\n      <Side />\n      <Crumb />\n      <Crumbs />\n    </Bar>\n  );\n}\n",
    block:
      "import {\n  Crumb,\n  Crumbs,\n} from './crumbs';\nimport {\n  Item,\n  Menu,\n} from './menu';\n\nexport function Page() {\n  return (\n    <Bar>\n      <Side />\n      <Crumb />\n      <Menu />\n      <Item />\n      <Crumbs />\n    </Bar>\n  );\n}\n",
    right:
      "import {\n  Bar,\n  Side,\n} from './side';\nimport {\n  Crumb,\n  Crumbs,\n} from './crumbs';\nimport {\n  Item,\n  Menu,\n} from './menu';\n\nexport function Page() {\n  return (\n    <Bar>\n      <Side />\n      <Crumb />\n      <Menu />\n      <Item />\n      <Crumbs />\n    </Bar>\n  );\n}\n",
    asks: ['Bar', 'Side'],
  },
  {
    what: 'the end of a constant whose answer is cut in it',
    path: 'run.mm',
    file: 'static const double limit = 0.5;\n\nvoid run() {\n  go(limit);\n}\n',
    block: '// ...\nstatic const double limit =\n',
  },
  {
    what: 'the end of a declaration whose answer is cut within a word',
    path: 'run.h',
    file: '@interface Run\n- (void)first;\n+ (Run *)at:(BOOL)inside\n     with:(int)pointerType;\n@end\n',
    block:
      '// ...\n- (void)first;\n+ (Run *)at:(BOOL)inside\n     by:(int)count\n     with:(int)pointer\n',
  },
  {
    what: 'the end of a new declaration whose answer is cut within a word',
    path: 'run.h',
    file: '@interface Run\n@property (nonatomic, strong) Host *host;\n@end\n',
    block: '// ...\n@property (nonatomic, strong) Host *host;\n@property (nonatomic) BOOL isNat\n',
  },
  {
    what: 'a new function whose answer is cut within its name',
    path: 'Run.kt',
    file: 'class Run {\n    fun first(): Int = 1\n\n    companion object {\n        const val NAME = "Run"\n    }\n}\n',
    block:
      '// ... existing code ...\n\n    fun first(): Int = 1\n\n    fun last(a: Int): Int {\n        return a\n    }\n\n    override fun need\n',
  },
  {
    what: 'a member of a structure with attributes that another one stands for',
    path: 'view.h',
    file: '#pragma once\n\nstruct __declspec(uuid("a0")) View : public IView {\n  bool isOpen() const noexcept;\n\n  void close();\n};\n',
    block:
      '#pragma once\n\nstruct __declspec(uuid("a0")) View : public IView {\n  bool isOpenNow() noexcept;\n\n  void close();\n};\n',
    asks: ['isOpen'],
  },
  {
    what: 'a Swift function that gets a type behind an arrow',
    path: 'Load.swift',
    file: 'class Load {\n    func load(id: Int) async throws {\n        run(id)\n    }\n}\n',
    block: '    func load(id: Int) async throws -> User {\n        run(id)\n    }\n',
    right:
      'class Load {\n    func load(id: Int) async throws -> User {\n        run(id)\n    }\n}\n',
  },
  {
    what: 'a label of several words that gets an arrow',
    path: 'ci.yml',
    file: 'jobs:\n  licenses:\n    name: License checks\n    runs-on: ubuntu\n',
    block: 'jobs:\n  licenses:\n    name: License checks → submodules\n    runs-on: ubuntu\n',
    right: 'jobs:\n  licenses:\n    name: License checks → submodules\n    runs-on: ubuntu\n',
    lands: true,
  },
  {
    what: 'a text in quotes that gets an arrow',
    path: 'title.ts',
    file: "export const title = 'Home';\nexport const last = title;\nrun(last);\n",
    block: "export const title = 'Home → Settings';\nexport const last = title;\nrun(last);\n",
    right: "export const title = 'Home → Settings';\nexport const last = title;\nrun(last);\n",
    lands: true,
  },
  {
    what: 'a method in tabs above one in blanks',
    path: 'A.php',
    file: '<?php\nclass A {\n\tfunction total() {\n\t\treturn 1;\n\t}\n    function count() {\n        return 2;\n    }\n}\n',
    block: '    function count() {\n        return 3;\n    }\n',
    right:
      '<?php\nclass A {\n\tfunction total() {\n\t\treturn 1;\n\t}\n    function count() {\n        return 3;\n    }\n}\n',
    lands: true,
  },
  {
    what: 'a conditional type behind another one, whose condition has a block',
    path: 'types.ts',
    file: 'interface A {\n  a: 1\n}\n\ntype One = A extends {\n  a: 1\n}\n  ? 1\n  : 2\n\ntype Last = {\n  b: 2\n}\n',
    block:
      'type One = A extends {\n  a: 2\n}\n  ? 1\n  : 2\n\ntype Two = A extends {\n  a: 1\n}\n  ? 1\n  : 2\n',
    right:
      'interface A {\n  a: 1\n}\n\ntype One = A extends {\n  a: 2\n}\n  ? 1\n  : 2\n\ntype Two = A extends {\n  a: 1\n}\n  ? 1\n  : 2\n\ntype Last = {\n  b: 2\n}\n',
    lands: true,
  },
  {
    what: 'the end of a function in Python whose answer is cut in its last line',
    path: 'run.py',
    file: 'import a\n\ndef run():\n    return a(b)\n',
    block: 'def run():\n    return a(\n',
  },
  {
    what: 'the interface of a class whose members go',
    isLeft: true,
    path: 'Repo.java',
    file: '@Log\npublic class Repo implements Store {\n\n    @Override\n    public void clear() {\n        rows.clear();\n    }\n}\n',
    block:
      '@Log\npublic class Repo {\n\n    public void run() {\n        log.debug("a");\n    }\n}\n',
    right:
      '@Log\npublic class Repo {\n\n    public void run() {\n        log.debug("a");\n    }\n}\n',
    asks: ['@Override', 'clear'],
  },
  {
    what: 'no old last line of a function in Python',
    path: 'start.py',
    file: starting,
    block: 'def start(it):\n    it.a = 1\n    it.b = None\n    it.c = None\n    it.d = 4\n',
    right: starting.replace('a = None', 'a = 1').replace('d = None', 'd = 4'),
    lands: true,
  },
  {
    what: 'the last lines of a function in Python that the answer ends before, in a line like the last one,',
    isLeft: true,
    path: 'start.py',
    file: starting,
    block: 'def start(it):\n    it.a = 1\n    it.b = None\n',
    right: starting.replace('a = None', 'a = 1'),
  },
  {
    what: 'the last lines of a function in Python that the answer ends before, in another line,',
    path: 'start.py',
    file: starting,
    block: 'def start(it):\n    it.a = None\n    go()\n',
  },
  {
    what: 'the last lines of a function in Python that the answer ends before, in a line with some of their words,',
    isLeft: true,
    path: 'rows.py',
    file: 'def read(it):\n    it.rows = load()\n    it.count = len(it.rows)\n    it.rows = it.rows.sort(by=["row", "column"])\n',
    block:
      'def read(it):\n    it.rows = load()\n    show(it)\n    it.rows = it.rows[["name", "amount"]]\n',
    right:
      'def read(it):\n    it.rows = load()\n    show(it)\n    it.rows = it.rows[["name", "amount"]]\n',
  },
  {
    what: 'a function in whose place the answer has a remark',
    isLeft: true,
    path: 'list.js',
    file: 'function clear() {\n  const list = find();\n  list.hide();\n}\n\nfunction update() {\n  draw();\n}\n',
    block:
      'function clear() {\n  // Redundant: update() does this,\n  // and nothing calls it.\n}\n',
    right:
      'function clear() {\n  // Redundant: update() does this,\n  // and nothing calls it.\n}\n\nfunction update() {\n  draw();\n}\n',
  },
  {
    what: 'no line of code that the answer comments out, or whose comment it words otherwise',
    path: 'list.js',
    file: 'function clear() {\n  // Ask the page first, since it knows.\n  const list = find();\n  list.hide();\n}\n\nend();\n',
    block:
      'function clear() {\n  // It is there.\n  const list = find("list");\n  // list.hide();\n}\n',
    right:
      'function clear() {\n  // It is there.\n  const list = find("list");\n  // list.hide();\n}\n\nend();\n',
    lands: true,
  },
  {
    what: 'the last lines of a function in Python that the answer ends before, within a block,',
    path: 'start.py',
    file: starting,
    block: 'def start(it):\n    it.a = None\n    if it.b:\n        it.d = 1\n',
  },
  {
    what: 'a method that the answer leaves out of a class without a mark',
    path: 'shape.js',
    file: `import x from 'x';\n\n${shape}`,
    block: shape.replace(/\n {2}name[^}]*\}\n/u, '').replace('*= by', '= by'),
    symbols: shapeSymbols.map(([name, start, end]) => [name, start + 2, end + 2] as const),
    right: `import x from 'x';\n\n${shape.replace('*= by', '= by')}`,
    asks: ['name'],
  },
  {
    what: 'a line that the complete file leaves out beside one in which it changes the only word',
    path: 'state.ts',
    file: 'type A = 1;\n\nexport type State<T> = T extends { s: infer S }\n  ? S\n  : unknown;\n\ntype B = 2;\n',
    block:
      'type A = 1;\n\nexport type State<T> = T extends { s: infer S }\n  : unknownState;\n\ntype B = 2;\n',
    right:
      'type A = 1;\n\nexport type State<T> = T extends { s: infer S }\n  ? S\n  : unknown;\n\ntype B = 2;\n',
    asks: ['1'],
  },
  {
    what: 'a method that the complete file leaves out',
    path: 'shape.js',
    file: shape,
    block: shape.replace(/\n {2}name[^}]*\}\n/u, '').replace('*= by', '= by'),
    symbols: shapeSymbols,
    right: shape.replace('*= by', '= by'),
    asks: ['name'],
  },
  {
    what: 'a method that the answer leaves out of a class of Python',
    path: 'shape.py',
    file: 'import x\n\n\nclass Shape:\n    def area(self):\n        return 1\n\n    def name(self):\n        return 2\n\n    def end(self):\n        return 3\n',
    block:
      'class Shape:\n    def area(self):\n        return 11\n\n    def end(self):\n        return 3\n',
    symbols: [
      ['Shape', 3, 12],
      ['area', 4, 6],
      ['name', 7, 9],
      ['end', 10, 12],
    ],
    right:
      'import x\n\n\nclass Shape:\n    def area(self):\n        return 11\n\n    def name(self):\n        return 2\n\n    def end(self):\n        return 3\n',
    asks: ['name'],
  },
  {
    what: 'a key that the answer leaves out of an object',
    isLeft: true,
    path: 'colors.ts',
    file: "import x from 'x';\n\nexport const colors = {\n  red: 1,\n  green: 2,\n  blue: 3,\n  black: 4,\n};\n",
    block: 'export const colors = {\n  red: 11,\n  green: 2,\n  black: 4,\n};\n',
    symbols: [['colors', 2, 7]],
    right:
      "import x from 'x';\n\nexport const colors = {\n  red: 11,\n  green: 2,\n  blue: 3,\n  black: 4,\n};\n",
    asks: ['blue'],
  },
  {
    what: 'a member that the answer leaves out of an interface',
    path: 'colors.ts',
    file: "import x from 'x';\n\ninterface Colors {\n  red: number;\n  green: number;\n  blue: number;\n  black: number;\n}\n",
    block: 'interface Colors {\n  red: string;\n  green: number;\n  black: number;\n}\n',
    symbols: [['Colors', 2, 8]],
    right:
      "import x from 'x';\n\ninterface Colors {\n  red: string;\n  green: number;\n  blue: number;\n  black: number;\n}\n",
    asks: ['blue'],
  },
];

const overload = lines(`
  function key(
    id: string,
  ): string;
`);
const ofTwo = (first: string, second: string): string =>
  `${overload}${[first, second]
    .map(
      (name) =>
        `\nfunction ${name}(\n  id: string | undefined,\n): string {\n  return id ?? '';\n}\n`,
    )
    .join('')}`;
const nested = lines(`
  .menu {
  	.list {
  		.item {
  			color: red;
  		}
  	}
  }
`);
const logging = lines(`
  import { start } from './start';
  import { log } from './log';

  export function one() {
    start(1);
    log(1);
    return 1;
  }

  export function end() {
    return 2;
  }
`);

const renaming = lines(`
  import { unit } from './unit';
  import { log } from './log';

  // One.
  export function one(n) {
    log('begin');
    return n * 2;
  }

  export const k = 1;

  export function main() {
    log('main');
    return one(unit);
  }
`);

const overloads = (...all: readonly (readonly [comment: string, type: string])[]): string =>
  `${all.map(([comment, type]) => `/**\n * ${comment}\n * @param key of the row\n */\nexport function find(\n  key: ${type},\n): Row;\n\n`).join('')}export function find(key: unknown): Row {\n  return rows.get(key);\n}\n`;

const changedSince: readonly Row[] = [
  ...(
    [
      [
        'a function that the user has added since uses',
        (text) => `${text}\nfunction more() {\n  log(3);\n}\n`,
      ],
      [
        'a line that the user has changed since uses',
        (text) => text.replace('log(1)', 'log(2)'),
        'conflict',
      ],
      [
        'a line uses that is in conflict',
        (text) => text.replace('start(1)', 'start(2)'),
        'conflict',
      ],
    ] as const satisfies readonly (readonly [string, (text: string) => string, string?])[]
  ).map(([what, change, isConflict]): Row => ({
    what: `an import that ${what}`,
    path: 'log.ts',
    seen: logging,
    file: change(logging),
    block: logging.replace(/import .*log'.*\n/u, '').replace('log(1)', 'send(1)'),
    right: change(logging).replace('log(1)', isConflict ? 'log(1)' : 'send(1)'),
    asks: ['log'],
  })),
  {
    what: 'an import that a call uses whose new name is in conflict where it is defined',
    path: 'log.ts',
    seen: renaming,
    file: renaming.replace('// One.', '// Mine.'),
    block: renaming
      .replace(/import .*unit'.*\n/u, '')
      .replaceAll(/one(?=\()/gu, 'first')
      .replace('(unit)', '(1)'),
    right: renaming.replace('// One.', '// Mine.'),
    asks: ['unit'],
  },
  {
    what: 'the last line of a file that the answer names otherwise, with all lines above,',
    path: 'mod.rs',
    file: '// All tests.\n\nmod happy_path;\nmod web_variants;\n',
    block: '// All tests.\n\nmod happy_path;\nmod web_options;\n',
  },
  {
    what: 'the comments of two overloads that change places, where the user has changed one',
    path: 'key.ts',
    seen: overloads(['Finds it by its number.', 'number'], ['Finds it by its name.', 'string']),
    file: overloads(['Finds it by its number.', 'number'], ['Finds it by name. Mine.', 'string']),
    block: overloads(['Finds it by its name.', 'string'], ['Finds it by its number.', 'number']),
    right: overloads(['Finds it by its number.', 'number'], ['Finds it by name. Mine.', 'string']),
  },
  {
    what: 'no old import of a name that the answer imports from elsewhere',
    path: 'log.ts',
    file: logging,
    block: logging.replace("'./log'", "'./logs'"),
    right: logging.replace("'./log'", "'./logs'"),
    lands: true,
  },
  {
    what: 'an import whose name is used by code that is not shown, though the answer has it from elsewhere',
    isLeft: true,
    path: 'log.ts',
    file: logging,
    block:
      "import { start } from './start';\nimport { log } from './logs';\n\n// ... existing code ...\n",
    right: logging.replace("'./log'", "'./logs'"),
    asks: ['log'],
  },
  {
    what: 'the twin of a function with an overload, swapped with it since,',
    isLeft: true,
    path: 'key.ts',
    seen: ofTwo('key', 'keyToo'),
    file: ofTwo('keyToo', 'key'),
    block: search(
      "function key(\n  id: string | undefined,\n): string {\n  return id ?? '';\n}",
      "function key(\n  id: string | undefined,\n): string {\n  return id ?? 'none';\n}",
    ),
    right: ofTwo('keyToo', 'key').replace(/(''[^']*)$/u, "'none';\n}\n"),
  },
  {
    what: 'the brackets of another block in a file that is indented since',
    isLeft: true,
    path: 'menu.scss',
    seen: nested,
    file: nested.replaceAll(/^(?=.)/gmu, '\t'),
    block: search('\t\t}\n\t}\n}', '\t\t}\n\t\t.open {\n\t\t\tcolor: blue;\n\t\t}\n\t}\n}'),
    right: nested
      .replaceAll(/^(?=.)/gmu, '\t')
      .replace('\t\t}\n\t}\n', '\t\t}\n\t\t\t.open {\n\t\t\t\tcolor: blue;\n\t\t\t}\n\t}\n'),
  },
  {
    what: 'the line that the user has changed in a function that the answer moves, which is said,',
    isLeft: true,
    path: 'shape.ts',
    seen: shape,
    file: shape.replace('this.w * this.h', 'this.w * this.d'),
    block: shape
      .replace(/ {2}area.*?\}\n\n/su, '')
      .replace(/\}\n$/u, '\n  // Of the shape\n  area() {\n    return this.w * this.h;\n  }\n}\n'),
    right: shape,
  },
  {
    what: 'the twin of a function that the user has swapped with it',
    isLeft: true,
    path: 'totals.py',
    seen: twins,
    file: swapped,
    block: search(
      'def first(rows):\n    for row in rows:\n        check(row)\n    return total(rows)',
      'def first(rows):\n    for row in rows:\n        check(row)\n    return total(rows) + 1',
    ),
    symbols: [
      ['second', 0, 4],
      ['first', 6, 10],
    ],
    right: swapped.replace(/total\(rows\)\n$/u, 'total(rows) + 1\n'),
  },
];

const saidWrongly: readonly Row[] = [
  {
    what: 'a file that has the new lines elsewhere, where the quote is wrong,',
    path: 'run.ts',
    file: 'function a() {\n  foo();\n  bar(2);\n}\n\nfunction b() {\n  foo();\n  baz();\n}\n',
    block: search('foo();\nbar(1);', 'foo();\nbaz();'),
  },
  {
    what: 'a file whose answer has the markers of a conflict in it',
    path: 'run.ts',
    file: 'export function f() {\n  return 1;\n}\n',
    block:
      'export function f() {\n<<<<<<< HEAD\n  return 1;\n=======\n  return 2;\n>>>>>>> theirs\n}\n',
  },
  {
    what: 'the indentation of new lines below a flat old_string',
    path: 'run.py',
    file: 'def a():\n    if b:\n        run(x)\n',
    block: JSON.stringify({ old_string: 'run(x)', new_string: 'if x:\n    run(x)' }),
    info: 'json',
    right: 'def a():\n    if b:\n        if x:\n            run(x)\n',
    lands: true,
  },
  {
    what: 'a file that has the new line somewhere, but not the quoted one,',
    path: 'run.ts',
    file: 'start();\nwork();\nlog("done");\nstop();\n',
    block: search('log("ready");', 'log("done");'),
  },
  {
    what: 'a list that gets one more of its equal items',
    path: 'list.md',
    file: '# Items\n- item\n- item\nThe end.\n',
    block: search('# Items\n- item', '# Items\n- item\n- item'),
    right: '# Items\n- item\n- item\n- item\nThe end.\n',
  },
  {
    what: 'a file of which the second edit quotes what the first one wrote',
    path: 'run.ts',
    file: 'start();\nwork();\nstop();\n',
    block: search('work();', 'work(1);\nrest();') + search('rest();\nstop();', 'rest(2);\nstop();'),
    right: 'start();\nwork(1);\nrest(2);\nstop();\n',
  },
  {
    what: 'the lines of two edits that overlap',
    path: 'run.ts',
    file: 'a();\nb();\nc();\nd();\n',
    block: search('a();\nb();\nc();', 'a();\nb(1);\nc(1);') + search('c();\nd();', 'c(2);\nd();'),
  },
];

function namesOf({ removal }: PlacedEdit): readonly string[] {
  return (removal?.things ?? [])
    .filter(({ kind }) => kind !== 'line')
    .map(({ name }) => name.replace(/\(.*\)$/u, ''));
}

function placeRow(
  { path, file, seen = file, block, info = '' }: Row,
  symbols: Row['symbols'] = [],
): Placement {
  const [proposal, ...others] = parseProposals(block, info, info.endsWith(path) ? path : undefined);
  assert.ok(proposal !== undefined && others.length === 0);
  return place({
    proposal,
    path,
    now: file,
    seen: [{ text: seen }],
    symbols: symbols.map(([name, start, end]) => ({ name, start, end })),
    isCut: false,
  });
}

function isHeld({ isConflict, removal }: PlacedEdit): boolean {
  return isConflict === true || removal !== undefined;
}

function judge(row: Row, { edits, refused }: Placement): void {
  const { file, right = file, isLeft, asks = [] } = row;
  const text = applyEdits(
    file,
    edits.filter((edit) => !isHeld(edit)),
  );
  assert.equal(text, isLeft === true ? file : right);
  const isSaid = refused.length > 0 || edits.some(isHeld);
  assert.ok(text !== file || isSaid, 'nothing is written, and nothing is said');
  const asked = edits.flatMap(namesOf);
  assert.deepEqual(
    asked.filter((name) => !asks.includes(name)),
    [],
  );
}

describe('Accept all keeps', () => {
  const all = [
    ...onlyDefinition,
    ...firstOfTwo,
    ...configurations,
    ...otherMethods,
    ...namesInWords,
    ...marked,
    ...indentation,
    ...misread,
    ...leftOut,
    ...changedSince,
    ...saidWrongly,
  ];
  const check = (row: Row, symbols: Row['symbols'], isKnown: boolean): void => {
    const placement = placeRow(row, symbols);
    judge(row, placement);
    if (row.lands === true && isKnown) {
      assert.deepEqual(placement.edits.filter(isHeld), []);
    }
  };
  for (const row of all) {
    const { what, symbols = [] } = row;
    it(`${what} (no symbols)`, () => {
      check(row, [], symbols.length === 0);
    });

    if (symbols.length > 0) {
      it(`${what} (symbols)`, () => {
        check(row, symbols, true);
      });
    }
  }
});
