// What the papers point to must be there: a reader who meets one dead link trusts no other line.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../support/toolchain';

/** Everything that a Markdown text links to or shows. */
function targetsIn(markdown: string): readonly string[] {
  const prose = markdown.replace(/^```[\s\S]*?^```/gmu, '').replace(/`[^`\n]*`/gu, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/gu)].map(([, target]) => target ?? '');
}

/** The anchors of a Markdown text's headings, as GitHub and the Marketplace make them. */
function anchorsIn(markdown: string): readonly string[] {
  const headings = markdown.matchAll(/^#+ (.+)$/gmu);
  return [...headings].map(
    ([, heading = '']) =>
      `#${heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-')}`,
  );
}

for (const name of ['README.md', 'CHANGELOG.md']) {
  describe(name, () => {
    const text = readFileSync(join(projectRoot, name), 'utf8');

    it('links only to what is there', () => {
      const near = targetsIn(text).filter((target) => !/^https?:/u.test(target));
      const anchors = anchorsIn(text);
      assert.deepEqual(
        near.filter((target) =>
          target.startsWith('#')
            ? !anchors.includes(target)
            : !existsSync(join(projectRoot, target)),
        ),
        [],
      );
    });
  });
}

describe('README.md', () => {
  it('shows pictures, and the links of this test are found', () => {
    const targets = targetsIn(readFileSync(join(projectRoot, 'README.md'), 'utf8'));
    assert.ok(targets.filter((target) => target.endsWith('.png')).length >= 2);
    assert.ok(targets.includes('LICENSE'));
    assert.ok(targets.some((target) => target.startsWith('#')));
  });
});
