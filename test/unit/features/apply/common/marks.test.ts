import assert from 'node:assert/strict';
import {
  hasElisionMark,
  isElisionMark,
  withElidedValues,
} from '../../../../../src/features/apply/common/marks';

const marks = [
  '// ... existing code ...',
  '  // ...existing code...',
  '# … rest unchanged',
  '// rest of the code remains unchanged',
  '# ... (rest of the function)',
  '/* ... */',
  '/* existing styles ... */',
  '<!-- ... existing markup ... -->',
  '<!-- Existing content -->',
  '<!-- rest of content -->',
  '<!-- остальное -->',
  '// остальной код без изменений',
  '{/* ... existing JSX ... */}',
  '-- ... other columns ...',
  '; ... unchanged ...',
  '% ... rest ...',
  '// 其余代码不变',
  '// 保持不变',
  '// ... 省略其他代码 ...',
  '// 既存のコード',
  '# 残りは変更なし',
  '// 기존 코드 유지',
  '// ... 나머지 코드는 동일',
  '// ... bestehender Code ...',
  '// Rest bleibt unverändert',
  '// ... le reste du code ...',
  '// ... resto del código ...',
  '// código existente',
  '// ... restante do código ...',
  '// Same as before',
  '// (unchanged)',
  '// No changes needed for now',
  '// existing code',
  '...',
  '    ...',
  '…',
  '[... rest of the file ...]',
];

const code = [
  '// Loading...',
  '// Keep this list sorted',
  '// No changes needed for now if the cache is warm',
  '// The existing connection is closed first.',
  '// Other threads may wait here for the lock that this one holds.',
  '# the rest of the arguments are passed to the child process',
  '  ...props,',
  '  ...existing,',
  '...rest',
  'foo(...args)',
  '[1, 2, ...]',
  'const rest = 1;',
  '#include <existing.h>',
  'return "...";',
  '// 返回现有用户的列表，按名称排序',
  '* existing',
  '',
];

const besideCode = [
  '/* ... existing code ... */ return 5;',
  'a(); /* ... existing code ... */',
  '{/* ... existing items ... */} <Item/>',
  '<!-- ... --> <p>new</p>',
  '/* ... */ a(); /* ... */',
];

describe('isElisionMark', () => {
  for (const line of marks) {
    it(`knows ${line}`, () => assert.equal(isElisionMark(line), true));
  }
  for (const line of [...code, ...besideCode]) {
    it(`leaves ${line}`, () => assert.equal(isElisionMark(line), false));
  }
});

describe('hasElisionMark', () => {
  for (const line of [
    'function a() { ... }',
    'function a() { /* ... existing code ... */ }',
    'a(); // ... rest unchanged',
    ...besideCode,
    ...marks,
  ]) {
    it(`knows ${line}`, () => assert.equal(hasElisionMark(line), true));
  }
  for (const line of [
    'function a(...args) { return [...args]; }',
    'const { a, ...rest } = b; // the rest',
    'def a(b: int) -> str: ...',
    ...code,
  ]) {
    it(`leaves ${line}`, () => assert.equal(hasElisionMark(line), false));
  }
});

describe('withElidedValues', () => {
  interface Row {
    readonly line: string;
    readonly old: readonly string[];
    readonly isCode?: boolean;
    readonly filled: string | undefined;
  }
  const rows: readonly Row[] = [
    { line: '"token": "...",', old: ['"token": "abc"'], filled: '"token": "abc",' },
    { line: 'token: ...', old: ['token: abc'], filled: 'token: abc' },
    { line: '"token": "..."', old: ['"name": "a"'], filled: '"token": "..."' },
    { line: '"token": "..."', old: ['"token": "a"', '"token": "b"'], filled: undefined },
    { line: '"token": "...", "a": 1', old: ['"token": "b", "a": 2'], filled: undefined },
    { line: 'token: ...', old: ['token:'], filled: undefined },
    { line: '"token": "..."', old: ['"token": {'], filled: undefined },
    { line: 'const a = "...";', old: ['const a = "b";'], isCode: true, filled: undefined },
    { line: '  write("...")', old: ['write("...")'], isCode: true, filled: '  write("...")' },
    { line: 'size: int = ...', old: ['size: int = 1'], isCode: true, filled: 'size: int = ...' },
  ];
  for (const { line, old, isCode = false, filled } of rows) {
    it(`reads ${line} in place of ${old.join(', ')}`, () => {
      assert.deepEqual(withElidedValues([line], old, !isCode)?.[0], filled);
    });
  }
});
