// Picks the faults for tests that have one case per fault, API format and mode.
import { apiFormats, type ApiFormat } from '../../src/gateway/common/apiFormat';
import { appliesTo, type Fault } from '../referenceGateway/faults/fault';
import { faults } from '../referenceGateway/faults/faultCatalog';
import { checksAll, share } from './sampled';

/**
 * The faults to test in this format, with or without streaming: all in the long rings. In `npm test`, each fault is tested
 * in about a quarter of the modes in which it occurs, and in one at least.
 * @param formats the formats that are tested
 */
export function sampledFaults(
  format: ApiFormat,
  stream: boolean,
  formats: readonly ApiFormat[] = apiFormats,
): readonly Fault[] {
  const modes = formats.flatMap((name) => [true, false].map((mode) => ({ name, mode })));
  return faults.filter((fault, index) => {
    const own = modes.filter(({ name, mode }) => appliesTo(fault, name, mode));
    const at = own.findIndex(({ name, mode }) => name === format && mode === stream);
    return at !== -1 && (checksAll || at % share === index % Math.min(share, own.length));
  });
}
