// Which code an answer only shows; test/unit/features/apply/answers has whole answers.
import assert from 'node:assert/strict';
import { introducesShownCode, shownBlocks } from '../../../../../src/features/apply/node/shownCode';
import { readCodeBlocks } from '../../../../../src/markdown/common/codeBlocks';

const block = { code: 'a();', info: 'ts', heading: '', section: '', isClosed: true };

describe('introducesShownCode', () => {
  it('knows the words before code that is no change', () => {
    const rows: readonly (readonly [string, boolean])[] = [
      ['Current code in Ship.cs:', true],
      ['**Before:**', true],
      ['### Before', true],
      ["Here's your current code:", true],
      ['Original `a.ts`:', true],
      ['You currently have:', true],
      ['I looked at it. Right now `a.ts` does this:', true],
      ["❌ Don't do this", true],
      ['**❌ Wrong**', true],
      ['Wrong:', true],
      ['Instead of this:', true],
      ['This is what you have now:', true],
      ['The real problem is in `move()`. Look at this part:', true],
      ['The problem in `a.ts` is this pattern:', true],
      ['The problem in `a.ts` is fixed by this:', false],
      ['Do not write:', true],
      ["This won't work:", true],
      ['The bug is in this line of `a.ts`:', true],
      ['**Problem:**', false],
      ['The problem:', true],
      ['If you ever needed two of them:', true],
      ['In another project:', true],
      ['The diff of your last commit:', true],
      ['修改前：', true],
      ['❌ 错误写法：', true],
      ['不要这样写：', true],
      ['问题出在 `a.ts` 的这一行：', true],
      ['上次提交的改动：', true],
      ['Before that, update `a.ts`:', false],
      ['Replace the existing code in `a.ts` with this:', false],
      ['Instead of the loop, use this in `a.ts`:', false],
      ["Don't call it twice, but once, in `a.ts`:", false],
      ['The existing handler should be:', false],
      ['The problem is in `a.ts`. Fixed version:', false],
      ['The bug is fixed in `a.ts` by:', false],
      ['Undo your last commit in `a.ts`:', false],
      ['If you want retries, add them in `a.ts`:', false],
      ['After:', false],
      ['✅ Do this:', false],
      ['不要在循环里调用，应该改成：', false],
      ['src/current.ts:', false],
      ['Currency of `a.ts`:', false],
      ["Here's the relevant part from the `x.py` you provided:", true],
      ["Here is the `run()` method from the file you've uploaded:", true],
      ['This is the function you posted:', true],
      ['The code you shared:', true],
      ['**From your `server.js`:**', true],
      ['From the provided files:', true],
      ['In your code:', true],
      ['找到问题了！在 `Engine.pause()` 方法中：', true],
      ['Found the problem! In `run()`:', true],
      ['Found the problem! Replace `run()`:', false],
      ['Found the problem! In `run()`, use this instead:', false],
      ["Here's `run()` in the attached code:", true],
      ['Wait, let me check the current `Ship.cs` code again from the provided files:', true],
      ['Okay, let me re-read the handler:', true],
      ['Let me double-check `a.ts`:', true],
      ["Let's look at the `run()` method again:", true],
      ['Looking at your code:', true],
      ['Your `a.ts` already has this:', true],
      ['Your `package.json` has these lines:', true],
      ['But your `a.ts` has:', true],
      ['`a.ts` still contains the old import:', true],
      ['Looking at `a.ts`, I see:', true],
      ['In `a.ts`, I can see the following:', true],
      ['Actually, looking again, I see that `a.ts` has:', true],
      ['But the constructor in `a.ts` expects a path, not a name:', true],
      ['All failures in `a_test.py` show the same error:', true],
      ['To fix the following error:', false],
      ['I see that `a.ts` should have:', false],
      ['The constructor in `a.ts` now expects a path:', false],
      ['Let me check if it fires. Yes, in the setters:', true],
      ['Looking at the `updateAll()` method in the initial context:', true],
      ['What the page gets from `add.ts` at that moment:', true],
      ['Debounce the handler in `a.ts`:', false],
      ['2. `run()` 方法：', false],
      ['Sửa lại hàm trong `a.ts` như sau:', false],
      ['Let me check the file you provided:', true],
      ['So that you see it, change `a.ts`:', false],
      ['Yes, in `a.ts`, use this instead:', false],
      ['Yes. In `a.ts`:', false],
      ['Here is `run()` as it stands:', true],
      ['The handler as you wrote it:', true],
      ['My last modification to `x.py` did indeed include the following:', true],
      ['My last modification to `x.py` did indeed include the `check=True` parameter:', true],
      ['My previous answer already contained this:', true],
      ['My last change to `a.ts` was:', true],
      ['你提供的代码：', true],
      ['等等，让我再看一下 `a.ts` 的代码：', true],
      ['我上次的修改包含以下内容：', true],
      ['It is slow. For comparison, this is how `notebook` does it:', true],
      ['This is how the `lodash` package implements it:', true],
      ['Upstream, the handler looks like this:', true],
      ['`run()` is implemented as follows:', true],
      ['Conceptually, the handler does this:', true],
      ['In pseudocode:', true],
      ['A naive implementation would be:', true],
      ['The compiled JavaScript looks like this:', true],
      ['The class compiles to:', true],
      ['In Rails 4 you would have written:', true],
      ['`run()` used to do this:', true],
      ['In older versions:', true],
      ['伪代码：', true],
      ['作为对比，`lodash` 是这样实现的：', true],
      ['For example, in another project:', true],
      ['Then use it anywhere, for example:', true],
      ['You can call `run()` from any component, for example:', true],
      ['The test expects something like:', true],
      ['To illustrate the idea:', true],
      ["Here's an example usage of `run()`:", true],
      ['The `run()` method is defined as:', true],
      ['1. In `a.ts`, the `run()` method determines the state by its name:', true],
      ['This method in `a.ts` checks if both are set:', true],
      ['Usage:', true],
      ['例如，在另一个项目中：', true],
      ['`run()` 没有问题。使用示例：', true],
      ['测试期望的结果类似于：', true],
      ['Puedes usarlo así, por ejemplo, en otro proyecto:', true],
      ['**Antes:**', true],
      ['O teste espera algo como:', true],
      ['Zum Beispiel in einem anderen Projekt:', true],
      ['Bisheriger Code:', true],
      ["Exemple d'utilisation :", true],
      ['Avant :', true],
      ['例えば、別のプロジェクトでは：', true],
      ['`a.ts` の現在のコード：', true],
      ['For example, change `a.ts` like this:', false],
      ['You can cache the result, for example:', false],
      ['Make sure that it returns something like:', false],
      ['Export it so that you can use it anywhere:', false],
      ['Use it anywhere, for example in `b.ts`:', false],
      ['Usage in `b.ts`:', false],
      ['In another file, `b.ts`:', false],
      ['Before the loop, call `init()`:', false],
      ['例如，把 `a.ts` 改成这样：', false],
      ['原来的写法会泄漏。请这样写：', false],
      ['Por ejemplo, cambia `a.ts` así:', false],
      ['Antes de guardar, valida los datos:', false],
      ['Ersetze den aktuellen Code in `a.ts` durch:', false],
      ["Avant d'envoyer, vérifiez l'état :", false],
      ['現在のコードを次のように変更してください：', false],
      ['This is how it does that now, with a retry:', false],
      ["Here's how to do it:", false],
      ['This is how I would write it:', false],
      ['The `run()` method now determines the state:', false],
      ['The `run()` method should be defined as:', false],
      ['In `a.ts`, the `run()` method:', false],
      ["Don't forget `a.ts`:", false],
      ['`run()` should be implemented as follows:', false],
      ["Here's the relevant part of `x.py` with the fix:", false],
      ["Here's the relevant part of `x.py`:", false],
      ['Here is the refactored version of the function you provided:', false],
      ["Here's an implementation of the interface you shared:", false],
      ["Based on the code you provided, here's `x.py`:", false],
      ["Here's the complete `a.ts` for the project you described:", false],
      ['Modify the code you shared:', false],
      ['In the `a.ts` you provided:', true],
      ['In your code, after the loop:', false],
      ['In your `a.ts`:', false],
      ['From now on, `a.ts` reads:', false],
      ["Let's look at the code:", false],
      ["Let's check the length first:", false],
      ['Let me check the code and rewrite it:', false],
      ['Let me rewrite the handler:', false],
      ['Your final `a.ts` has this:', false],
      ['Your `a.ts` needs this:', false],
      ['`a.ts` already has the import, so the handler becomes:', false],
      ['The rest stays as it is:', true],
      ['**Saving** (runs every time you add or remove a city):', true],
      ['All of the handler (updated):', false],
      ['The saving function (now with a timeout and a retry):', false],
      ["My last change missed a case. Here's `a.ts`:", false],
      ['My previous fix was incomplete:', false],
      ['My previous answer used a loop, which this avoids:', false],
      ['`a.ts` still has to call this:', false],
      ['Your `a.ts` now has this:', false],
      ['My last change did not include this:', false],
      ["Let's review your code and rewrite it:", false],
      ["Here's the code for the class you described:", false],
      ['The code you asked for:', false],
      ["Looking at your code, here's all of `a.ts`:", false],
      ["Let's read the file in chunks:", false],
      ["Let's check the file exists before that:", false],
      ['Here is the file as I would write it:', false],
      ['根据你提供的代码，修改如下：', false],
      ['你提供的代码修改如下：', false],
    ];
    for (const [lineBefore, isShown] of rows) {
      assert.equal(
        introducesShownCode({ ...block, lineBefore }, { kind: 'code' }),
        isShown,
        lineBefore,
      );
    }
  });

  it('takes quoted old lines for a change, but not those of a commit', () => {
    for (const [lineBefore, isShown] of [
      ['Before:', false],
      ['This is what your last commit changed:', true],
      ['My last modification to `a.ts` did indeed include the following:', true],
      ['My last modification to `a.ts` was wrong. Replace it:', false],
    ] as const) {
      assert.equal(
        introducesShownCode({ ...block, lineBefore }, { kind: 'edits' }),
        isShown,
        lineBefore,
      );
    }
  });

  it('knows what a command has printed, and what Cursor cites', () => {
    const rows: readonly (readonly [
      code: string,
      info: string,
      lineBefore: string,
      isShown: boolean,
    ])[] = [
      ['cd app\ncat a.json', 'json', '', true],
      ['$ git diff', 'diff', '', true],
      ['npm install', 'json', '', false],
      ['cat a.json', 'json', 'Add the port:', false],
      ['ls', '3:7:src/a.ts', 'Where it is made:', true],
      ['ls', '3:7:src/a.ts', 'Change it like this:', false],
    ];
    for (const [code, info, lineBefore, isShown] of rows) {
      const above = { ...block, code, info: 'sh', lineBefore: '' };
      assert.equal(
        introducesShownCode({ ...block, info, lineBefore, above }, { kind: 'code' }),
        isShown,
        code,
      );
    }
  });

  it('knows the heading of the section', () => {
    const rows: readonly (readonly [heading: string, lineBefore: string, isShown: boolean])[] = [
      ['### Before', 'It counts twice in `a.ts`:', true],
      ['### ❌ Bad', 'In `a.ts`:', true],
      ['### Antes', 'En `a.ts`:', true],
      ['### 📝 Usage', '', true],
      ['### 📝 使用方式', '', true],
      ['### Usage', 'Then add it to `a.ts`:', false],
      ['### Usage of `a.ts`', '', false],
      ['### 変更前', '`a.ts`：', true],
      ['### Before', 'With the new handler:', false],
      ['### Existing callers', 'In `a.ts`:', false],
    ];
    for (const [heading, lineBefore, isShown] of rows) {
      const at = { ...block, heading, lineBefore };
      assert.equal(introducesShownCode(at, { kind: 'code' }), isShown, `${heading} ${lineBefore}`);
    }
  });

  it('knows ways after the first one that headings number, with all of their blocks', () => {
    const rows: readonly (readonly [string, string, readonly boolean[]])[] = [
      ['## Option 1', '## Option 2: a worker', [false, true, true]],
      ['### Cách 1', '### **Cách 2**', [false, true, true]],
      ['## 解决方案一', '## 解决方案二', [false, true, true]],
      ['## Option 1', '## Option 2 (recommended)', [false, false, false]],
      ['## Today', '## Option 2 as you asked', [false, false, false]],
      ['## Solution A', '## Solution C# code', [false, false, false]],
      ['## Method 1', '## Step 2', [false, false, false]],
    ];
    const code = 'Change `a.ts`:\n\n```ts\na();\n```\n';
    for (const [heading, next, shown] of rows) {
      const blocks = readCodeBlocks(`${heading}\n\n${code}\n${next}\n\n${code}\n${code}`);
      const found = blocks.map((one) => introducesShownCode(one, { kind: 'code' }));
      assert.deepEqual(found, shown, next);
    }
  });
});

