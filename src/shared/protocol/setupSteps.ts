// Which steps of the setup are missing: the view lists them, and the host opens the first instead of asking.
import type { ConnectionState, SetupStep } from './protocol';

/** In the order in which they are to be taken. */
export function missingSteps(connection: ConnectionState, model: string): readonly SetupStep[] {
  const missing: SetupStep[] = [];
  if (connection.baseUrl === undefined) {
    missing.push('baseUrl');
  }
  if (connection.key === 'missing' || connection.key === 'lost') {
    missing.push('apiKey');
  }
  if (model === '') {
    missing.push('model');
  }
  return missing;
}
