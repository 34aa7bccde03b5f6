// Parts of a style sheet or a configuration, which have their places by selector or by path. What a part does not show
// stays; where a path is not certain, nothing is written.
import assert from 'node:assert/strict';
import { reindented } from '../../../../../src/base/text/indentation';
import { parseProposals } from '../../../../../src/features/apply/common/blockFormats';
import { applyEdits } from '../../../../../src/features/apply/common/fileText';
import { place } from '../../../../../src/features/apply/common/matcher';

interface Row {
  readonly what: string;
  readonly path: string;
  readonly file: string;
  readonly block: string;
  /** The file with what the part shows; absent if nothing may be written. */
  readonly right?: string;
  /** The line above it may be meant to go. */
  readonly uncertainLine?: number;
}

const lines = (text: string): string => `${reindented(text.slice(1).trimEnd(), '')}\n`;

const site = lines(`
  @import 'base.css';

  .card {
    padding: 8px; /* on a grid of four */
    color: black;
  }

  .list,
  .grid {
    margin: 0;
    background:
      url(a.png),
      url(b.png);
  }

  @media (max-width: 600px) {
    .card {
      padding: 4px;
    }
  }

  .old { color: red; margin: 0; }
`);

const styles: readonly Row[] = [
  {
    what: 'one declaration of a rule',
    path: 'site.css',
    file: site,
    block: '.card {\n  padding: 16px;\n}\n',
    right: site.replace('padding: 8px', 'padding: 16px'),
  },
  {
    what: 'a new declaration behind one that the rule has',
    path: 'site.css',
    file: site,
    block: '.card {\n  padding: 8px;\n  border: 0;\n}\n',
    right: site.replace('four */\n', 'four */\n  border: 0;\n'),
    uncertainLine: 4,
  },
  {
    what: 'a new declaration alone',
    path: 'site.css',
    file: site,
    block: '.card {\n    border: 0;\n}\n',
    right: site.replace('color: black;\n', 'color: black;\n  border: 0;\n'),
  },
  {
    what: 'declarations behind a mark that stands for the head of their rule, too',
    path: 'site.scss',
    file: '.card {\n\tpadding: 8px;\n}\n\n.list {\n\tmargin: 0;\n\tcolor: red;\n}\n',
    block:
      '// ... existing code ...\n.card {\n\tpadding: 4px;\n}\n\n\t// ... rest of the code unchanged ...\n\tcolor: blue;\n',
  },
  {
    what: 'a new declaration before the rules within, which would lose to it',
    path: 'site.scss',
    file: '.card {\n  color: red;\n\n  @media (max-width: 600px) {\n    margin: 0;\n  }\n}\n\n.list {\n  color: blue;\n}\n',
    block: '.card {\n  margin: 8px;\n}\n',
    right:
      '.card {\n  color: red;\n  margin: 8px;\n\n  @media (max-width: 600px) {\n    margin: 0;\n  }\n}\n\n.list {\n  color: blue;\n}\n',
  },
  {
    what: 'two rules, marks, and a new one between them',
    path: 'site.scss',
    file: site,
    block: lines(`
      /* ... */
      .card {
        color: white;
        /* rest unchanged */
      }

      /* New. */
      .note {
        color: blue;
      }

      .list, .grid {
        margin: 1px;
        background:
          url(a.png),
          url(c.png);
      }
    `),
    right: site
      .replace('black;\n}\n', 'white;\n}\n\n/* New. */\n.note {\n  color: blue;\n}\n')
      .replace('margin: 0;\n  ', 'margin: 1px;\n  ')
      .replace('b.png', 'c.png'),
  },
  {
    what: 'a rule within a media query',
    path: 'site.css',
    file: site,
    block: '@media (max-width: 600px) {\n  .card {\n    padding: 2px;\n    margin: 0;\n  }\n}\n',
    right: site.replace('    padding: 4px;\n', '    padding: 2px;\n    margin: 0;\n'),
  },
  {
    what: 'a rule in one line with all of its declarations',
    path: 'site.css',
    file: site,
    block: '.old { color: blue; margin: 0; }\n',
    right: site.replace('.old { color: red', '.old { color: blue'),
  },
  {
    what: 'a rule in one line without one of its declarations',
    path: 'site.css',
    file: site,
    block: '.old { color: blue; }\n',
  },
  {
    what: 'a rule that is in one line only in the answer',
    path: 'site.css',
    file: site,
    block: '.card { padding: 16px; border: 0; }\n',
    right: site
      .replace('padding: 8px;', 'padding: 16px;')
      .replace('four */\n', 'four */\n  border: 0;\n'),
    uncertainLine: 4,
  },
  {
    what: 'a declaration in the line of its selector, with others below',
    path: 'site.css',
    file: site,
    block: '.card { padding: 16px;\n  color: white;\n}\n',
  },
  {
    what: 'a declaration in the line of the closing bracket',
    path: 'site.css',
    file: site,
    block: '.card {\n  padding: 16px;\n  color: white; }\n',
  },
  {
    what: 'two rules, of which the first one ends in the line of a declaration',
    path: 'site.css',
    file: site,
    block: '.old {\n  color: blue;\n  margin: 0; }\n\n.card {\n  padding: 16px;\n}\n',
    right: site
      .replace('.old { color: red; margin: 0; }', '.old {\n  color: blue;\n  margin: 0; }')
      .replace('8px', '16px'),
  },
  {
    what: 'two declarations in one line',
    path: 'site.css',
    file: site,
    block: '.card {\n  padding: 16px; color: white;\n}\n',
  },
  {
    what: 'a rule of the file with a declaration in the line of its selector',
    path: 'site.css',
    file: '.a { top: 0;\n  left: 0;\n}\n\n.b {\n  top: 0;\n}\n\n.c {\n  top: 0;\n}\n',
    block: '.a {\n  top: 1px;\n}\n',
  },
  {
    what: 'a query with rules that share lines, of which one lacks what another one has',
    path: 'site.css',
    file: `${site}\n@media print {\n  .a {\n    top: 0; left: 0;\n  }\n  .b {\n    left: 0;\n  } }\n`,
    block: '@media print {\n  .a {\n    top: 1px;\n  }\n  .b {\n    left: 0;\n  }\n}\n',
  },
  {
    what: 'a selector that stands in the file twice',
    path: 'site.css',
    file: `${site}\n.card {\n  top: 0;\n}\n`,
    block: '.card {\n  padding: 16px;\n}\n',
  },
  {
    what: 'a property that the rule has twice',
    path: 'site.css',
    file: '.a {\n  display: -webkit-box;\n  display: flex;\n  top: 0;\n}\n\n.b {\n  top: 0;\n}\n',
    block: '.a {\n  display: grid;\n}\n',
  },
  {
    what: 'another mixin than the one of the rule',
    path: 'site.scss',
    file: '.a {\n  @include box(1);\n  top: 0;\n}\n\n.b {\n  top: 0;\n}\n\n.c {\n  top: 0;\n}\n',
    block: '.a {\n  @include box(2);\n}\n',
  },
  {
    what: 'a new declaration in the place of one that is not shown',
    path: 'site.css',
    file: '.a {\n  top: 0;\n  left: 0;\n  width: 0;\n}\n\n.b {\n  top: 0;\n}\n\n.c {\n  top: 0;\n}\n',
    block: '.a {\n  top: 0;\n  right: 0;\n  width: 0;\n}\n',
  },
  {
    what: 'the same with a mark',
    path: 'site.css',
    file: '.a {\n  top: 0;\n  left: 0;\n  width: 0;\n}\n\n.b {\n  top: 0;\n}\n\n.c {\n  top: 0;\n}\n',
    block: '.a {\n  top: 0;\n  right: 0;\n  /* ... */\n  width: 0;\n}\n',
    right:
      '.a {\n  top: 0;\n  right: 0;\n  left: 0;\n  width: 0;\n}\n\n.b {\n  top: 0;\n}\n\n.c {\n  top: 0;\n}\n',
  },
  {
    what: 'a rule in one line with another one in it, which the file has on lines',
    path: 'site.scss',
    file: '.a {\n  top: 0;\n  b, i {\n    left: 0;\n  }\n}\n\n.b {\n  top: 0;\n}\n',
    block: '.a { b, i { left: 1px; } top: 1px; }\n',
    right: '.a {\n  top: 1px;\n  b, i {\n    left: 1px;\n  }\n}\n\n.b {\n  top: 0;\n}\n',
  },
  {
    what: 'a selector that the part has twice',
    path: 'site.css',
    file: site,
    block: '.card {\n  padding: 16px;\n}\n\n.card {\n  color: white;\n}\n',
  },
  {
    what: 'a new declaration between a mark and one that the rule has',
    path: 'site.css',
    file: site,
    block: '.card {\n  /* ... */\n  border: 0;\n  color: black;\n}\n',
    right: site.replace('  color: black', '  border: 0;\n  color: black'),
  },
  {
    what: 'a rule below an import that the file lacks',
    path: 'site.scss',
    file: site,
    block: "@use 'colors';\n\n.card {\n  padding: 16px;\n}\n",
  },
  {
    what: 'only rules that the file lacks',
    path: 'site.css',
    file: site,
    block: '.note {\n  color: blue;\n}\n',
  },
];

