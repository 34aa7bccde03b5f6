// Whether a model accepts images: from the user's settings, else from what its gateway rejected, else from the list.
import type { ModelRecord } from '../../../gateway/common/modelRecord';
import type { Quirk } from '../../../gateway/common/quirk';
import type { ModelsSetting } from './modelSettings';

/**
 * Undefined if no source says so.
 * @param quirks Known of the model.
 */
export function acceptsImages(
  { id, imageInput }: Pick<ModelRecord, 'id' | 'imageInput'>,
  settings: ModelsSetting,
  quirks: readonly Quirk[],
): boolean | undefined {
  return settings.of(id).imageInput ?? (quirks.includes('noImages') ? false : imageInput);
}
