// The faults of the reference gateway that a long list of tests runs with.
import type { ApiFormat } from '../../src/shared/conversation/apiFormat';
import { apiFormats } from '../../src/shared/conversation/apiFormat';
import { appliesTo, type Fault } from '../referenceGateway/faults/fault';
import { faults } from '../referenceGateway/faults/faultCatalog';
import { sampleOf } from './sampled';

/** Of those that apply: all in the long rings, and in `npm test` a quarter, another one for each format and mode. */
export function sampledFaults(format: ApiFormat, stream: boolean): readonly Fault[] {
  const quarter = (apiFormats.indexOf(format) + (stream ? 0 : 2)) % 4;
  return sampleOf(faults, quarter).filter((fault) => appliesTo(fault, format, stream));
}
