// Picks the faults for tests that have one case per fault, API format and mode.
import { apiFormats, type ApiFormat } from '../../src/shared/conversation/apiFormat';
import { appliesTo, type Fault } from '../referenceGateway/faults/fault';
import { faults } from '../referenceGateway/faults/faultCatalog';
import { checksAll, share } from './sampled';

const modes = apiFormats.flatMap((format) => [true, false].map((stream) => ({ format, stream })));

/**
 * The faults to test in this format, with or without streaming: all in the long rings. In `npm test`, each fault is tested
 * in about a quarter of the modes in which it occurs, and in one at least.
 */
export function sampledFaults(format: ApiFormat, stream: boolean): readonly Fault[] {
  return faults.filter((fault, index) => {
    const own = modes.filter((mode) => appliesTo(fault, mode.format, mode.stream));
    const at = own.findIndex((mode) => mode.format === format && mode.stream === stream);
    return at !== -1 && (checksAll || at % share === index % Math.min(share, own.length));
  });
}
