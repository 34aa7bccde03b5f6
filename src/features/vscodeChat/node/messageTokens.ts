// Estimates the tokens of a caller's message.
import {
  estimateTokens,
  imageTokens,
  messageOverhead,
} from '../../../gateway/common/tokenEstimate';
import type { CallerMessage, CallerPart } from './callerMessages';

export function estimateMessageTokens({ parts }: CallerMessage): number {
  return parts.reduce((sum, part) => sum + estimatePart(part), messageOverhead);
}

function estimatePart(part: CallerPart): number {
  switch (part.type) {
    case 'text':
      return estimateTokens(part.text);
    case 'image':
      return imageTokens;
    case 'toolCall':
      return estimateTokens(part.name) + estimateTokens(JSON.stringify(part.input));
    case 'toolResult':
      return part.parts.reduce((sum, one) => sum + estimatePart(one), messageOverhead);
  }
}
