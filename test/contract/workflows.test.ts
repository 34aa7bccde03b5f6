// GitHub's workflows and issue forms cannot run here, so what would break or leak is checked in their text.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parse } from 'yaml';
import { projectRoot } from '../support/toolchain';

const filesIn = (folder: string): readonly (readonly [name: string, text: string])[] =>
  readdirSync(join(projectRoot, folder)).map((name) => [
    name,
    readFileSync(join(projectRoot, folder, name), 'utf8'),
  ]);

const permissions = v.record(v.string(), v.picklist(['read', 'write']));
const workflow = v.object({
  on: v.record(v.string(), v.unknown()),
  permissions,
  jobs: v.record(
    v.string(),
    v.object({
      'runs-on': v.picklist(['ubuntu-latest', 'macos-latest', 'windows-latest']),
      'timeout-minutes': v.number(),
      permissions,
      steps: v.array(
        v.looseObject({
          uses: v.optional(v.pipe(v.string(), v.regex(/^actions\/[\w-]+@(?:v\d+|[0-9a-f]{40})$/u))),
          run: v.optional(v.string()),
        }),
      ),
    }),
  ),
});

for (const [name, text] of filesIn('.github/workflows')) {
  describe(name, () => {
    const { on, permissions: all, jobs } = v.parse(workflow, parse(text));

    it('starts only from the repository itself or from pull requests without secrets', () => {
      assert.deepEqual(
        Object.keys(on).filter((event) => !['push', 'pull_request'].includes(event)),
        [],
      );
    });

    it('may write nothing but attestations, which the job with the secrets may not, and prove who it is only for a release', () => {
      assert.deepEqual(all, { contents: 'read' });
      for (const [job, { permissions: own }] of Object.entries(jobs)) {
        const { contents, ...others } = own;
        assert.equal(contents, 'read');
        const ofRelease: Readonly<Record<string, object>> = {
          package: { 'id-token': 'write', attestations: 'write' },
          publish: { 'id-token': 'write' },
        };
        assert.deepEqual(others, (name === 'release.yml' && ofRelease[job]) || {});
      }
    });

    it('has secrets only in the job that publishes', () => {
      const withSecrets = Object.entries(jobs).filter(([, job]) =>
        JSON.stringify(job).includes('secrets.'),
      );
      assert.deepEqual(
        withSecrets.map(([job]) => job),
        name === 'release.yml' ? ['publish'] : [],
      );
    });

    it('has no secret but the token of Open VSX', () => {
      assert.deepEqual(
        [...text.matchAll(/secrets\.(\w+)/gu)].map(([, secret]) => secret),
        name === 'release.yml' ? ['OVSX_PAT'] : [],
      );
    });
  });
}

const form = v.object({
  name: v.string(),
  description: v.string(),
  labels: v.array(v.string()),
  body: v.array(
    v.object({
      type: v.picklist(['markdown', 'input', 'textarea', 'dropdown']),
      id: v.optional(v.string()),
      attributes: v.looseObject({}),
      validations: v.optional(v.object({ required: v.boolean() })),
    }),
  ),
});

describe('the issue forms', () => {
  const forms = filesIn('.github/ISSUE_TEMPLATE').filter(([name]) => name !== 'config.yml');

  it('have fields with IDs, each once', () => {
    assert.equal(forms.length, 3);
    for (const [, text] of forms) {
      const fields = v.parse(form, parse(text)).body.filter(({ type }) => type !== 'markdown');
      const ids = fields.map(({ id }) => id);
      assert.ok(!ids.includes(undefined));
      assert.equal(new Set(ids).size, ids.length);
    }
  });

  it('name commands of Portico by their titles', () => {
    const titles = readFileSync(join(projectRoot, 'package.nls.json'), 'utf8');
    for (const [, text] of forms) {
      for (const [, title = ''] of text.matchAll(/“Portico: (.+?)”/gu)) {
        assert.ok(titles.includes(`"${title}"`), title);
      }
    }
  });
});
