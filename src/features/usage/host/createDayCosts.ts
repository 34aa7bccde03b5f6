// Creates what knows the costs of the day.
import { join } from 'node:path';
import { isHistoryEnabled } from '../../../chat/host/chatPreferences';
import type { CoreServices } from '../../../platform/host/coreServices';
import { DayCosts } from '../node/dayCosts';

export function createDayCosts({
  storageFolder,
  clock,
}: Pick<CoreServices, 'storageFolder' | 'clock'>): DayCosts {
  return new DayCosts({ folder: join(storageFolder, 'costs'), clock, isKept: isHistoryEnabled });
}