const manifest = lines(`
  {
    "name": "kite",
    "version": "1.0.0",
    "files": ["dist", "src"],
    "scripts": {
      "build": "tsc",
      "test": "mocha"
    },
    "dependencies": {
      "a": "^1.0.0"
    },
    "browserslist": [
      "chrome 100",
      "firefox 100"
    ],
    "license": "MIT"
  }
`);
const commented = lines(`
  {
    // The compiler's.
    "compilerOptions": {
      "strict": false, // later
      "paths": { "@/*": ["./src/*"] },
      "target": "es2020"
    },
    "include": ["src"],
  }
`);

const json: readonly Row[] = [
  {
    what: 'one value',
    path: 'package.json',
    file: manifest,
    block: '{\n  "scripts": {\n    "test": "mocha --parallel"\n  }\n}\n',
    right: manifest.replace('"mocha"', '"mocha --parallel"'),
  },
  {
    what: 'a value that is left out, beside one that changes and one to be filled in',
    path: 'app.json',
    file: '{\n  "env": {\n    "TOKEN": "abc",\n    "HOSTS": ["a", "b"],\n    "LEVEL": "info"\n  }\n}\n',
    block:
      '{\n  "env": {\n    "TOKEN": "...",\n    "HOSTS": ["a", "b"],\n    "LEVEL": "debug",\n    "SECRET": "..."\n  }\n}\n',
    right:
      '{\n  "env": {\n    "TOKEN": "abc",\n    "HOSTS": ["a", "b"],\n    "LEVEL": "debug",\n    "SECRET": "..."\n  }\n}\n',
  },
  {
    what: 'one key behind the last one, in a fragment without brackets',
    path: 'package.json',
    file: manifest,
    block: '"scripts": {\n  "test": "mocha",\n  "lint": "oxlint"\n}\n',
    right: manifest.replace('"mocha"\n', '"mocha",\n    "lint": "oxlint"\n'),
  },
  {
    what: 'a key between two, which have marks around them',
    path: 'package.json',
    file: manifest,
    block:
      '{\n  // ...\n  "scripts": {\n    "build": "tsc",\n    "lint": "oxlint" // new\n    // ...\n  },\n  // ... other fields\n}\n',
    right: manifest.replace('"tsc",\n', '"tsc",\n    "lint": "oxlint",\n'),
  },
  {
    what: 'an example in one line',
    path: 'package.json',
    file: manifest,
    block: '{ "scripts": { "test": "node --test" }, "type": "module" }\n',
    right: manifest
      .replace('"mocha"', '"node --test"')
      .replace('  },\n  "dep', '  },\n  "type": "module",\n  "dep'),
  },
  {
    what: 'a new key in an object, which comes with a value that stays',
    path: 'package.json',
    file: manifest,
    block: '{\n    "license": "MIT",\n    "engines": {\n        "node": ">=20"\n    }\n}\n',
    right: manifest.replace('"MIT"\n', '"MIT",\n  "engines": {\n    "node": ">=20"\n  }\n'),
  },
  {
    what: 'an array with one more element',
    path: 'package.json',
    file: manifest,
    block:
      '{\n  "browserslist": [\n    "chrome 100",\n    "safari 16",\n    "firefox 100"\n  ]\n}\n',
    right: manifest.replace('"chrome 100",\n', '"chrome 100",\n    "safari 16",\n'),
  },
  {
    what: 'an array in one line with one more element',
    path: 'package.json',
    file: manifest,
    block: '{\n  "files": ["dist", "src", "docs"]\n}\n',
    right: manifest.replace('"src"]', '"src", "docs"]'),
  },
  {
    what: 'an array without one of its elements',
    path: 'package.json',
    file: manifest,
    block: '{\n  "files": ["dist", "docs"]\n}\n',
  },
  {
    what: 'an array on lines without one of its elements',
    path: 'package.json',
    file: manifest,
    block: '{\n  "browserslist": [\n    "chrome 100"\n  ],\n  "license": "ISC"\n}\n',
  },
  {
    what: 'new keys on both sides of one that the file has, with a mark before it',
    path: 'package.json',
    file: '{\n  "name": "kite"\n}\n',
    block: '{\n  "type": "module",\n  // ...\n  "name": "kite",\n  "license": "MIT"\n}\n',
  },
  {
    what: 'a complete file without a key of an object in one line',
    path: 'package.json',
    file: manifest.replace(
      '{\n    "build": "tsc",\n    "test": "mocha"\n  }',
      '{ "build": "tsc", "test": "mocha" }',
    ),
    block: manifest.replace(
      '{\n    "build": "tsc",\n    "test": "mocha"\n  }',
      '{ "build": "tsc" }',
    ),
  },
  {
    what: 'an object in one line without anything in it, beside a value that changes',
    path: 'package.json',
    file: manifest,
    block: '{\n  "license": "ISC",\n  "scripts": {}\n}\n',
  },
  {
    what: 'a key in the line of its object, with others below',
    path: 'package.json',
    file: manifest,
    block: '{\n  "scripts": { "build": "vite",\n    "test": "vitest"\n  }\n}\n',
  },
  {
    what: 'an object in the line of the one around it',
    path: 'package.json',
    file: manifest.replace(
      '"test": "mocha"',
      '"test": "mocha",\n    "hooks": {\n      "pre": "a"\n    }',
    ),
    block: '{\n  "scripts": { "hooks": {\n      "pre": "b"\n    },\n    "test": "vitest"\n  }\n}\n',
  },
  {
    what: 'two keys in one line',
    path: 'package.json',
    file: manifest,
    block: '{\n  "scripts": {\n    "build": "vite", "test": "vitest"\n  }\n}\n',
  },
  {
    what: 'only keys that the file lacks',
    path: 'package.json',
    file: manifest,
    block: '{\n  "overrides": {\n    "a": "1"\n  }\n}\n',
  },
  {
    what: 'an object of another place, with keys that the outermost one has, too',
    path: 'package.json',
    file: manifest,
    block: '{\n  "name": "Debug",\n  "request": "launch"\n}\n',
  },
  {
    what: 'another file with the same keys',
    path: 'package.json',
    file: manifest,
    block:
      '{\n  "name": "other",\n  "version": "2.0.0",\n  "license": "ISC",\n  "scripts": {\n    "test": "mocha"\n  }\n}\n',
  },
  {
    what: 'a file that has a key twice',
    path: 'package.json',
    file: '{\n  "a": 1,\n  "b": 2,\n  "a": 3,\n  "c": {\n    "d": 1\n  }\n}\n',
    block: '{\n  "a": 4\n}\n',
  },
  {
    what: 'comments and a comma behind the last key',
    path: 'tsconfig.json',
    file: commented,
    block:
      '{\n  "compilerOptions": {\n    "strict": true,\n    "target": "es2022",\n    "noEmit": true\n  },\n  "exclude": ["dist"]\n}\n',
    right: commented
      .replace('false', 'true')
      .replace('"es2020"\n', '"es2022",\n    "noEmit": true\n')
      .replace('  },\n', '  },\n  "exclude": ["dist"],\n'),
  },
  {
    what: 'an object in one line without one of its keys',
    path: 'tsconfig.json',
    file: commented,
    block: '{\n  "compilerOptions": {\n    "paths": { "~/*": ["./lib/*"] }\n  }\n}\n',
  },
  {
    what: 'an object in one line with one more key',
    path: 'tsconfig.json',
    file: commented,
    block:
      '{\n  "compilerOptions": {\n    "paths": { "@/*": ["./src/*"], "~/*": ["./lib/*"] }\n  }\n}\n',
    right: commented.replace('["./src/*"] }', '["./src/*"], "~/*": ["./lib/*"] }'),
  },
];

