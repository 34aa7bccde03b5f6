// What Markdown has beyond CommonMark: formulas, footnotes, tasks, alerts, details, bare addresses, references to files.
import assert from 'node:assert/strict';
import { eventually, eventuallyEqual } from '../../support/eventually';
import { answer, conversation, viewState, type ChatPage } from '../support/chatPage';
import { freshPages } from '../support/freshPages';

describe('rich Markdown', () => {
  let chat: ChatPage;
  freshPages((page) => {
    chat = page;
  });

  const markdown = () => chat.answers.locator('.markdown');

  async function show(text: string): Promise<void> {
    await chat.snapshot(viewState({ conversation: conversation(answer('a1', { text })) }));
  }

  async function stream(...pieces: readonly string[]): Promise<void> {
    await chat.snapshot(
      viewState({ conversation: conversation(answer('a1', { state: 'waiting' })) }),
    );
    for (const text of pieces) {
      await chat.conversation({ type: 'textAppended', answerId: 'a1', text, reasoning: '' });
    }
  }

  describe('formulas', () => {
    for (const source of ['$x^2$', '\\(x^2\\)', '$$x^2$$', '\\[x^2\\]', '$$\nx^2\n$$']) {
      it(`are MathML: ${JSON.stringify(source)}`, async () => {
        await show(`${source}\n`);
        await chat.page.locator('math').waitFor();
        assert.equal(await chat.page.locator('msup').textContent(), 'x2');
        assert.equal(
          await chat.page.locator('math').getAttribute('display'),
          /^(?:\$\$|\\\[)/.test(source) ? 'block' : null,
        );
      });
    }

    it('are never amounts of money', async () => {
      const text =
        'It costs $5 and $6, or US$7 to $8/month; 9$ or 10$ too, $HOME and $PATH, 5$ a day and 6$.';
      await show(text);
      assert.equal(await markdown().textContent(), text);
    });

    it('show their source until KaTeX is loaded, backslashes included', async () => {
      const released = Promise.withResolvers<void>();
      await chat.page.route('**/math.js', async (route) => {
        await released.promise;
        await route.continue();
      });
      const asked = chat.page.waitForRequest('**/math.js');
      const text = 'a \\(x^2\\) b $\\frac{1}{2}$ c';
      await show(text);
      await asked;
      assert.equal(await markdown().textContent(), text);
      released.resolve();
      await chat.page.locator('mfrac').waitFor();
      await chat.page.unroute('**/math.js');
    });

    it('show their source if KaTeX cannot be loaded, and the rest of the answer is complete', async () => {
      await chat.page.route('**/math.js', (route) => route.abort());
      const asked = chat.page.waitForRequest('**/math.js');
      await stream('a $x^2$ b\n\n$$\ny^2\n$$\n\n');
      await asked;
      await chat.conversation({ type: 'textAppended', answerId: 'a1', text: 'end', reasoning: '' });
      await chat.answers.getByText('end').waitFor();
      assert.match((await markdown().textContent()) ?? '', /a \$x\^2\$ b.*y\^2.*end/su);
      assert.equal(await chat.page.locator('math').count(), 0);
      await eventually('the error', () =>
        /math\.js could not be loaded/u.test(chat.errors.join('\n')),
      );
      await chat.page.unroute('**/math.js');
      // The browser reports both attempts.
      chat.errors.length = 0;
    });

    it('show their source where it is not TeX, backslashes included', async () => {
      const text = 'a $\\frac{1$ b \\(\\undefinedCommand{x}\\) c';
      await show(`${text} $y$`);
      await chat.page.locator('math').waitFor();
      assert.ok(((await markdown().textContent()) ?? '').startsWith(text));
    });

    it('show their source where they define macros or have too many cells', async () => {
      const macro = '$\\def\\a#1{#1#1}\\a{x}$';
      const row = `\\(\\begin{matrix}${'a&'.repeat(400)}\\end{matrix}\\)`;
      await show(`${macro} ${row} $y$`);
      await chat.page.locator('math').waitFor();
      assert.ok(((await markdown().textContent()) ?? '').startsWith(`${macro} ${row}`));
    });

    it('scroll on their own within a line that is shorter, and stay on the baseline', async () => {
      await show(`wide $${'a + '.repeat(80)} b$ and $\\frac{1}{2} x$`);
      await chat.page.locator('math').last().waitFor();
      const wide = await chat.page
        .locator('.math')
        .first()
        .evaluate((formula) => {
          formula.scrollLeft = 10_000;
          const end =
            formula.querySelector('mi:last-of-type')?.getBoundingClientRect().right ?? NaN;
          const view = document.querySelector('.markdown')?.getBoundingClientRect().right ?? NaN;
          return { isInView: end <= view, isScrolled: formula.scrollLeft > 0 };
        });
      assert.deepEqual(wide, { isInView: true, isScrolled: true });
      const [inBox, inLine] = await chat.page
        .locator('.math')
        .last()
        .evaluate((formula) => {
          const bottom = () => formula.querySelector('mi')?.getBoundingClientRect().bottom ?? NaN;
          const before = bottom() - formula.closest('p')!.getBoundingClientRect().bottom;
          (formula as HTMLElement).style.display = 'inline';
          return [before, bottom() - formula.closest('p')!.getBoundingClientRect().bottom];
        });
      assert.ok(Math.abs((inBox ?? NaN) - (inLine ?? NaN)) < 0.5, `${inBox}, ${inLine}`);
    });

    it('have no links, pictures, styles or HTML', async () => {
      await show(
        '$\\href{https://evil.example}{x}$ $\\url{https://evil.example}$ ' +
          '$\\includegraphics{https://evil.example/x.png}$ $\\htmlStyle{color: red}{x}$ ' +
          '$\\htmlId{a}{x}$ $\\color{red}x$ $y$',
      );
      await chat.page.locator('math').last().waitFor();
      assert.equal(
        await chat.page
          .locator('.math :is([href], [style], [id], [class], [src], img, a, annotation)')
          .count(),
        0,
      );
      assert.ok(!chat.requests.some((url) => url.includes('evil.example')));
    });
  });

  it('links footnotes and their references once the answer is complete', async () => {
    await show('First[^b] and second[^a].\n\n[^a]: Note A.\n[^b]: Note B.\n\nEnd[^b], no[^c].\n');
    const notes = chat.page.getByRole('region', { name: 'Footnotes' }).getByRole('listitem');
    assert.deepEqual(
      (await notes.allTextContents()).map((text) => text.trim()),
      ['Note B.', 'Note A.'],
    );
    const references = chat.page.getByRole('link', { name: /^Footnote/ });
    assert.deepEqual(await references.allTextContents(), ['1', '2', '1']);
    assert.match((await markdown().textContent()) ?? '', /no\[\^c\]/);
    await references.nth(1).click();
    const back = chat.page.getByRole('link', { name: 'Back to reference 2' });
    assert.ok(await back.evaluate((link) => link === document.activeElement));
    await back.press('Enter');
    assert.ok(await references.nth(1).evaluate((link) => link === document.activeElement));
    assert.deepEqual(await chat.commandsOf('openLink'), []);
  });

  it('shows tasks as check boxes that cannot be changed', async () => {
    await show('- [x] done\n- [ ] open\n- no task\n');
    const boxes = chat.page.getByRole('checkbox');
    assert.deepEqual(
      await boxes.evaluateAll((all) =>
        all.map((box) => box instanceof HTMLInputElement && [box.checked, box.disabled]),
      ),
      [
        [true, true],
        [false, true],
      ],
    );
    assert.equal(await chat.answers.getByRole('listitem').count(), 3);
  });

  it('has the same gap above a heading in a loose list item as above others', async () => {
    await show('text\n\n## Heading\n\n- text\n\n  ## Heading\n\n- text\n');
    const gaps = await chat.answers
      .getByRole('heading', { name: 'Heading' })
      .evaluateAll((all) => all.map((heading) => getComputedStyle(heading).marginTop));
    assert.deepEqual(gaps, ['16px', '16px']);
  });

  it('shows alerts with their titles', async () => {
    await show('> [!WARNING]\n> Take care.\n\n> [!NOTE]\n> Fine.\n');
    assert.deepEqual(await chat.page.locator('.alert-title').allTextContents(), [
      'Warning',
      'Note',
    ]);
  });

  it('shows details, and finds what they hide', async () => {
    await show('<details>\n<summary>In *short*</summary>\n\nThe hidden needle.\n\n</details>\n');
    assert.equal(await chat.page.locator('summary em').textContent(), 'short');
    assert.equal(await chat.page.getByText('The hidden needle.').isVisible(), false);
    await chat.page.keyboard.press('Control+f');
    await chat.page.getByRole('textbox', { name: 'Find in chat' }).fill('needle');
    await chat.page.getByText('The hidden needle.').waitFor({ state: 'visible' });
  });

  it('ends lines where the model did, once', async () => {
    await show('Best regards,\n[Your Name]<br>\n[Your  \nTitle]\n\n> a\n> b\n\n- c\n  d\n');
    assert.deepEqual(
      await markdown()
        .locator('p')
        .evaluateAll((all) => all.map((paragraph) => (paragraph as HTMLElement).innerText)),
      ['Best regards,\n[Your Name]\n[Your\nTitle]', 'a\nb', 'c\nd'],
    );
  });

  it('renders line breaks, sub, sup and kbd without attributes, and shows other tags as text', async () => {
    await show('a<br>b H<sub>2</sub>O x<sup>2</sup> <kbd>K</kbd> <sub onclick=x>n</sub> <sub>open');
    assert.deepEqual(
      await markdown()
        .locator('br, sub, sup, kbd')
        .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML)),
      ['<br>', '<sub>2</sub>', '<sup>2</sup>', '<kbd>K</kbd>'],
    );
    assert.match((await markdown().textContent()) ?? '', /<sub onclick=x>n<\/sub> <sub>open$/);
  });

  it('makes links of references to existing files, which open through the host', async () => {
    await chat.snapshot(
      viewState({
        conversation: conversation(
          answer('a1', {
            text: '[the reader](src/a.ts#L12), `src/b.ts:3`, `src/none.ts` and `x`.',
          }),
        ),
      }),
    );
    assert.equal(await chat.answers.getByRole('link').count(), 0);
    assert.equal(
      await markdown().textContent(),
      'the reader, src/b.ts:3, src/none.ts and x.',
      'no brackets',
    );
    await chat.page.waitForFunction(() =>
      (window as unknown as { commands: { type: string }[] }).commands.some(
        ({ type }) => type === 'fileReferencesSeen',
      ),
    );
    assert.deepEqual((await chat.commandsOf('fileReferencesSeen'))[0]?.paths, [
      'src/a.ts',
      'src/b.ts',
      'src/none.ts',
    ]);
    await chat.events({ type: 'fileReferencesResolved', paths: ['src/a.ts', 'src/b.ts'] });
    assert.deepEqual(await chat.answers.getByRole('link').allTextContents(), [
      'the reader',
      'src/b.ts:3',
    ]);
    assert.deepEqual(
      await chat.answers
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => getComputedStyle(link).textDecorationLine)),
      ['underline', 'underline'],
    );
    await chat.answers.getByRole('link').first().click();
    await chat.answers.getByRole('link').last().press('Enter');
    assert.deepEqual(await chat.commandsOf('openFile'), [
      { type: 'openFile', messageId: 'a1', path: 'src/a.ts', line: 12 },
      { type: 'openFile', messageId: 'a1', path: 'src/b.ts', line: 3 },
    ]);
  });

  it('shows data URIs of images as a word', async () => {
    for (const length of [10, 50_000]) {
      const text = `![chart](data:image/png;base64,${'A'.repeat(length)}) end`;
      await show(`${text} ${length}`);
      const shown = `chart: [image] end ${length}`;
      await eventuallyEqual('the whole text', () => markdown().textContent(), shown);
      const streamed = `${text} ${length + 1}`;
      await stream(...(streamed.match(/.{1,1001}/g) ?? []));
      const end = `chart: [image] end ${length + 1}`;
      await eventuallyEqual('the streamed text', () => markdown().textContent(), end);
    }
  });

  it('shows undecided text when no more comes, and what it is once that is certain', async () => {
    await stream('A paragraph.\n\n-');
    await markdown().getByText('-', { exact: true }).waitFor();
    await chat.conversation({
      type: 'textAppended',
      answerId: 'a1',
      text: ' item\n',
      reasoning: '',
    });
    await chat.page.locator('.undecided').waitFor({ state: 'detached' });
    assert.equal(await chat.answers.getByRole('listitem').textContent(), 'item');
  });

  it('is one list and one table for screen readers, however long', async () => {
    const items = Array.from({ length: 600 }, (_, n) => `${n + 3}. item ${n}`).join('\n');
    const rows = Array.from({ length: 120 }, (_, n) => `| ${n} | b |`).join('\n');
    await show(`${items}\n\n| a | b |\n|---|---|\n${rows}\n`);
    await chat.page.getByRole('cell', { name: '119' }).waitFor();
    assert.equal(await chat.answers.getByRole('list').count(), 1);
    assert.equal(await chat.answers.getByRole('listitem').count(), 600);
    assert.equal(
      await chat.answers
        .getByRole('listitem')
        .last()
        .evaluate((item) => (item as HTMLLIElement).value),
      602,
    );
    assert.equal(await chat.answers.getByRole('table').count(), 1);
    assert.equal(await chat.answers.getByRole('row').count(), 121);
    assert.equal(await chat.answers.getByRole('columnheader').count(), 2);
    const widths = await chat.page
      .locator('.table tr')
      .evaluateAll((all) => all.map((row) => row.firstElementChild?.getBoundingClientRect().width));
    const [first = 0] = widths;
    assert.ok(
      widths.every((width) => Math.abs((width ?? 0) - first) < 1.5),
      String(widths),
    );
  });

  it('decodes all of HTML’s named characters', async () => {
    await show('&copy; &hellip; &#65; &#x42; &nosuch; &amp;lt;\n\n&DoubleLongLeftRightArrow;\n');
    await chat.page.getByText('⟺').waitFor();
    assert.match((await markdown().textContent()) ?? '', /^© … A B &nosuch; &lt;/);
  });
});
