// Each kind of failure can be seen: a fault of the reference gateway causes it, or another test does; and its README
// lists the faults.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failureKinds } from '../../src/gateway/common/failure';
import { faults } from '../referenceGateway/faults/faultCatalog';
import { causedByNoFault } from '../support/causedByNoFault';
import { projectRoot } from '../support/toolchain';

describe('Every kind of failure', () => {
  it('is caused by a fault of the reference gateway, or by another test', () => {
    const byFaults = faults.flatMap(({ expected, expectedComplete }) => [
      expected.failureKind,
      expectedComplete?.failureKind,
    ]);
    const caused = new Set([...byFaults, ...causedByNoFault]);
    assert.deepEqual(
      failureKinds.filter((kind) => !caused.has(kind)),
      [],
    );
  });
});

describe('The README of the reference gateway', () => {
  it('lists all faults and nothing else', () => {
    const readme = readFileSync(join(projectRoot, 'test/referenceGateway/README.md'), 'utf8');
    const [, list = ''] = readme.split('## Faults by group');
    const listed = [...list.matchAll(/`` (fault-.*?) ``|`(fault-[^`]*)`/gu)];
    assert.deepEqual(
      new Set(listed.map((match) => match[1] ?? match[2])),
      new Set(faults.map(({ id }) => id)),
    );
  });
});
