// Each kind of failure can be seen: a fault of the reference gateway causes it, or another test does.
import assert from 'node:assert/strict';
import { failureKinds } from '../../src/gateway/common/failure';
import { faults } from '../referenceGateway/faults/faultCatalog';
import { causedByNoFault } from '../support/causedByNoFault';

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