describe('shownBlocks', () => {
  /** Whether a line is only shown that differs from the file's by its comment. */
  function isShownRemark(
    line: string,
    lineBefore: string,
    left: readonly { readonly start: number; readonly end: number }[] = [],
  ): boolean {
    const code = {
      range: { start: 0, end: 1 },
      taken: [],
      isDefinition: false,
      isRemark: true,
    };
    const removal = { group: 1, things: [] };
    const edits = [
      { start: 0, end: 1, lines: [line], edit: 0 },
      ...left.map(({ start, end }) => ({ start, end, lines: [], edit: 0, removal })),
    ];
    const placement = { edits, refused: [], isUnseen: false, code };
    const proposal = { kind: 'code', lines: [line] } as const;
    const text = { ...block, lineBefore };
    return shownBlocks([{ block: 0, text, file: 'a', proposal, placement }]).has(0);
  }

  it('knows code that differs from the file by an arrow in a comment', () => {
    const rows: readonly (readonly [string, boolean])[] = [
      ['  run(); // <-- fails here', true],
      ['  run() # <=== fails here', true],
      ['  run(); // ← fails here', true],
      ['  run() # <<<', true],
      ['  run(); // <<< this one', true],
      ['  run(); /* <<<< this one */', true],
      ['  run() -- <<< this one', true],
      ['<p>run</p> <!-- <<< this one -->', true],
      ['  run(); // waits for the lock', false],
      ['  launch<<<grid, block>>>(a); // on the device', false],
      ['cat <<<"$text" # on standard input', false],
      ['read -r a b <<< "$line" # the first two', false],
    ];
    for (const [line, isShown] of rows) {
      assert.equal(isShownRemark(line, ''), isShown, line);
    }
  });

  it('knows code with other comments that leaves code out', () => {
    assert.ok(!isShownRemark('run(); // now', ''));
    assert.ok(isShownRemark('run(); // now', '', [{ start: 3, end: 9 }]));
  });

  it('knows a remark by the words before it, if no comments were asked for', () => {
    for (const [lineBefore, isShown] of [
      ['Find `run()` in `a.ts`:', true],
      ['You can delete this function:', true],
      ["Let's walk through it line by line:", true],
      ['逐行来看：', true],
      ['In `a.ts`, make sure that the call is right:', true],
      ['Dans `a.ts`, assurez-vous que `run` est correct :', true],
      ['Here is `run()`:', false],
      ['Let me look at `run()` and document it:', false],
      ['Remove the comments from `run()`:', false],
      ['删除注释：', false],
    ] as const) {
      assert.equal(isShownRemark('run(); // now', lineBefore), isShown, lineBefore);
    }
  });
});
