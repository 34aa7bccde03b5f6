/** `random` returns numbers from 0 to 1. */
export function randomCharacters(count: number, from: string, random: () => number): string {
  return Array.from({ length: count }, () => from[Math.floor(random() * from.length)]).join('');
}
