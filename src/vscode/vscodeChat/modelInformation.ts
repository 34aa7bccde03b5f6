// How a gateway's model is described to VS Code.
import { l10n, type LanguageModelChatInformation } from 'vscode';
import { apiFormatOf } from '../../chat/models/apiFormatLookup';
import { type ModelsSetting, withModelSettings } from '../../chat/models/modelSettings';
import { gatewayId, type ResolvedGateway } from '../../chat/namedGateways';
import type { ModelRecord } from '../../chat/ports';
import type { ModelFact } from '../../chat/retry/modelFacts';
import { vscodeModelId } from '../../chat/vscodeChat/modelId';
import { modelTraits } from '../../chat/vscodeChat/modelTraits';
import { gatewayDisplayName } from '../gateway/gatewayText';
import { modelDescription } from '../models/modelText';
import { modelText, type ModelText, pickDetail, type PickDetail } from '../platform/surfaceText';

export interface ModelInformation extends LanguageModelChatInformation {
  readonly name: ModelText;
  readonly detail: ModelText;
  /** VS Code shows it as Markdown. */
  readonly tooltip: PickDetail;
  /** In no stable type. VS Code 1.120 hid all models without it (microsoft/vscode#316687). */
  readonly isUserSelectable: true;
}

export function modelInformation(
  record: ModelRecord,
  gateway: ResolvedGateway,
  settings: ModelsSetting,
  facts: readonly ModelFact[],
): ModelInformation {
  // An ID names a version where its gateway has several.
  const { id, name = '', version = id } = record;
  const own = settings.of(id);
  const { toolCalling, imageInput, ...limits } = modelTraits(
    record,
    gatewayId(gateway),
    settings,
    facts,
  );
  const described = withModelSettings(record, own);
  const description = modelDescription(described, apiFormatOf(record, own.apiFormat));
  return {
    id: vscodeModelId({ gateway: gatewayId(gateway), model: id }),
    name: modelText(name.trim() === '' ? id : name),
    family: id,
    version: modelText(version),
    detail: modelText(l10n.t('via {0}', gatewayDisplayName(gateway))),
    tooltip: pickDetail([id, description].filter((text) => text !== '').join(' · ')),
    ...limits,
    capabilities: { toolCalling, imageInput },
    isUserSelectable: true,
  };
}
