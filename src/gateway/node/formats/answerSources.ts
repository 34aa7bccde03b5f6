// The sources of one answer: gateways list them in several places, repeat them with each event, and number the marks in
// the text by one of the lists.
import { omitUndefined } from '../../../base/omitUndefined';
import { oneLine } from '../../../base/text/oneLine';
import type { Source } from '../../common/source';
import { isArray, isObject, isText, numberAt, objectAt, textAt, type JsonObject } from '../json';

/** What a list is, the ones that number the marks in the text first. */
const kinds = [
  /** The n-th is meant by `[n]` in the text. */
  'citations',
  /** The same, where there are no citations. */
  'results',
  /** Each belongs to a place of the text. */
  'annotations',
  /** What a search found: it says nothing about what the answer uses. */
  'found',
] as const;

export interface SourceList {
  readonly kind: (typeof kinds)[number];
  readonly items: readonly unknown[];
}

const maxSources = 200;
const maxTitleLength = 300;
const maxUrlLength = 2_000;

/** Where a record has its address, if not in itself. */
const wrappers = [
  // OpenAI's and OpenRouter's annotations.
  'url_citation',
  // Gemini's chunks.
  'web',
  'retrievedContext',
] as const;

const urlNames = ['url', 'uri', 'link'] as const;

interface Listed {
  /** `''` for one that cannot be opened: it keeps its place, because of the numbers of the others. */
  readonly url: string;
  readonly title: string | undefined;
  /** The place in the text. */
  readonly start: number | undefined;
  readonly end: number | undefined;
}

type Lists = Record<SourceList['kind'], readonly Listed[]>;

export class AnswerSources {
  readonly #lists: Lists = { citations: [], results: [], annotations: [], found: [] };

  push(lists: readonly SourceList[]): void {
    for (const { kind, items } of lists) {
      const known = this.#lists[kind];
      const added = items.slice(0, maxSources).map(readListed);
      const isSnapshot = kind === 'citations' || kind === 'results';
      const all =
        isSnapshot && (known.length === 0 || known[0]?.url === added[0]?.url)
          ? longer(known, added)
          : [...known, ...added.filter((item) => isSnapshot || !known.some(isSame(item)))];
      this.#lists[kind] = all.slice(0, maxSources);
    }
  }

  /** Each page once. @param text The answer so far, as it was received. */
  list(text: string): readonly Source[] {
    const { citations, results, annotations, found } = this.#lists;
    const numbered = [citations, results].find((list) => list.some(({ url }) => url !== ''));
    const named = [...(numbered ?? []), ...annotations];
    const listed = named.some(({ url }) => url !== '') ? named : found;
    const titles = new Map(
      kinds
        .flatMap((kind) => this.#lists[kind])
        .toReversed()
        .flatMap(({ url, title }) => (title === undefined ? [] : [[url, title] as const])),
    );
    const urls = [...new Set(listed.map(({ url }) => url))].filter((url) => url !== '');
    const marks = numbered === undefined ? marksOf(annotations, text) : placesOf(numbered);
    return urls.map((url) =>
      omitUndefined({ url, title: titles.get(url), numbers: marks.get(url) ?? [] }),
    );
  }
}

/** Where a record of chat completions has lists. */
const listPlaces: readonly (readonly [SourceList['kind'], (record: JsonObject) => unknown])[] = [
  ['citations', ({ citations }) => citations],
  ['results', ({ search_results: results }) => results],
  // Zhipu: `[{ title, link, refer: 'ref_1' }]`.
  ['results', ({ web_search: results }) => results],
  // DashScope and Hunyuan: `{ search_results: [{ index, title, url }] }`.
  ['results', ({ search_info: info }) => (isObject(info) ? info['search_results'] : undefined)],
  // Volcengine Ark's bots: `[{ title, url, site_name }]`.
  ['results', ({ references }) => references],
  // Proxies that search before they ask a model.
  ['results', ({ sources }) => sources],
  ['annotations', ({ annotations }) => annotations],
];

/** The lists that a record of chat completions has: a chunk, a delta or a message. */
export function sourceListsIn(record: JsonObject): readonly SourceList[] {
  let lists: SourceList[] | undefined;
  for (const [kind, itemsOf] of listPlaces) {
    const items = itemsOf(record);
    // Nearly all records have none.
    if (items !== undefined) {
      lists ??= [];
      lists.push(...sourceList(kind, items));
    }
  }
  return lists ?? noLists;
}

export function sourceList(kind: SourceList['kind'], items: unknown): readonly SourceList[] {
  return isArray(items) && items.length > 0 ? [{ kind, items }] : noLists;
}

const noLists: readonly SourceList[] = [];

function readListed(item: unknown): Listed {
  const inner = wrappers.map((name) => objectAt(item, name)).find(Boolean) ?? item;
  const url =
    typeof item === 'string' ? item : urlNames.map((name) => textAt(inner, name)).find(isText);
  return {
    url: url !== undefined && isWebAddress(url) ? url : '',
    title: oneLine(textAt(inner, 'title') ?? '').slice(0, maxTitleLength) || undefined,
    start: numberAt(inner, 'start_index'),
    end: numberAt(inner, 'end_index'),
  };
}

function isWebAddress(url: string): boolean {
  return url.length <= maxUrlLength && /^https?:\/\/[^\s<>]+$/i.test(url) && URL.canParse(url);
}

function longer<T>(known: readonly T[], added: readonly T[]): readonly T[] {
  return added.length >= known.length ? added : known;
}

function isSame({ url, start, end }: Listed): (other: Listed) => boolean {
  return (other) => other.url === url && other.start === start && other.end === end;
}

function placesOf(listed: readonly Listed[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [index, { url }] of listed.entries()) {
    places.set(url, [...(places.get(url) ?? []), index + 1]);
  }
  return places;
}

/** The numbers at the places that annotations belong to. Without any, the n-th page is meant by `[n]`. */
function marksOf(
  annotations: readonly Listed[],
  text: string,
): ReadonlyMap<string, readonly number[]> {
  const marks = new Map<string, number[]>();
  for (const { url, start, end } of annotations) {
    const mark = start === undefined ? undefined : text.slice(start, end);
    const number = Number(/^\[(\d{1,3})\]$/.exec(mark ?? '')?.[1]);
    if (number > 0 && marks.get(url)?.includes(number) !== true) {
      marks.set(url, [...(marks.get(url) ?? []), number]);
    }
  }
  return marks.size > 0
    ? marks
    : placesOf(
        annotations.filter(({ url }, at, all) => all.findIndex((one) => one.url === url) === at),
      );
}
