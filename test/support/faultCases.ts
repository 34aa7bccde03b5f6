// Picks the faults of the reference gateway for tests that have a case for each.
import { apiFormats, type ApiFormat } from '../../src/gateway/common/apiFormat';
import { appliesTo, supportsFormat, type Fault } from '../referenceGateway/faults/fault';
import { faults } from '../referenceGateway/faults/faultCatalog';

export interface FaultCase {
  readonly fault: Fault;
  readonly apiFormat: ApiFormat;
  readonly stream: boolean;
  /** "fault-reset, chat, streamed" */
  readonly title: string;
}

/** An error's response is read before the API format matters, so one format in turn is enough. */
function formatsToTry(fault: Fault, index: number, formats: readonly ApiFormat[]) {
  const supported = formats.filter((format) => supportsFormat(fault, format));
  return fault.expected.status === undefined
    ? supported
    : supported.filter((_, at) => at === index % supported.length);
}

/** Each fault in each of these API formats where it differs in them; with and without streaming in turn. */
export function faultCases(formats: readonly ApiFormat[] = apiFormats): readonly FaultCase[] {
  return faults.flatMap((fault, index) =>
    formatsToTry(fault, index, formats).flatMap((apiFormat, at) => {
      const modes = [true, false].filter((stream) => appliesTo(fault, apiFormat, stream));
      const stream = modes[(index + at) % modes.length];
      const mode = stream === true ? 'streamed' : 'not streamed';
      return stream === undefined
        ? []
        : [{ fault, apiFormat, stream, title: `${fault.id}, ${apiFormat}, ${mode}` }];
    }),
  );
}

/** Each fault once, the API formats in turn. */
export function oneCasePerFault(): readonly FaultCase[] {
  return [...Map.groupBy(faultCases(), ({ fault }) => fault).values()].flatMap(
    (cases, index) => cases[index % cases.length] ?? [],
  );
}
