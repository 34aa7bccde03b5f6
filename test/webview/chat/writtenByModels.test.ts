// What models write every day, compared as GitHub's HTML. It is what GitHub shows, except for emphasis and formulas
// beside Chinese, Japanese and Korean text. Formulas are the text of their MathML.
import assert from 'node:assert/strict';
import { StreamedTrials } from '../support/streamedTrials';

const same = Symbol('the text as it is, in one paragraph');

const cases: readonly (readonly [markdown: string, html: string | typeof same])[] = [
  // Amounts and variables of shells.
  ['It costs $5 and $10, or $5-$10, $1,000-$2,000 and $5M/$10M.', same],
  ['Price: $20/mo ($240/yr), save $40. A $5-a-day plan & $6; 3~5天，8~10天.', same],
  ['cd $HOME/$USER, ${VAR} and ($AAPL, $TSLA), "$foo"/"$bar", $A,$B', same],
  [
    '**$5** and **$10** or **$x**',
    '<p><strong>$5</strong> and <strong>$10</strong> or <strong>$x</strong></p>',
  ],
  ['Let $x$, y be $5 in total; cost is $x.', '<p>Let x, y be $5 in total; cost is $x.</p>'],
  // Formulas.
  ['$E = mc^2$, \\(a^2\\), $a$-$b$, $x$/$y$ and ($n$)', '<p>E=mc2, a2, a-b, x/y and (n)</p>'],
  ['$`a|b`$ and the $i$th', '<p>a∣b and the ith</p>'],
  ['其中$x$和$y$是变量。', '<p>其中x和y是变量。</p>'],
  ['We have: $$\nx = 1\n$$\nso done.', '<p>We have: x=1\nso done.</p>'],
  // Qwen3: https://github.com/MuiseDestiny/zotero-gpt/issues/455
  ['若 $ n $ 和 $ \\frac{a}{b} $，则 $ f(x) = 5 $。', '<p>若 n 和 ab，则 f(x)=5。</p>'],
  ['It costs $ 5 and $ 6, $ 5 x $ 6 or $ 5 - $ 10. $ make and $ ls; $ a = b $5', same],
  ['```math\nx^2\n\ny\n```\n', 'x2y'],
  ['- a\n  $$\n  b\n  $$\n- \\[ c \\]', '<ul><li>ab</li><li>c</li></ul>'],
  [
    '| a | b |\n|---|---|\n| $x_1$ | $5 |\n| \\(a\\) | $6 |',
    '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>x1</td><td>$5</td></tr><tr><td>a</td><td>$6</td></tr></tbody></table>',
  ],
  // Brackets that are escaped because they are no links.
  [
    '\\[1\\] Smith, see \\[2, 3\\] and \\[see above\\]; \\[x\\](y), \\[x^2\\]',
    '<p>[1] Smith, see [2, 3] and [see above]; [x](y), x2</p>',
  ],
  // Emphasis beside Chinese, Japanese and Korean text.
  [
    '**注意：**请看**“引号”**和**加粗（括号）**后面。',
    '<p><strong>注意：</strong>请看<strong>“引号”</strong>和<strong>加粗（括号）</strong>后面。</p>',
  ],
  [
    '日本語は**「強調」**です。 **한국어(괄호)**를 *斜体。*后 ~~删除。~~新**`x`**命令',
    '<p>日本語は<strong>「強調」</strong>です。 <strong>한국어(괄호)</strong>를 <em>斜体。</em>后 <del>删除。</del>新<strong><code>x</code></strong>命令</p>',
  ],
  ['中文 ** 不是 ** 强调 snake_case_name **Note:**this', same],
  [
    'https://e.example/a，后面',
    '<p><a href="https://e.example/a">https://e.example/a</a>，后面</p>',
  ],
  // Lists.
  [
    'Text:\n- a\n- b\n1. c\n## Next\nText',
    '<p>Text:</p><ul><li>a</li><li>b</li></ul><ol><li>c</li></ol><h2>Next</h2><p>Text</p>',
  ],
  [
    '- [ ] \n- [x] b',
    '<ul><li><input disabled="" type="checkbox"></li><li><input checked="" disabled="" type="checkbox">b</li></ul>',
  ],
  ['* a\n\n    b\n* c', '<ul><li><p>a</p><p>b</p></li><li><p>c</p></li></ul>'],
  // Tables.
  [
    'Text\nA | B\n--- | ---\n`a \\| b` | c<br>d\nonly',
    '<p>Text</p><table><thead><tr><th>A</th><th>B</th></tr></thead><tbody><tr><td><code>a | b</code></td><td>c<br></br>d</td></tr><tr><td>only</td><td></td></tr></tbody></table>',
  ],
  // HTML.
  [
    '<details>\n<summary><b>More</b></summary>\n\nHidden\n\n</details>',
    '<details><summary><strong>More</strong></summary><p>Hidden</p></details>',
  ],
  ['Term<T>, Array<string> and a < b && c > d', same],
  // Code.
  [
    '**Ctrl+C** and `**x**` ``a ` b``',
    '<p><strong>Ctrl+C</strong> and <code>**x**</code> <code>a ` b</code></p>',
  ],
  ['Use *args and **kwargs, 2 ** 3, C:\\Users\\x and \\n', same],
];

describe('what models write', () => {
  let trials: StreamedTrials;

  before(async () => {
    trials = await StreamedTrials.start();
  });
  after(() => trials.stop());

  for (const [markdown, html] of cases) {
    it(`is shown as a reader expects it: ${JSON.stringify(markdown)}`, async () => {
      const actual = await trials.gitHubHtml(markdown);
      assert.equal(actual, html === same ? `<p>${markdown}</p>` : html);
    });
  }
});
