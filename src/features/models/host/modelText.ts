// What the user reads about models and changes of a model list.
import { l10n } from 'vscode';
import { assertNever } from '../../../base/assertNever';
import type { ApiFormat } from '../../../gateway/common/apiFormat';
import type { ModelRecord } from '../../../gateway/common/modelRecord';
import type { Price } from '../../../gateway/common/usage';
import { joinItems } from '../../../platform/host/text/joinTexts';
import { quirkTexts } from '../../../platform/host/text/quirkText';
import type { ListChanges } from '../node/listChanges';
import type { ModelDifference } from '../node/modelDifferences';

/**
 * One line with what the model list says: context, price, API format unless it is `chat`, description; `''` for
 * nothing. The name and the owner stand in for a missing description.
 */
export function modelDescription(model: ModelRecord, apiFormat: ApiFormat): string {
  const {
    id,
    name,
    owner = '',
    description = [name, ownerBeside(id, owner)].filter(Boolean).join(' · '),
  } = model;
  return [
    model.contextLength === undefined ? '' : l10n.t('{0} context', tokenCount(model.contextLength)),
    priceText(model.price),
    model.chat ? apiFormatText(apiFormat) : (model.endpointTypes?.join(', ') ?? ''),
    description,
  ]
    .filter((text) => text !== '')
    .join(' · ');
}

/** '' if the ID begins with it. */
function ownerBeside(id: string, owner: string): string {
  return id.toLowerCase().startsWith(owner.toLowerCase()) ? '' : owner;
}

/** The API format as the settings name it; `''` for `chat`, the usual one. */
export function apiFormatText(apiFormat: ApiFormat): string {
  return apiFormat === 'chat' ? '' : l10n.t('{0} API', apiFormat);
}

/** 131072 → 131K, 1000000 → 1M. */
function tokenCount(tokens: number): string {
  if (tokens >= 1_000_000) {
    return `${Number((tokens / 1_000_000).toFixed(1))}M`;
  }
  return tokens >= 1000 ? `${Math.round(tokens / 1000)}K` : String(tokens);
}

/** `$3/$15`: input and output, per million tokens, and what long requests cost. */
export function priceText(price: ModelRecord['price']): string {
  if (price === undefined) {
    return '';
  }
  const { input, output, perRequest, currency, isMinimum, tiers = [] } = price;
  if (input === 0 && output === 0 && perRequest !== undefined) {
    return l10n.t('{0} per request', withUnit(shortAmount(perRequest, currency), currency));
  }
  const pair = (prices: Pick<Price, 'input' | 'output'>): string =>
    withUnit(
      `${shortAmount(prices.input, currency)}/${shortAmount(prices.output, currency)}`,
      currency,
    );
  const base = l10n.t('{0} per 1M', pair(price));
  let last: Pick<Price, 'input' | 'output'> = price;
  const longer = tiers.flatMap((tier) => {
    last = { ...last, ...tier };
    return tier.input === undefined && tier.output === undefined
      ? []
      : [l10n.t('{0} from {1} tokens', pair(last), tokenCount(tier.from))];
  });
  return joinItems([isMinimum === true ? l10n.t('at least {0}', base) : base, ...longer]);
}

/** The price of input read from a cache, per million tokens; `''` if it has none of its own. */
export function cachedPriceText({ cachedInput, currency }: Price): string {
  return cachedInput === undefined
    ? ''
    : l10n.t('cached {0}', withUnit(shortAmount(cachedInput, currency), currency));
}

function shortAmount(value: number | undefined, currency: string): string {
  const sign = currency === 'USD' ? '$' : '';
  return value === undefined ? '?' : `${sign}${Number(value.toPrecision(4))}`;
}

function withUnit(amount: string, currency: string): string {
  return currency === 'USD' ? amount : `${amount} ${currency}`;
}

const maxNamedModels = 3;

/** A sentence about the models that went, and one about those that are new. */
export function listChangeSentences(changes: ListChanges | undefined): readonly string[] {
  const { added = [], removed = [] } = changes ?? {};
  return [
    ...(removed.length === 0
      ? []
      : [
          removed.length === 1
            ? l10n.t('1 model is no longer listed: {0}.', namesOf(removed))
            : l10n.t('{0} models are no longer listed: {1}.', removed.length, namesOf(removed)),
        ]),
    ...(added.length === 0
      ? []
      : [
          added.length === 1
            ? l10n.t('1 model is new: {0}.', namesOf(added))
            : l10n.t('{0} models are new: {1}.', added.length, namesOf(added)),
        ]),
  ];
}

function namesOf(ids: readonly string[]): string {
  const named = ids.slice(0, maxNamedModels).map((id) => `“${id}”`);
  const more = ids.length - named.length;
  return joinItems([...named, ...(more === 0 ? [] : [l10n.t('{0} more', more)])]);
}

/** A sentence about what changes with another model. */
export function differenceText(difference: ModelDifference): string {
  switch (difference.type) {
    case 'apiFormat':
      return l10n.t('Uses a different API format: {0}.', difference.apiFormat);
    case 'quirk':
      return `${quirkTexts[difference.quirk].label()}.`;
    case 'images':
      return l10n.t("Doesn't accept images, and this chat contains some.");
    case 'contextLength':
      return l10n.t('Its context window may be too short for this chat.');
    case 'dearer':
      return l10n.t(
        'Costs more: {0} instead of {1}.',
        priceText(difference.price),
        priceText(difference.before),
      );
    case 'smallerContext':
      return l10n.t(
        'Its context window is smaller: {0} instead of {1}.',
        tokenCount(difference.contextLength),
        tokenCount(difference.before),
      );
    default:
      return assertNever(difference);
  }
}