const compose = lines(`
  # The services.
  services:
    web:
      image: kite:1 # pinned
      ports:
        - "80:80"
      environment:
        - MODE=fast

    db:
      image: postgres

  volumes:
    data:
`);

const yaml: readonly Row[] = [
  {
    what: 'one value',
    path: 'compose.yaml',
    file: compose,
    block: 'services:\n  web:\n    image: kite:2\n',
    right: compose.replace('kite:1', 'kite:2'),
  },
  {
    what: 'a value that is left out without quotes',
    path: 'a.yml',
    file: 'a:\n  token: abc\n  level: info\n',
    block: 'a:\n  token: ...\n  level: debug\n',
    right: 'a:\n  token: abc\n  level: debug\n',
  },
  {
    what: 'a new key between marks, indented in another way',
    path: 'compose.yaml',
    file: compose,
    block:
      'services:\n    db:\n        # ...\n        image: postgres\n        restart: always\n        # rest unchanged\n',
    right: compose.replace('image: postgres\n', 'image: postgres\n    restart: always\n'),
  },
  {
    what: 'a new service behind the one before it',
    path: 'compose.yaml',
    file: compose,
    block:
      'services:\n  web:\n    image: kite:1\n\n  cache:\n    image: redis\n    command: >\n      a\n      b\n',
    right: compose.replace(
      'fast\n',
      'fast\n\n  cache:\n    image: redis\n    command: >\n      a\n      b\n',
    ),
    uncertainLine: 8,
  },
  {
    what: 'a list with one more element',
    path: 'compose.yaml',
    file: compose,
    block: 'services:\n  web:\n    environment:\n      - MODE=fast\n      - PORT=80\n',
    right: compose.replace('MODE=fast\n', 'MODE=fast\n      - PORT=80\n'),
  },
  {
    what: 'a list without one of its elements',
    path: 'compose.yaml',
    file: compose,
    block: 'services:\n  web:\n    environment:\n      - PORT=80\n',
  },
  {
    what: 'a mark in the place of the key around what follows it',
    path: 'compose.yaml',
    file: compose,
    block: 'services:\n  # ...\n      restart: always\n',
  },
  {
    what: 'a comment in the place of another one',
    path: 'compose.yaml',
    file: compose,
    block: 'services:\n  web:\n    image: kite:2 # the newest\n',
    right: compose.replace('kite:1 # pinned', 'kite:2 # the newest'),
  },
  {
    what: 'a new text of several lines in a file that is indented more',
    path: 'ci.yaml',
    file: 'on: push\njobs:\n    build:\n        runs-on: ubuntu\n',
    block:
      'jobs:\n  build:\n    runs-on: ubuntu\n    run: |\n      if a; then\n        b\n      fi\n',
    right:
      'on: push\njobs:\n    build:\n        runs-on: ubuntu\n        run: |\n          if a; then\n            b\n          fi\n',
  },
  {
    what: 'a key of another level',
    path: 'compose.yaml',
    file: compose,
    block: 'web:\n  image: kite:2\n',
  },
  {
    what: 'a file with an anchor',
    path: 'compose.yaml',
    file: compose.replace('  db:', '  db: &db'),
    block: 'services:\n  web:\n    image: kite:2\n',
  },
  {
    what: 'a file of two documents',
    path: 'compose.yaml',
    file: `a: 1\n---\n${compose}`,
    block: 'services:\n  web:\n    image: kite:2\n',
  },
  {
    what: 'a text of several lines with a mark in it',
    path: 'ci.yaml',
    file: 'jobs:\n  test:\n    run: |\n      npm ci\n      npm run build\n      npm test\n',
    block:
      'jobs:\n  test:\n    run: |\n      npm ci\n      # ...\n      yarn test --all\n      echo done\n',
  },
];

