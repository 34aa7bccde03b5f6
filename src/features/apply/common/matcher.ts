// stub until the core lands
import type { PlaceInput, PlacedEdit, Placement } from './placement';
export function place(_input: PlaceInput): Placement {
  return { edits: [], refused: [], isUnchanged: false, unseenLines: 0, isUnseen: false };
}
export function applyEdits(text: string, _edits: readonly PlacedEdit[]): string {
  return text;
}
