// What code without quotes would take away: which changes are held, what the user is asked, and what is written meanwhile.
import assert from 'node:assert/strict';
import { compareCode } from '../../../../../src/features/apply/common/compareCode';
import { splitLines, withChanges } from '../../../../../src/features/apply/common/fileText';
import { findRemovals } from '../../../../../src/features/apply/common/removals';

interface Case {
  readonly what: string;
  readonly before: string;
  readonly after: string;
  readonly extension?: string;
  /** What each group would take away: kind, name, and what replaces it. */
  readonly asks: readonly string[];
  /** The text without what is asked; the new text if it is absent and nothing is asked, else the old one. */
  readonly written?: string;
}

const kept = `import { log } from './log';

export function keep() {
  return 1;
}
`;

const cases: readonly Case[] = [
  {
    what: 'a function that the new text lacks is asked about, and what changes elsewhere is written',
    before: `${kept}\nexport function save(rows) {\n  log(rows);\n  return rows.length;\n}\n`,
    after: kept.replace('return 1', 'return 2'),
    asks: ['definition save'],
    written: `${kept.replace('return 1', 'return 2')}\nexport function save(rows) {\n  log(rows);\n  return rows.length;\n}\n`,
  },
  {
    what: 'a function that has another name and the same lines has a new name',
    before: `${kept}\nexport function save(rows) {\n  log(rows);\n  check(rows);\n  return rows.length;\n}\n`,
    after: `${kept}\nexport function store(rows) {\n  log(rows);\n  check(rows);\n  return rows.length;\n}\n`,
    asks: [],
  },
  {
    what: 'another function in its place is a replacement, and both are decided together',
    before: 'class Cache {\n  get(key) {\n    return this.map[key];\n  }\n}\n',
    after: 'class Cache {\n  get size() {\n    return Object.keys(this.map).length;\n  }\n}\n',
    asks: ['member get → get size'],
  },
  {
    what: 'lines that a replaced stage of a Dockerfile loses elsewhere are counted',
    before: 'FROM node:20\nWORKDIR /app\nRUN npm ci\nCOPY . .\nEXPOSE 3000\nCMD ["node"]\n',
    after: 'FROM node:22\nWORKDIR /app\nRUN npm ci\nCMD ["node"]\n',
    extension: 'dockerfile',
    asks: ['definition node:20 → node:22', 'line 2'],
  },
  {
    what: 'a function that has moved is still there',
    before: `${kept}\nfunction a() {\n  one();\n  two();\n}\n\nfunction b() {\n  three();\n  four();\n}\n`,
    after: `${kept}\nfunction b() {\n  three();\n  four();\n}\n\nfunction a() {\n  one();\n  two();\n}\n`,
    asks: [],
  },
  {
    what: 'an import that nothing uses any more goes without a question',
    before: "import { log } from './log';\nimport { a } from './a';\n\nlog(a());\n",
    after: "import { log } from './log';\n\nlog(1);\n",
    asks: [],
  },
  {
    what: 'an import that the code never named may be needed',
    before: "import './side-effects';\nimport { a } from './a';\n\na();\n",
    after: "import { a } from './a';\n\na(1);\n",
    asks: ['import ./side-effects'],
    written: "import './side-effects';\nimport { a } from './a';\n\na(1);\n",
  },
  {
    what: 'an import is kept with the function that is left to the user and uses it',
    before:
      "import { log } from './log';\nimport { put } from './put';\n\nexport function keep() {\n  log(1);\n}\n\nexport function save(rows) {\n  put(rows);\n}\n",
    after: "import { log } from './log';\n\nexport function keep() {\n  log(2);\n}\n",
    asks: ['import put', 'definition save'],
    written:
      "import { log } from './log';\nimport { put } from './put';\n\nexport function keep() {\n  log(2);\n}\n\nexport function save(rows) {\n  put(rows);\n}\n",
  },
  {
    what: 'lines that go where none is new are asked about',
    before: 'function run() {\n  start();\n  check();\n  wait();\n  stop();\n}\n',
    after: 'function run() {\n  start(1);\n  check();\n  stop();\n}\n',
    asks: ['line 1'],
  },
  {
    what: 'a line beside one that changes is asked about',
    before: 'function run() {\n  app.use(cors());\n  app.use(auth());\n  app.listen(80);\n}\n',
    after: 'function run() {\n  app.use(cors({ all }));\n  app.listen(80);\n}\n',
    asks: ['line 1'],
  },
  {
    what: 'lines that others replace go without a question',
    before: 'function run() {\n  first();\n  second();\n  third();\n}\n',
    after: 'function run() {\n  runAll([first, second, third]);\n}\n',
    asks: [],
  },
  {
    what: 'three lines that a call without a word of theirs replaces are asked about',
    before: 'function run() {\n  first();\n  second();\n  third();\n}\n',
    after: 'function run() {\n  everything.atOnce();\n}\n',
    asks: ['line 1'],
  },
  {
    what: 'more lines than one other line can replace are asked about',
    before:
      'function pay() {\n  total();\n  check();\n  limit();\n  if (big) {\n    raise();\n  }\n  audit();\n  charge();\n}\n',
    after: 'function pay() {\n  total();\n  log.info(audit, when);\n  charge();\n}\n',
    asks: ['line 1'],
  },
  {
    what: 'lines that have no word in common with the line in their place are asked about',
    before: 'def scale(x):\n    if x < 0:\n        warn()\n        x = 0\n    return x\n',
    after: 'def scale(x):\n    log.debug("called")\n    return x\n',
    extension: 'py',
    asks: ['line 1'],
  },
  {
    what: 'half of a function is not written, where a line that goes is asked about',
    before:
      'function run() {\n  const x = load();\n  check();\n  save(x);\n}\n\nfunction other() {\n  a();\n}\n',
    after:
      'function run() {\n  check();\n  const x = load(1);\n  save(x);\n}\n\nfunction other() {\n  b();\n}\n',
    asks: ['line 1'],
    written:
      'function run() {\n  const x = load();\n  check();\n  save(x);\n}\n\nfunction other() {\n  b();\n}\n',
  },
  {
    what: 'half of a function is not written, though another one is in it',
    before:
      'function Page() {\n  const go = () => {\n    run();\n  };\n  return (\n    <Box\n      className="full"\n      fade\n    >\n      <X />\n    </Box>\n  );\n}\n\nfunction other() {\n  a();\n}\n',
    after:
      'function Page() {\n  const go = () => {\n    run(1);\n  };\n  return (\n    <div className="full">\n      <X />\n    </div>\n  );\n}\n\nfunction other() {\n  b();\n}\n',
    asks: ['line 3'],
    written:
      'function Page() {\n  const go = () => {\n    run(1);\n  };\n  return (\n    <Box\n      className="full"\n      fade\n    >\n      <X />\n    </Box>\n  );\n}\n\nfunction other() {\n  b();\n}\n',
  },
  {
    what: 'a function with another name and other words is another one',
    before:
      'def list_users(request):\n    check(request)\n    rows = db.all("users")\n    return render(rows)\n',
    after:
      'def list_tags(request):\n    check(request)\n    rows = db.all("tags")\n    return render(rows)\n',
    extension: 'py',
    asks: ['definition list_users → list_tags'],
  },
  {
    what: 'the version of an element of a list is an ordinary change',
    before: 'steps:\n  - uses: actions/checkout@v4\n  - run: make\n',
    after: 'steps:\n  - uses: actions/checkout@v5\n  - run: make\n',
    extension: 'yml',
    asks: [],
  },
  {
    what: 'another element of a list is no ordinary change, and is held with the change beside it',
    before: 'steps:\n  - uses: actions/checkout@v4\n  - uses: actions/cache@v4\n',
    after: 'steps:\n  - uses: actions/checkout@v5\n  - uses: actions/setup-node@v4\n',
    extension: 'yml',
    asks: ['element uses: actions/cache@v4 → uses: actions/setup-node@v4'],
  },
  {
    what: 'blank lines go without a question',
    before: 'function run() {\n  start();\n\n  stop();\n}\n',
    after: 'function run() {\n  start();\n  stop();\n}\n',
    asks: [],
  },
  {
    what: 'blank lines beside what is asked about are left with it',
    before: 'class One:\n    a: int\n    b: int\n\n\ndef run():\n    go(1)\n',
    after: 'class One:\n    a: str\n\ndef run():\n    go(1)\n',
    extension: 'py',
    asks: ['member b'],
    written: 'class One:\n    a: str\n    b: int\n\n\ndef run():\n    go(1)\n',
  },
  {
    what: 'new calls are left with a function that gets other parameters, and no other change is',
    before:
      'const save = async (row, log) => {\n  log(row);\n  put(row);\n};\n\nfunction a() {\n  save(\n    1, log,\n  );\n}\n\nfunction b() {\n  load(1);\n}\n',
    after:
      'const save = async (row) => {\n  put(row);\n};\n\nfunction a() {\n  save(\n    1,\n  );\n}\n\nfunction b() {\n  load(2);\n}\n',
    asks: ['line 1'],
    written:
      'const save = async (row, log) => {\n  log(row);\n  put(row);\n};\n\nfunction a() {\n  save(\n    1, log,\n  );\n}\n\nfunction b() {\n  load(2);\n}\n',
  },
  {
    what: 'new calls are written where a line goes from a function that keeps its parameters',
    before:
      'function save(row) {\n  check(row);\n  put(row);\n}\n\nfunction a() {\n  save(1);\n}\n',
    after: 'function save(row) {\n  put(row);\n}\n\nfunction a() {\n  save(2);\n}\n',
    asks: ['line 1'],
    written:
      'function save(row) {\n  check(row);\n  put(row);\n}\n\nfunction a() {\n  save(2);\n}\n',
  },
  {
    what: 'what a class is made with follows its constructor',
    before:
      'class A {\n  constructor(row, log) {\n    log(row);\n    this.row = row;\n  }\n}\n\nfunction a() {\n  return new A(1, log);\n}\n',
    after:
      'class A {\n  constructor(row) {\n    this.row = row;\n  }\n}\n\nfunction a() {\n  return new A(1);\n}\n',
    asks: ['line 1'],
    written:
      'class A {\n  constructor(row, log) {\n    log(row);\n    this.row = row;\n  }\n}\n\nfunction a() {\n  return new A(1, log);\n}\n',
  },
  {
    what: 'a type that two classes rely on is left with one of them, and with the class that makes it',
    before:
      'class Page extends Plain {\n  State<Page> makeState() => PageState();\n}\n\nclass PageState extends State<Page> {\n  String name = "";\n\n  int count() => 1;\n}\n',
    after:
      'class Page extends Watching {\n  WatchingState<Page> makeState() => PageState();\n}\n\nclass PageState extends WatchingState<Page> {\n  int count() => 2;\n}\n',
    extension: 'dart',
    asks: ['line 1'],
  },
  {
    what: 'a parameter and what it is given are left with a field of its name',
    before:
      'class Wheel {\n  float slip;\n  Wheel(float slip) {\n    slip = slip;\n    check(slip);\n  }\n\n  void a() {\n    print(slip);\n  }\n\n  void b() {\n    save(slip);\n  }\n}\n',
    after:
      'class Wheel {\n  float slip;\n  Wheel(float slip) {\n    grip = slip;\n  }\n\n  void a() {\n    print(grip);\n  }\n\n  void b() {\n    save(1);\n  }\n}\n',
    extension: 'java',
    asks: ['line 1'],
    written:
      'class Wheel {\n  float slip;\n  Wheel(float slip) {\n    slip = slip;\n    check(slip);\n  }\n\n  void a() {\n    print(slip);\n  }\n\n  void b() {\n    save(1);\n  }\n}\n',
  },
  {
    what: 'what uses an import is left with it',
    before:
      "import { a, b } from './x';\n\nfunction one() {\n  return a();\n}\n\nfunction two() {\n  return a(2);\n}\n",
    after:
      "import { a, c } from './x';\n\nfunction one() {\n  return c(a());\n}\n\nfunction two() {\n  return a(3);\n}\n",
    asks: ['import b → c'],
    written:
      "import { a, b } from './x';\n\nfunction one() {\n  return a();\n}\n\nfunction two() {\n  return a(3);\n}\n",
  },
  {
    what: 'a new import in the place of one that may be needed is written beside it',
    before: 'using Engine.Drawing;\n\nclass Hud {\n    Text gold;\n}\n',
    after: 'using Pro;\n\nclass Hud {\n    ProText gold;\n}\n',
    extension: 'cs',
    asks: ['import Engine.Drawing'],
    written: 'using Engine.Drawing;\nusing Pro;\n\nclass Hud {\n    ProText gold;\n}\n',
  },
  {
    what: 'an import with another letter may be misspelled',
    before: "require 'singleton'\n\nclass A\n  include Singleton\nend\n",
    after: "require 'singletox'\n\nclass A\n  include Singleton\nend\n",
    extension: 'rb',
    asks: ['import singleton'],
  },
  {
    what: 'an import of the same module by another name may stand for it',
    before: 'import gyp.easy as easy\n\nrun()\n',
    after: 'import gyp.easy as xml\n\nrun()\n',
    extension: 'py',
    asks: ['import easy → xml'],
  },
  {
    what: 'an import with most of its words may be another path to it',
    before: 'source "$ROOT/lib/core/tracing.bash"\n\nrun\n',
    after: 'source "$ROOT/$LIB/core/tracing.bash" $1\n\nrun\n',
    extension: 'bash',
    asks: ['import "$ROOT/lib/core/tracing.bash"'],
  },
  {
    what: 'a line that moves within its function is still there',
    before: 'function run() {\n  const a = one();\n  check();\n  two();\n}\n',
    after: 'function run() {\n  check();\n  two();\n  const a = one();\n}\n',
    asks: [],
  },
  {
    what: 'a line that moves into another function is asked about, and never written twice',
    before: 'function one() {\n  a();\n  b();\n}\n\nfunction two() {\n  c();\n}\n',
    after: 'function one() {\n  b();\n}\n\nfunction two() {\n  a();\n  c();\n}\n',
    asks: ['line 1'],
  },
  {
    what: 'a line that names what is left to the user is left, too',
    before: 'function one() {\n  a();\n}\n\nfunction old() {\n  b();\n  c();\n}\n\none();\n',
    after: 'function one() {\n  a();\n}\n\nfunction fresh() {\n  d();\n  e();\n}\n\none(fresh);\n',
    asks: ['definition old → fresh'],
  },
  {
    what: 'a keyword, a quoted word and an import say nothing of what belongs together',
    before: `${kept}\nfunction one() {\n  a();\n  go();\n  b();\n}\n\nfunction two() {\n  c();\n}\n`,
    after: `import { link } from './link';\n${kept}\nfunction one() {\n  throw a('fresh', link);\n  go();\n}\n\nfunction two() {\n  throw c('fresh');\n}\n`,
    asks: ['line 1'],
    written: `import { link } from './link';\n${kept}\nfunction one() {\n  a();\n  go();\n  b();\n}\n\nfunction two() {\n  throw c('fresh');\n}\n`,
  },
  {
    what: 'a text that ends early is asked about, though its last line is new',
    before: 'function one() {\n  a();\n  b();\n  c();\n}\n',
    after: 'function one() {\n  a();\n  b(1',
    asks: ['line 2'],
  },
  {
    what: 'blanks at the ends of lines are no change',
    before: 'function one() {\n  a();  \n    \n  b();\n}\n',
    after: 'function one() {\n  a();\n\n  b(1);\n}\n',
    asks: [],
    written: 'function one() {\n  a();  \n    \n  b(1);\n}\n',
  },
  {
    what: 'a statement that loses its block is one change with the end of the block',
    before:
      'function run() {\n  if (isReady) {\n    go();\n  }\n}\n\nfunction other() {\n  a();\n}\n',
    after: 'function run() {\n  go();\n}\n\nfunction other() {\n  b();\n}\n',
    asks: [],
  },
  {
    what: 'lines for which only a line from elsewhere stands are asked about',
    before:
      'class Window:\n    def show(self):\n        part = Part(self)\n        self.set(part)\n\n        box = Box()\n\n        bar = self.bar()\n        box.add(bar)\n',
    after:
      'class Window:\n    def show(self):\n        # The bar\n        bar = self.bar()\n\n        box = Box()\n        box.add(bar)\n',
    extension: 'py',
    asks: ['line 2'],
    written:
      'class Window:\n    def show(self):\n        part = Part(self)\n        self.set(part)\n\n        box = Box()\n\n        bar = self.bar()\n        box.add(bar)\n',
  },
  {
    what: 'a key of JSON that the new text lacks is asked about',
    before: '{\n  "name": "app",\n  "scripts": {\n    "a": "1",\n    "b": "2"\n  }\n}\n',
    after: '{\n  "name": "app",\n  "scripts": {\n    "a": "11"\n  }\n}\n',
    extension: 'json',
    asks: ['key b'],
  },
  {
    what: 'in a text that cannot be read, lines that go are asked about, and changed lines are written',
    before: 'one {\ntwo\nthree\nfour\n',
    after: 'one {\n2\nthree\n',
    extension: 'ts',
    asks: ['line 1'],
    written: 'one {\n2\nthree\nfour\n',
  },
  {
    what: 'in a text that cannot be read, new lines that are fewer than the old ones are asked about',
    before: 'one {\ntwo\nthree\nfour\n',
    after: 'one {\n2\n',
    extension: 'ts',
    asks: ['line 2'],
  },
  {
    what: 'in a text that cannot be read, new lines that are more than the old ones belong to those that go',
    before: 'one {\ntwo\nthree\nfour\nfive\nsix\n7\n',
    after: 'one {\nif (2) {\ntwice\nthree\n}\nsix\nseven\n',
    extension: 'ts',
    asks: ['line 1'],
    written: 'one {\ntwo\nthree\nfour\nfive\nsix\nseven\n',
  },
  {
    what: 'a word of Ruby between the members of a class belongs to none of them',
    before: 'class A\n  include B\n\n  private\n\n  old = instance_method(:go)\nend\n',
    after: 'class A\n  include B\n\n  private_constant\n\n  old = instance_method(:go)\nend\n',
    extension: 'rb',
    asks: [],
  },
  {
    what: 'the changed line beside statements that go outside of functions is held with them',
    before:
      'if id then\n    -- Old jobs.\n    local data = stored[2] or ARGV[3]\n\n    if data then\n        save(data)\n    end\nend\n',
    after: 'if id then\n    local data = stored[2]\nend\n',
    extension: 'lua',
    asks: ['line 1', 'line 3'],
  },
  {
    what: 'a blank line above what is asked about is left with it',
    before:
      'class A {\n  Map<\n    int,\n    Text> one();\n  void two();\n\n  static Text\n  three();\n  static Text\n  four();\n};\n',
    after:
      'class A {\n  Map<\n    long,\n    Text> one();\n  void two();\n  static Text\n  four();\n};\n',
    extension: 'cpp',
    asks: ['line 1', 'member three'],
    written:
      'class A {\n  Map<\n    long,\n    Text> one();\n  void two();\n\n  static Text\n  three();\n  static Text\n  four();\n};\n',
  },
  {
    what: 'more new lines than old ones beside what goes are held with it',
    before: '.a {\n\tbreak: all;\n\twrap: word; // New.\n\tcolor: red;\n}\n',
    after: '.a {\n\tbreak: none; $&\n\twrap: word;\n\tcolor: red;\n}\n',
    extension: 'scss',
    asks: ['key wrap'],
  },
  {
    what: 'a new key with the value of one that is left out, where others are left out',
    extension: 'json',
    before: '{\n  "expo": "5.0",\n  "react": "19.2",\n  "react-dom": "19.2",\n  "svg": "1.0"\n}\n',
    after: '{\n  "react": "19.2",\n  "router": "19.2",\n  "svg": "1.0"\n}\n',
    asks: ['key react-dom → router', 'key expo'],
  },
  {
    what: 'another switch in the place of a key is no new name for it',
    before: '{\n  "html": false,\n  "lock": true\n}\n',
    after: '{\n  "file": false,\n  "lock": true\n}\n',
    extension: 'json',
    asks: ['key html → file'],
  },
  {
    what: 'a condition of the preprocessor is left to the user together with its end',
    before: '#define A\nvoid load()\n{\n  go();\n}\n\nvoid run()\n{\n  a();\n  b();\n}\n',
    after: '#define A\n#ifdef B\nvoid load()\n{\n  go();\n}\n\nvoid run()\n{\n  a();\n}\n#endif\n',
    extension: 'c',
    asks: ['line 1'],
  },
  {
    what: 'what a class extends is left to the user together with the members that override it, not with what calls',
    extension: 'cs',
    before:
      'class Boat : Craft\n{\n    void Sail()\n    {\n        Turn(1);\n    }\n\n    void Stop()\n    {\n        Turn(2);\n        Wait();\n    }\n}\n',
    after:
      'class Boat : Ship\n{\n    void Sail()\n    {\n        Turn(3);\n    }\n\n    override void Stop()\n    {\n        Turn(2);\n    }\n}\n',
    asks: ['line 1'],
    written:
      'class Boat : Craft\n{\n    void Sail()\n    {\n        Turn(3);\n    }\n\n    void Stop()\n    {\n        Turn(2);\n        Wait();\n    }\n}\n',
  },
  {
    what: 'a static member of a class of C++ is asked about',
    before:
      '#include "a.h"\nconst Set Values::all = {"a", "b"};\nconst Set Values::some = {"c"};\n',
    after:
      '#include "a.h"\nconst Set Values::every = {"x", "y"};\nconst Set Values::some = {"c"};\n',
    extension: 'cpp',
    asks: ['definition Values::all → Values::every'],
  },
  {
    what: 'in a template of YAML, another key in the place of one is asked about',
    before: '{{#if a}}\nuser: root\nname: x\n{{/if}}\nport: 1\n',
    after: '{{#if a}}\nuser: root\ngroup: root\n{{/if}}\nport: 2\n',
    extension: 'yml',
    asks: ['line 1'],
    written: '{{#if a}}\nuser: root\nname: x\n{{/if}}\nport: 2\n',
  },
  {
    what: 'in a text that cannot be read, changed lines are written',
    before: 'one {\ntwo\nthree\n',
    after: 'one {\n2\nthree\n',
    extension: 'ts',
    asks: [],
  },
];

describe('findRemovals', () => {
  for (const { what, before, after, extension = 'ts', asks, written } of cases) {
    it(what, () => {
      const [lines, newLines] = [splitLines(before), splitLines(after)];
      const all = { start: 0, end: lines.length };
      const changes = compareCode(lines, all, newLines, extension).map(
        ({ start, end, newStart, newEnd }) => ({
          start,
          end,
          lines: newLines.slice(newStart, newEnd),
        }),
      );
      const { removals } = findRemovals(lines, changes, extension, () => []);
      const groups = new Map(removals.flatMap((one) => (one ? [[one.group, one.things]] : [])));
      const asked = [...groups.values()]
        .flat()
        .map(({ kind, name, replacedBy }) =>
          [`${kind} ${name}`, ...(replacedBy === undefined ? [] : [replacedBy])].join(' → '),
        );
      assert.deepEqual(asked.toSorted(), asks.toSorted());
      const certain = changes.filter((_, index) => removals[index] === undefined);
      const text = withChanges(lines, certain).join('\n');
      assert.equal(`${text}\n`, written ?? (asks.length === 0 ? after : before));
    });
  }
});