const shop = lines(`
  package shop;

  import java.util.List;

  public class Shop {
      private final List<Item> items;
      private int count = 0;

      /** Adds one. */
      public void add(Item item) {
          items.add(item);
          count++;
      }

      @Override
      public String toString() {
          return "Shop";
      }
  }
`);
const tools = lines(`
  import { read } from './read';

  export function load(path: string) {
    return read(path);
  }

  function check(rows: string[]) {
    return rows.length > 0;
  }

  export const save = (rows: string[]) => {
    write(rows);
  };
`);

const job = lines(`
  def run(path, retries):
      rows = read(path)
      count = 0
      for row in rows:
          check(row)
          store(row)
          count += 1
      log(count)
      close()
      return count


  def read(path):
      return open(path)
`);

const code: readonly Row[] = [
  {
    what: 'two functions with a third between that is not shown',
    path: 'src/tools.ts',
    file: tools,
    block: lines(`
      export function load(path: string) {
        return read(path).trim();
      }

      export const save = (rows: string[]) => {
        write(rows.toSorted());
      };
    `),
    right: tools
      .replace('read(path);', 'read(path).trim();')
      .replace('write(rows)', 'write(rows.toSorted())'),
  },
  {
    what: 'a new function behind the one before it',
    path: 'src/tools.ts',
    file: tools,
    block: lines(`
      function check(rows: string[]) {
        return rows.every(isRow);
      }

      // A row has text.
      function isRow(row: string) {
        return row !== '';
      }
    `),
    right: tools.replace(
      'rows.length > 0;\n}\n',
      "rows.every(isRow);\n}\n\n// A row has text.\nfunction isRow(row: string) {\n  return row !== '';\n}\n",
    ),
  },
  {
    what: 'a new function before the one that uses it',
    path: 'src/tools.ts',
    file: tools,
    block: lines(`
      function isRow(row: string) {
        return row !== '';
      }

      function check(rows: string[]) {
        return rows.every(isRow);
      }
    `),
    right: tools.replace(
      'function check(rows: string[]) {\n  return rows.length > 0;',
      "function isRow(row: string) {\n  return row !== '';\n}\n\nfunction check(rows: string[]) {\n  return rows.every(isRow);",
    ),
    uncertainLine: 6,
  },
  {
    what: 'a new function in the place of one that is not shown',
    path: 'src/tools.ts',
    file: tools,
    block: lines(`
      export function load(path: string) {
        return read(path).trim();
      }

      function checkAll(rows: string[]) {
        return rows.length > 1;
      }

      export const save = (rows: string[]) => {
        write(rows);
      };
    `),
  },
  {
    what: 'functions beside a statement that the file lacks',
    path: 'src/tools.ts',
    file: tools,
    block: lines(`
      export function load(path: string) {
        return read(path).trim();
      }

      load('a');

      function check(rows: string[]) {
        return rows.length > 1;
      }
    `),
  },
  {
    what: 'functions of which two classes have one each',
    path: 'a.py',
    file: 'class A:\n    def run(self):\n        a()\n\nclass B:\n    def run(self):\n        b()\n\n    def stop(self):\n        c()\n',
    block: 'def run(self):\n    d()\n\ndef stop(self):\n    c(1)\n',
  },
  {
    what: 'functions that two classes have both, with other parameters',
    path: 'a.py',
    file: 'class A:\n    def run(self, a):\n        a()\n\n    def stop(self, a):\n        a(1)\n\nclass B:\n    def run(self, b):\n        b()\n\n    def stop(self, b):\n        b(1)\n',
    block: 'def run(self, b):\n    c()\n\ndef stop(self, b):\n    c(1)\n',
  },
  {
    what: 'one function that ends in another way',
    path: 'job.py',
    file: job,
    block: 'def read(path):\n    rows = load(path)\n    check(rows)\n',
  },
  {
    what: 'methods without their class, and a new one between them',
    path: 'a.py',
    file: 'class A:\n    def run(self):\n        a()\n\n    def stop(self):\n        c()\n',
    block:
      'def run(self):\n    a(1)\n\n@cached\ndef pause(self):\n    b()\n\ndef stop(self):\n    c(1)\n',
    right:
      'class A:\n    def run(self):\n        a(1)\n\n    @cached\n    def pause(self):\n        b()\n\n    def stop(self):\n        c(1)\n',
  },
  {
    what: 'a new method behind one of a class with marks',
    path: 'Shop.java',
    file: shop,
    block: lines(`
      public class Shop {
          // ... existing fields ...

          public void add(Item item) {
              items.add(item);
              count++;
          }

          public void clear() {
              items.clear();
          }

          // ... other methods ...
      }
    `),
    right: shop.replace(
      'count++;\n    }\n',
      'count++;\n    }\n\n    public void clear() {\n        items.clear();\n    }\n',
    ),
  },
  {
    what: 'a new method before the documentation of one that was cut off',
    path: 'Host.kt',
    file: lines(`
      class Host : Other {
          override fun count(): Int = screens.size

          companion object {
              const val NAME = "Host"
          }
      }
    `),
    block:
      '// ...\n\n    override fun count(): Int = screens.size\n\n    fun drop() {\n        tear()\n    }\n\n    /**\n     * Lays out again.\n     */\n',
  },
  {
    what: 'a new method between marks of a class',
    path: 'Shop.java',
    file: shop,
    block:
      'public class Shop {\n    // ...\n    public void clear() {\n        items.clear();\n    }\n    // ...\n\n    @Override\n    public String toString() {\n        return "Shop";\n    }\n}\n',
    right: shop.replace(
      'return "Shop";\n    }\n',
      'return "Shop";\n    }\n    public void clear() {\n        items.clear();\n    }\n',
    ),
    uncertainLine: 18,
  },
  {
    what: 'a new method between a mark and one of a class',
    path: 'Shop.java',
    file: shop,
    block:
      'public class Shop {\n    // ...\n\n    public void clear() {\n        items.clear();\n    }\n\n    @Override\n    public String toString() {\n        return "Shop";\n    }\n}\n',
    right: shop.replace(
      '    @Override',
      '    public void clear() {\n        items.clear();\n    }\n\n    @Override',
    ),
    uncertainLine: 14,
  },
  {
    what: 'a new field between one of a class and a mark',
    path: 'Shop.java',
    file: shop,
    block:
      'public class Shop {\n    private final List<Item> items;\n    private Clock clock;\n    // ...\n}\n',
    right: shop.replace('items;\n', 'items;\n    private Clock clock;\n'),
    uncertainLine: 6,
  },
  {
    what: 'a new method with a mark in it',
    path: 'Shop.java',
    file: shop,
    block:
      'public class Shop {\n    // ...\n    @Override\n    public String toString() {\n        return "Shop";\n    }\n\n    public void clear() {\n        // ...\n        items.clear();\n    }\n}\n',
  },
  {
    what: 'functions that are indented, of which one has a text of several lines that is not',
    path: 'src/tools.ts',
    file: tools,
    block:
      '  export function load(path: string) {\n    return `\n${path}\n`;\n  }\n\n  export const save = (rows: string[]) => {\n    write(rows.toSorted());\n  };\n',
  },
  {
    what: 'functions of which one has a comment in the place of documentation',
    path: 'src/tools.ts',
    file: tools.replace('export function', '/** Loads a file. */\nexport function'),
    block:
      '// Trimmed.\nexport function load(path: string) {\n  return read(path).trim();\n}\n\nexport const save = (rows: string[]) => {\n  write(rows.toSorted());\n};\n',
  },
  {
    what: 'a new field between marks of a class',
    path: 'Shop.java',
    file: shop,
    block: lines(`
      public class Shop {
          // ... existing fields ...
          private Clock clock;

          // ... rest of the class ...
      }
    `),
    right: shop.replace('count = 0;\n', 'count = 0;\n    private Clock clock;\n'),
    uncertainLine: 7,
  },
  {
    what: 'a new method between the marks of a class that the file has in a namespace',
    path: 'Cow.cs',
    file: 'using System;\n\nnamespace Farm\n{\n    public class Cow\n    {\n        private int age;\n\n        public void Moo()\n        {\n            Say("moo");\n        }\n    }\n}\n',
    block:
      '// ...\npublic class Cow\n{\n    // ...\n    public void Moo()\n    {\n        Say("Moo");\n    }\n\n    public void Eat()\n    {\n        age++;\n    }\n}\n// ...\n',
    right:
      'using System;\n\nnamespace Farm\n{\n    public class Cow\n    {\n        private int age;\n\n        public void Moo()\n        {\n            Say("Moo");\n        }\n\n        public void Eat()\n        {\n            age++;\n        }\n    }\n}\n',
  },
  {
    what: 'a new constant behind the last one, which has no comma',
    path: 'color.rs',
    file: 'enum Color {\n    Red = 1,\n    Blue = 2\n}\n\nfn main() {\n    run();\n}\n',
    block: 'enum Color {\n    // ...\n    Blue = 2,\n    Green = 3\n}\n',
  },
  {
    what: 'functions with dots for code in a line',
    path: 'src/tools.ts',
    file: tools,
    block:
      'export function load(path: string) {\n  return read(path, ...);\n}\n\nexport const save = (rows: string[]) => {\n  write(rows.toSorted());\n};\n',
  },
  {
    what: 'heads of functions before one that the file has',
    path: 'src/tools.ts',
    file: tools,
    block:
      'export function parse(text: string)\n\nfunction check(rows: string[]) {\n  return rows.every(parse);\n}\n',
  },
  {
    what: 'a constant that a function of the file has',
    path: 'src/tools.ts',
    file: `${tools}\nfunction main() {\n  const name = read('name');\n  run(name);\n}\n`,
    block:
      "export function load(path: string) {\n  return read(path);\n}\n\nconst name = read('name');\n",
  },
  {
    what: 'statements with marks around them that a function of the file has, too',
    path: 'serve.py',
    file: lines(`
      def serve():
          app = create(CONFIG)
          port = 80
          app.run(port)


      if __name__ == "__main__":
          app = create(CONFIG)
          port = 8000
          app.run(port)
    `),
    block: '# ...\n    app = create(CONFIG)\n    port = free(8000)\n    app.run(port)\n# ...\n',
  },
  {
    what: 'a class with marks that extends another one now',
    path: 'Shop.java',
    file: shop,
    block:
      'public class Shop extends Store {\n    // ...\n\n    public void clear() {\n        items.clear();\n    }\n    // ...\n}\n',
  },
  {
    what: 'a method with marks in a class with marks',
    path: 'Shop.java',
    file: shop,
    block:
      'public class Shop {\n    // ...\n    public void add(Item item) {\n        // ...\n        notifyAll();\n        // ...\n    }\n\n    public void clear() {\n        items.clear();\n    }\n}\n',
  },
  {
    what: 'a new function between marks, before one that the file has, which may use it at once',
    path: 'job.py',
    file: job,
    block:
      '# ...\ndef cached(read):\n    return read\n# ...\n@cached\ndef read(path):\n    return open(path)\n',
  },
  {
    what: 'a variable of a method between marks of its class',
    path: 'Shop.java',
    file: shop,
    block: 'public class Shop {\n    // ...\n        int total = 0;\n    // ...\n}\n',
  },
  {
    what: 'a member between marks that a class has in a line with another one',
    path: 'shape.py',
    file: 'class Shape:\n    width, height = 0, 0\n\n    def area(self):\n        return self.width * self.height\n',
    block: 'class Shape:\n    # ...\n    height = 3\n    # ...\n',
  },
  {
    what: 'a class whose members have another order, and a function',
    path: 'size.py',
    file: 'import a\n\n\nclass Size:\n    one = 1\n    two = one\n\n    def all(self):\n        return a\n\n\ndef area(size):\n    return size.one\n',
    block:
      'class Size:\n    two = one\n    one = 1\n\n    def all(self):\n        return a\n\n\ndef area(size):\n    return size.two\n',
    right:
      'import a\n\n\nclass Size:\n    two = one\n    one = 1\n\n    def all(self):\n        return a\n\n\ndef area(size):\n    return size.two\n',
  },
  {
    what: 'functions that end in another call',
    path: 'rows.js',
    file: 'start();\n\nconst load = (path) =>\n  read(path)\n    .filter(isRow);\n\nconst save = (rows) =>\n  write(rows)\n    .finally(close);\n',
    block:
      'const load = (path) =>\n  read(path)\n    .map(toRow);\n\nconst save = (rows) =>\n  write(rows)\n    .then(end);\n',
    right:
      'start();\n\nconst load = (path) =>\n  read(path)\n    .map(toRow);\n\nconst save = (rows) =>\n  write(rows)\n    .then(end);\n',
  },
  {
    what: 'a new function of C whose type stands above its name, as that of the next function does',
    path: 'jni.cpp',
    file: '#include <jni.h>\n\nint count;\n\nvoid hold() {\n  count = 0;\n}\n\nextern "C" JNIEXPORT void JNICALL\nJava_a(\n    JNIEnv *env) {\n  start(env);\n}\n\nextern "C" JNIEXPORT void JNICALL\nJava_b(\n    JNIEnv *env) {\n  stop(env);\n}\n',
    block:
      'extern "C" JNIEXPORT void JNICALL\nJava_a(\n    JNIEnv *env) {\n  start(env, 1);\n}\n\nextern "C" JNIEXPORT void JNICALL\nJava_c(\n    JNIEnv *env) {\n  stop(env);\n}\n',
  },
  {
    what: 'a new method behind a word of Ruby that stands alone',
    path: 'chat.rb',
    file: 'class Chat\n  def z\n    1\n  end\n\n  def a\n    2\n  end\n\n  private\n\n  def c\n    3\n  end\nend\n',
    block:
      'class Chat\n  # ... existing code ...\n  def a\n    2\n  end\n\n  private\n\n  def b\n    4\n  end\n  # ... existing code ...\nend\n',
    right:
      'class Chat\n  def z\n    1\n  end\n\n  def a\n    2\n  end\n\n  private\n\n  def b\n    4\n  end\n\n  def c\n    3\n  end\nend\n',
  },
  {
    what: 'what stands below one attribute and above another, where the class leaves one out',
    path: 'meta.py',
    file: 'class Meta:\n    page = Text()\n    """The page."""\n    url = Text("1.1")\n    """The URL."""\n    author = Text()\n    """The author."""\n',
    block:
      'class Meta:\n    # ... existing code ...\n    page = Text()\n    """The page."""\n    """The URL."""\n    author = Text("2.1")\n    # ... existing code ...\n',
    right:
      'class Meta:\n    page = Text()\n    """The page."""\n    url = Text("1.1")\n    """The URL."""\n    author = Text("2.1")\n    """The author."""\n',
  },
];

