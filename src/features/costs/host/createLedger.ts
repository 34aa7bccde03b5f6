// Creates the ledger of all requests that may have cost something.
import { join } from 'node:path';
import { isHistoryEnabled } from '../../../chat/host/chatPreferences';
import type { CoreServices } from '../../../platform/host/coreServices';
import { nodeDisk } from '../../../storage/node/disk';
import { Ledger } from '../../../storage/node/ledger';
import { ownPrices } from '../../models/host/requestSettings';

export function createLedger({
  disposables,
  storageFolder,
  clock,
}: Pick<CoreServices, 'disposables' | 'storageFolder' | 'clock'>): Ledger {
  return disposables.add(
    new Ledger({
      disk: nodeDisk,
      folder: join(storageFolder, 'costs'),
      clock,
      hasDetails: isHistoryEnabled,
      ownPrices,
    }),
  );
}
