// What a model's record says, in one short line.
import { l10n } from 'vscode';
import type { ModelRecord } from '../../chat/ports';
import type { ApiFormat } from '../../shared/conversation/apiFormat';

/** Only what the record offers, and the form that it is asked through unless that is `chat`; `''` for nothing. */
export function modelDescription(model: ModelRecord, form: ApiFormat): string {
  return [
    model.name === model.id ? undefined : model.name,
    model.owner,
    model.contextLength === undefined
      ? undefined
      : l10n.t('{0} context', tokenCount(model.contextLength)),
    priceText(model.price),
    model.endpointTypes?.join(', '),
    apiFormatText(form),
  ]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}

/** The form that a model is asked through, by the name that `portico.apiFormats` gives it; `''` for the usual one. */
export function apiFormatText(form: ApiFormat): string {
  return form === 'chat' ? '' : l10n.t('asked through {0}', form);
}

/** 131072 → 131K, 1000000 → 1M. */
function tokenCount(tokens: number): string {
  if (tokens >= 1_000_000) {
    return `${Number((tokens / 1_000_000).toFixed(1))}M`;
  }
  return tokens >= 1000 ? `${Math.round(tokens / 1000)}K` : String(tokens);
}

function priceText(price: ModelRecord['price']): string | undefined {
  if (price === undefined) {
    return undefined;
  }
  const amount = (value: number | undefined): string =>
    value === undefined ? '?' : String(Number(value.toPrecision(4)));
  return l10n.t(
    '{0} in, {1} out {2} per M tokens',
    amount(price.input),
    amount(price.output),
    price.currency,
  );
}
