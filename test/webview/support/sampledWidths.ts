// The widths of the view for tests that have one case per theme and width.
import { checksAll } from '../../support/sampled';
import { themes } from './server';

/** In CSS pixels: the least width of a side bar and its usual one. In `npm test`, each is tested in half of the themes. */
export function sampledWidths(theme: (typeof themes)[number]): readonly number[] {
  const widths = [200, 300];
  return checksAll ? widths : widths.filter((_, index) => index === themes.indexOf(theme) % 2);
}
