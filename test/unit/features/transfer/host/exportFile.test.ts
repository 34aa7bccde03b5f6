import assert from 'node:assert/strict';
import fc from 'fast-check';
import type * as exportFileModule from '../../../../../src/features/transfer/host/exportFile';
import { withVsCodeTexts } from '../../../../support/withVsCodeTexts';

const { exportFileName } = withVsCodeTexts(
  () => require('../../../../../src/features/transfer/host/exportFile') as typeof exportFileModule,
);

const time = new Date(2026, 8, 21).getTime();

describe('exportFileName', () => {
  for (const [title, name] of [
    ['Sorting in Go', 'Sorting in Go 2026-09-21'],
    ['../a\\b: "c"', 'a b c 2026-09-21'],
    [' .. ', 'Chat 2026-09-21'],
    ['con.txt explained', 'con txt explained 2026-09-21'],
    ['AUX .h', 'AUX h 2026-09-21'],
    ['com1.log', 'com1 log 2026-09-21'],
    ['LPT².x', 'LPT² x 2026-09-21'],
    ['conin$.x', 'conin$ x 2026-09-21'],
    ['console.log', 'console.log 2026-09-21'],
    ['..nul.', 'nul 2026-09-21'],
    ['con..con', 'con con 2026-09-21'],
  ] as const) {
    it(`${JSON.stringify(title)} becomes ${name}`, () => {
      assert.equal(exportFileName(title, time, 'Chat'), name);
    });
  }

  it('never names a device of Windows or a path', () => {
    const part = fc.constantFrom('con', 'PRN', 'aux', 'nul', 'com0', 'lpt9', '.', ' ', '/', 'x');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const name = `${exportFileName(parts.join(''), time, 'Chat')}.md`;
        const [base = ''] = name.split('.');
        assert.doesNotMatch(base.trim(), /^(?:con|prn|aux|nul|com\d|lpt\d)$/i);
        assert.doesNotMatch(name, /[/\\]|^\./);
      }),
    );
  });
});
