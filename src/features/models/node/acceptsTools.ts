// Whether a model accepts tools, from the user's settings, what was learned, and the gateway's list.
import type { ModelRecord } from '../../../gateway/common/modelRecord';
import type { Quirk } from '../../../gateway/common/quirk';
import type { ModelsSetting } from './modelSettings';

/** Assumed where no source says otherwise: a model that refuses tools is asked again without them. */
export function acceptsTools(
  { id, toolCalling = true }: Pick<ModelRecord, 'id' | 'toolCalling'>,
  settings: ModelsSetting,
  quirks: readonly Quirk[],
): boolean {
  return settings.of(id).toolCalling ?? (!quirks.includes('noTools') && toolCalling);
}
