// Invisible characters in text for a model: it reads what the user cannot see, so that they can hide instructions.
// It leaves alone characters without a glyph that a script or an emoji needs where they stand.

/** Unicode's list, and the controls that annotate text. */
const invisibleRun = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]+/gu;

/**
 * Linear in the text. Replaces lone surrogates too, as encoding does: two could become an invisible character once nothing
 * is between.
 */
export function replaceInvisibleCharacters(
  text: string,
  replace: (character: string) => string,
): string {
  const wellFormed = text.toWellFormed();
  return wellFormed.replaceAll(invisibleRun, (run: string, start: number) => {
    const before = codePointBefore(wellFormed, start);
    const needed = neededPrefixes(before, run, codePointAt(wellFormed, start + run.length));
    let offset = 0;
    return Array.from(run, (character) => {
      const replaced = needed.has(offset) ? character : replace(character);
      offset += character.length;
      return replaced;
    }).join('');
  });
}

const emoji = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const letter = /[\p{L}\p{M}]/u;
/** Scripts whose letters change their form with a joiner next to them, even at the end of a word. */
const joinedLetter =
  /(?=[\p{L}\p{M}])[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mand}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Phag}\p{scx=Adlm}\p{scx=Rohg}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Tibt}\p{scx=Mymr}\p{scx=Khmr}\p{scx=Bali}\p{scx=Java}]/u;
/** The flags of England, Scotland and Wales, the only ones that Unicode recommends of subdivisions. */
const flagTags =
  /^(?:\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073}))\u{E007F}/u;
const zeroWidthJoiner = '\u200D';
const zeroWidthNonJoiner = '\u200C';

/**
 * The offsets of the characters in a run that the visible characters around it need: a selector of a variant or a
 * filler, then a joiner; or the tags of a flag.
 */
function neededPrefixes(before: string, run: string, after: string): ReadonlySet<number> {
  const needed = new Set<number>();
  const flag = before === '\u{1F3F4}' ? flagTags.exec(run)?.[0] : undefined;
  if (flag !== undefined) {
    for (let offset = 0; offset < flag.length; offset += 2) {
      needed.add(offset);
    }
    return needed;
  }
  let offset = 0;
  let hasSelector = false;
  for (const character of run) {
    if (isNeededJoiner(before, character, after, hasSelector)) {
      return needed.add(offset);
    }
    if (!hasSelector && selectsVariant(before, character, after)) {
      needed.add(offset);
      hasSelector = true;
    }
    offset += character.length;
  }
  return needed;
}

function isNeededJoiner(
  before: string,
  character: string,
  after: string,
  hasSelector: boolean,
): boolean {
  if (character === zeroWidthJoiner && emoji.test(before) && emoji.test(after)) {
    return true;
  }
  if (hasSelector || (character !== zeroWidthJoiner && character !== zeroWidthNonJoiner)) {
    return false;
  }
  return joinedLetter.test(before) || (letter.test(before) && letter.test(after));
}

/** Whether Unicode lists such a variation sequence: it has one variation selector at most per character. */
function selectsVariant(before: string, selector: string, after: string): boolean {
  if (/[\uFE0E\uFE0F]/u.test(selector)) {
    return /[#*\d]/u.test(before) ? after === '\u20E3' : /\p{Emoji}/u.test(before);
  }
  if (/[\uFE00-\uFE0D]/u.test(selector)) {
    return /[\p{Sm}\p{sc=Han}\p{sc=Mymr}\p{sc=Phag}\u3000-\u303F\uFF00-\uFF60]/u.test(before);
  }
  if (/[\u{E0100}-\u{E01EF}]/u.test(selector)) {
    return /\p{sc=Han}/u.test(before);
  }
  if (/[\u180B-\u180D\u180F]/u.test(selector)) {
    return /\p{sc=Mong}/u.test(before);
  }
  return isFiller(before, selector, after);
}

/** The fillers of incomplete syllables of Hangul, the vowels of Khmer that are not written, and what joins marks. */
function isFiller(before: string, character: string, after: string): boolean {
  if (/[\u115F\u1160]/u.test(character)) {
    return /[\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF]/u.test(before + after);
  }
  if (/[\u17B4\u17B5]/u.test(character)) {
    return /\p{sc=Khmr}/u.test(before);
  }
  return character === '\u034F' && /\p{M}/u.test(before) && /\p{M}/u.test(after);
}

/** The empty text at the start. */
function codePointBefore(text: string, index: number): string {
  return /.$/su.exec(text.slice(Math.max(0, index - 2), index))?.[0] ?? '';
}

function codePointAt(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}
