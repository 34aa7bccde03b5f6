/** How many lines or UTF-16 units at the start, and how many others at the end, two texts have in common. */
export function sameEnds<T extends string | readonly string[]>(
  a: T,
  b: T,
): { readonly head: number; readonly tail: number } {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a[head] === b[head]) {
    head += 1;
  }
  let tail = 0;
  while (tail < most - head && a.at(-1 - tail) === b.at(-1 - tail)) {
    tail += 1;
  }
  return { head, tail };
}
