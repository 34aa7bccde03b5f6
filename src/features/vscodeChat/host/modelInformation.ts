// How a gateway's model is described to VS Code.
import { l10n, type LanguageModelChatInformation } from 'vscode';
import type { ModelFact } from '../../../conversation/node/retry/modelFacts';
import { apiFormatOf } from '../../../gateway/common/apiFormatLookup';
import type { ModelRecord } from '../../../gateway/common/modelRecord';
import { gatewayId, type ResolvedGateway } from '../../../gateway/node/namedGateways';
import { notificationText, pickDetail } from '../../../platform/host/surfaceText';
import { gatewayDisplayName } from '../../../platform/host/text/gatewayText';
import { modelDescription } from '../../models/host/modelText';
import { withModelSettings, type ModelsSetting } from '../../models/node/modelSettings';
import { vscodeModelId } from '../node/modelId';
import { modelTraits } from '../node/modelTraits';

export interface ModelInformation extends LanguageModelChatInformation {
  readonly name: string;
  readonly detail: string;
  /** VS Code shows it as Markdown. */
  readonly tooltip: string;
  /** No stable type has it. VS Code 1.120 hid all models without it (microsoft/vscode#316687). */
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
    name: notificationText(name.trim() === '' ? id : name),
    family: id,
    version: notificationText(version),
    detail: notificationText(l10n.t('via {0}', gatewayDisplayName(gateway))),
    tooltip: pickDetail([id, description].filter((text) => text !== '').join(' · ')),
    ...limits,
    capabilities: { toolCalling, imageInput },
    isUserSelectable: true,
  };
}
