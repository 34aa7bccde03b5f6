// Reads bare addresses as links: linkify-it, with the rules of GitHub Flavored Markdown for where an address ends.
import type { MarkdownIt } from 'markdown-it';

/** Configures the parser's linkify-it. */
export function readBareAddresses({ linkify }: MarkdownIt): void {
  linkify
    // File names such as `main.rs` look like hosts.
    .set({ fuzzyLink: false, fuzzyEmail: true })
    .add('ftp:', null)
    .add('//', null)
    .add('www.', {
      validate: (text, position) => {
        const host = /^(?:[\p{L}\p{N}_-]+\.)+\p{L}{2,}/u.exec(text.slice(position, position + 256));
        return host === null ? 0 : host[0].length + pathLength(text, position + host[0].length);
      },
      normalize: (match) => {
        match.url = `http://${match.url}`;
      },
    });
  const matchAll = linkify.match.bind(linkify);
  linkify.match = (text) => matchAll(text)?.flatMap(withoutMarkup) ?? null;
  const matchAtStart = linkify.matchAtStart.bind(linkify);
  linkify.matchAtStart = (text) => {
    const match = matchAtStart(text);
    return match === null ? null : withoutEntity(match, text);
  };
}

type LinkMatch = NonNullable<ReturnType<MarkdownIt['linkify']['match']>>[number];

/** A domain ends in a name: `react@18.2.0` and `mAP@0.5` are no addresses. */
const mailAddress =
  /[\p{L}\p{N}_.+-]+@[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.\p{L}[\p{L}\p{N}_-]*/u;

/**
 * A mail address without the pipes and other marks around it, which linkify-it counts as part of its name. No match if
 * its domain contains a character that domains cannot have.
 */
function withoutMarkup(match: LinkMatch): readonly LinkMatch[] {
  if (match.schema !== 'mailto:' || /^mailto:/i.test(match.text)) {
    return [match];
  }
  const [address] = mailAddress.exec(match.text) ?? [];
  if (address === undefined) {
    return [];
  }
  match.index += match.text.indexOf(address);
  match.lastIndex = match.index + address.length;
  match.text = address;
  match.raw = address;
  match.url = `mailto:${address}`;
  return [match];
}

/** An address without an entity at its end. linkify-it excludes the semicolon of `&name;`, but not `&name`. */
function withoutEntity(match: LinkMatch, text: string): LinkMatch {
  const [entity = ''] = /&[a-z\d]+;?$/iu.exec(match.raw) ?? [];
  if (entity !== '' && (entity.endsWith(';') || text.charAt(match.lastIndex) === ';')) {
    match.lastIndex -= entity.length;
    match.raw = match.raw.slice(0, -entity.length);
    match.text = match.raw;
    match.url = match.raw;
  }
  return match;
}

/**
 * The length of the path, query and fragment of an address. At its end, punctuation, closing parentheses without an
 * opening one, and what looks like an entity belong to the sentence.
 */
function pathLength(text: string, from: number): number {
  const path =
    /^(?::\d{1,5})?(?:[/?#][^\s<>"'`|]*)?/.exec(text.slice(from, from + 2_048))?.[0] ?? '';
  let unopened = path.split(')').length - path.split('(').length;
  let end = path.length;
  while (end > 0) {
    const last = path.charAt(end - 1);
    if (last === ';') {
      end = entityStart(path, end);
    } else if (last === ')' && unopened > 0) {
      unopened -= 1;
      end -= 1;
    } else if (/[.,:!?\]}*_~]/u.test(last)) {
      end -= 1;
    } else {
      break;
    }
  }
  return end;
}

/** Where the entity begins that the semicolon before `end` closes, or the semicolon without one. */
function entityStart(path: string, end: number): number {
  let start = end - 1;
  while (/[a-z\d]/iu.test(path.charAt(start - 1))) {
    start -= 1;
  }
  return path.charAt(start - 1) === '&' && start < end - 1 ? start - 1 : end - 1;
}
