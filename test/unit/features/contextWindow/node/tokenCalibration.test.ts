import assert from 'node:assert/strict';
import fc from 'fast-check';
import { TokenCalibration } from '../../../../../src/features/contextWindow/node/tokenCalibration';

describe('TokenCalibration', () => {
  it('does not change an estimate before the first observation', () => {
    assert.equal(new TokenCalibration().apply(100), 100);
  });

  it('approaches the ratio of reported to estimated tokens', () => {
    const calibration = new TokenCalibration();
    calibration.observe(400, 560);
    assert.ok(Math.abs(calibration.apply(100) - 140) < 3, String(calibration.apply(100)));
  });

  it('is finite and never decreases for larger estimates, whatever was observed', () => {
    const observations = fc.array(fc.tuple(fc.double({ min: 0, max: 1e6 }), fc.double()));
    const estimate = fc.double({ min: 0, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(observations, estimate, estimate, (observed, smaller, more) => {
        const calibration = new TokenCalibration();
        for (const [estimated, reported] of observed) {
          calibration.observe(estimated, reported);
        }
        const tokens = calibration.apply(smaller);
        assert.ok(tokens >= 0 && Number.isFinite(tokens));
        assert.ok(calibration.apply(smaller + more) >= tokens - 1e-9);
      }),
    );
  });
});