const steps = 'function run() {\n  step(1);\n  step(2);\n  step(1);\n  step(3);\n  step(4);\n}\n';

const engine = lines(`
      class Engine {
          fun pause(id: String) {
              all[id]?.let { one ->
                  run {
                      one.stop()
                  }
              }
          }

          fun resume(id: String) {
              run {
                  all[id]?.start()
              }
          }
      }
`);

const anchors: readonly Row[] = [
  {
    what: 'a changed line between an anchor and a mark, which gives the same names their values',
    path: 'list.tsx',
    file: lines(`
      export function List({ rows }: Props) {
        const [open, setOpen] = useState(false);
        const items = rows.map((row) => row.name);
        const first = items[0];
        return first;
      }
    `),
    block: lines(`
      export function List({ rows }: Props) {
        const [open, setOpen] = useState(true);
        // ... existing code ...
        const items = rows.filter(Boolean).map((row) => row.name);
        const first = items[0];
        // ... existing code ...
      }
    `),
    right: lines(`
      export function List({ rows }: Props) {
        const [open, setOpen] = useState(true);
        const items = rows.filter(Boolean).map((row) => row.name);
        const first = items[0];
        return first;
      }
    `),
  },
  {
    what: 'a new key between marks that goes on in a line of another one',
    path: 'config.ts',
    file: 'export const schema = z.object({\n  url: z.string(),\n  visit: z\n    .function()\n    .args(page)\n    .optional(),\n});\n',
    block:
      'export const schema = z.object({\n  // ...\n  process: z\n    .function()\n    .args(text)\n    .optional(),\n  // ...\n});\n',
  },
  {
    what: 'a head in one line, which the file has in several',
    path: 'card.tsx',
    file: 'function Card({\n  title,\n  url,\n}: Props) {\n  const [open] = useState(false);\n  return url;\n}\n',
    block:
      "function Card({ name = 'a', ...props }: Props) {\n  const key = `${name}`;\n\n  // ...\n}\n",
  },
  {
    what: 'a block, of whose first line the only equal one is in another function',
    path: 'engine.kt',
    file: engine,
    block: 'fun pause(id: String) {\n    // ...\n    run {\n        update(id)\n    }\n}\n',
    right: engine.replace(
      /\n {4}\}\n/u,
      '\n        run {\n            update(id)\n        }\n    }\n',
    ),
    uncertainLine: 7,
  },
  {
    what: 'a line between two neighbors',
    path: 'job.py',
    file: job,
    block:
      'def run(path, retries):\n    # ...\n        check(row)\n        trace(row)\n        store(row)\n    # ...\n',
    right: job.replace('check(row)\n', 'check(row)\n        trace(row)\n'),
  },
  {
    what: 'a line below one that the function has, and a mark at the end',
    path: 'job.py',
    file: job,
    block: 'def run(path, retries):\n    # ...\n    log(count)\n    flush()\n    # ...\n',
    right: job.replace('log(count)\n', 'log(count)\n    flush()\n'),
    uncertainLine: 8,
  },
  {
    what: 'a line between two neighbors, and the end',
    path: 'job.py',
    file: job,
    block:
      'def run(path, retries):\n    # ...\n        check(row)\n        trace(row)\n        store(row)\n    # ...\n    return count\n',
    right: job.replace('check(row)\n', 'check(row)\n        trace(row)\n'),
  },
  {
    what: 'a line behind a mark, before one that the function has',
    path: 'job.py',
    file: job,
    block: 'def run(path, retries):\n    # ...\n    flush()\n    close()\n    return count\n',
    right: job.replace('    close()\n', '    flush()\n    close()\n'),
    uncertainLine: 8,
  },
  {
    what: 'lines below the head, and a mark',
    path: 'job.py',
    file: job,
    block: 'def run(path, retries):\n    start = now()\n    # ...\n    return count\n',
    right: job.replace('retries):\n', 'retries):\n    start = now()\n'),
    uncertainLine: 1,
  },
  {
    what: 'a line that assigns what the function assigns elsewhere',
    path: 'job.py',
    file: job,
    block: 'def run(path, retries):\n    count = 1\n    # ...\n    return count\n',
  },
  {
    what: 'a line between neighbors that assigns what the function assigns elsewhere',
    path: 'job.py',
    file: job,
    block: 'def run(path, retries):\n    # ...\n    close()\n    count = 1\n    return count\n',
  },
  {
    what: 'a call with arguments by name, of which the function has one',
    path: 'job.py',
    file: job.replace('log(count)', 'log(level=count)'),
    block: 'def run(path, retries):\n    # ...\n    log(level=3)\n    close()\n    return count\n',
    right: job
      .replace('log(count)', 'log(level=count)')
      .replace('    close()\n', '    log(level=3)\n    close()\n'),
    uncertainLine: 8,
  },
  {
    what: 'a line that the function has elsewhere',
    path: 'job.py',
    file: job,
    block: 'def run(path, retries):\n    close()\n    # ...\n    return count\n',
  },
  {
    what: 'a line that stands in the function twice',
    path: 'job.py',
    file: job.replace('    log(count)\n', '    log(count)\n    log(count)\n'),
    block:
      'def run(path, retries):\n    # ...\n    log(count)\n    flush()\n    # ...\n    return count\n',
  },
  {
    what: 'a line between neighbors, of which the function has one twice',
    path: 'run.js',
    file: steps,
    block: 'function run() {\n  // ...\n  step(1);\n  trace();\n  step(3);\n  // ...\n}\n',
    right: steps.replace('  step(3)', '  trace();\n  step(3)'),
  },
  {
    what: 'a line in the place of one between neighbors, of which the function has one twice',
    path: 'run.js',
    file: steps,
    block: 'function run() {\n  // ...\n  step(1);\n  step(5);\n  step(4);\n  // ...\n}\n',
  },
  {
    what: 'a line behind the block of the one above it, of which the answer does not show the end',
    path: 'job.py',
    file: job,
    block:
      'def run(path, retries):\n    # ...\n        check(row)\n    trace()\n    # ...\n    return count\n',
  },
  {
    what: 'lines that close what they do not open',
    path: 'src/config.ts',
    file: 'export const config = define({\n  plugins: [],\n  define: {\n    global: 1,\n  },\n});\n',
    block:
      'export const config = define({\n  // ...\n  define: {\n    env: {},\n  },\n  // ...\n});\n',
  },
  {
    what: 'a block around what a mark stands for',
    path: 'run.js',
    file: steps,
    block: 'function run() {\n  try {\n    // ...\n  } catch {\n    stop();\n  }\n}\n',
  },
  {
    what: 'lines of which the last ones stand behind the block of the first ones, which goes on',
    path: 'job.py',
    file: job,
    block:
      'def run(path, retries):\n    # ...\n        check(row)\n        trace(row)\n    done()\n    # ...\n    return count\n',
  },
  {
    what: 'the head of a new block before a mark',
    path: 'job.py',
    file: job,
    block:
      'def run(path, retries):\n    # ...\n    log(count)\n    if retries:\n    # ...\n    return count\n',
  },
  {
    what: 'an end that the function does not have',
    path: 'job.py',
    file: job,
    block: 'def run(path, retries):\n    # ...\n    close()\n    return rows\n',
  },
  {
    what: 'no line that the function has',
    path: 'job.py',
    file: job,
    block: 'def run(path, retries):\n    # ...\n    flush()\n    # ...\n    return count\n',
  },
  {
    what: 'lines in another order',
    path: 'job.py',
    file: job,
    block:
      'def run(path, retries):\n    # ...\n    close()\n    flush()\n    # ...\n    log(count)\n    trace()\n    # ...\n    return count\n',
  },
  {
    what: 'a method of a class, both with marks',
    path: 'Shop.java',
    file: shop,
    block: lines(`
      public class Shop {
          // ...

          public void add(Item item) {
              // ...
              count++;
              changed();
          }

          // ...
      }
    `),
    right: shop.replace('count++;\n', 'count++;\n        changed();\n'),
  },
  {
    what: 'a line before one that the function has, which assigns what it assigns elsewhere',
    path: 'job.py',
    file: job,
    block:
      'def run(path, retries):\n    # ...\n    rows = load(path)\n    close()\n    return count\n',
  },
  {
    what: 'a line that the function has elsewhere, indented in another way',
    path: 'job.py',
    file: job,
    block:
      'def run(path, retries):\n    # ...\n    log(count)\n    store(row)\n    close()\n    # ...\n    return count\n',
  },
  {
    what: 'a line again that the function has once',
    path: 'run.js',
    file: steps,
    block:
      'function run() {\n  step(1);\n  step(2);\n  // ...\n  check();\n  step(3);\n  reset();\n  step(2);\n  step(4);\n}\n',
    right: steps.replace('  step(3);\n', '  check();\n  step(3);\n  reset();\n  step(2);\n'),
    uncertainLine: 4,
  },
  {
    what: 'the end of a block that begins where a mark stands',
    path: 'run.js',
    file: steps,
    block: 'function run() {\n  // ...\n  } catch {\n    stop();\n  }\n  step(4);\n}\n',
  },
  {
    what: 'a line that stands before the block of the one below it',
    path: 'job.py',
    file: job,
    block:
      'def run(path, retries):\n    # ...\n    trace()\n        store(row)\n    # ...\n    return count\n',
  },
  {
    what: 'a call in a class below one that it has, and a method behind a mark',
    path: 'shop.py',
    file: 'class Shop(Base):\n    register(one)\n    register(two)\n\n    def add(self, item):\n        self.items.append(item)\n',
    block:
      'class Shop(Base):\n    register(one)\n    register(more)\n    # ...\n\n    def add(self, item):\n        self.items.append(item)\n',
    right:
      'class Shop(Base):\n    register(one)\n    register(more)\n    register(two)\n\n    def add(self, item):\n        self.items.append(item)\n',
    uncertainLine: 2,
  },
  {
    what: 'a new member behind a line of no member, which the file has there',
    path: 'host.h',
    file: '@property int width;\n\n@property int height;\nkey = "x"\n\n@end\n\n@end\n',
    block:
      '// ... existing code ...\n\n@property int height;\nkey = "x"\n@property int depth;\n\n@end\n\n// ... rest unchanged ...\n',
    right:
      '@property int width;\n\n@property int height;\nkey = "x"\n@property int depth;\n\n@end\n\n@end\n',
  },
  {
    what: 'a new member behind a line of no member, which the file has elsewhere',
    path: 'host.h',
    file: 'key = "x"\n@property int width;\n\n@property int height;\n\n@end\n\n@end\n',
    block:
      '// ... existing code ...\n\n@property int height;\nkey = "x"\n@property int depth;\n\n@end\n\n// ... rest unchanged ...\n',
  },
  {
    what: 'a class with a mark in it, for which the file has a function',
    path: 'card.ts',
    file: 'start();\n\nfunction Card(props) {\n  const key = read(props);\n  log(key);\n  return key;\n}\n',
    block: 'class Card extends Base {\n  // ...\n  trace(key);\n  return key;\n}\n',
  },
];

describe('A part that has its place by path', () => {
  for (const [kind, rows] of Object.entries({ styles, json, yaml, code, anchors })) {
    for (const { what, path, file, block, right, uncertainLine } of rows) {
      it(`${right === undefined ? 'is refused' : 'changes what it shows'}: ${kind}, ${what}`, () => {
        const [proposal] = parseProposals(block, '', undefined);
        const placement = place({
          proposal: proposal!,
          path,
          now: file,
          seen: [{ text: file }],
          isCut: false,
        });
        const { edits, refused } = placement;
        assert.equal(placement.uncertainLine, uncertainLine);
        const isForUser = edits.some((edit) => edit.isConflict ?? edit.removal);
        assert.equal(isForUser ? file : applyEdits(file, edits), right ?? file);
        assert.equal(isForUser || refused.length > 0, right === undefined);
      });
    }
  }
});
