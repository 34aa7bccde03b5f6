// The wordings of gateways for a model that they offer, but not in the API format of the request: one that OpenAI
// serves by Responses only, or one for embeddings. Lower case.
import { anyOf } from '../../../base/anyOf';

/** `v1/chat/completions`, `/responses`, `the Responses API`; but not "responses" or "messages" alone. */
const format =
  '(?:the )?(?:(?:/(?:v\\d\\w*/)?|v\\d\\w*/)(?:chat/)?(?:completions|responses|messages)|chat/completions|chat[ _]?completions?|(?:responses|messages|completions) (?:api|endpoint))\\b';
/** "Does not support chat templates" is about something else. */
const noNoun =
  '(?: (?:api|endpoint|requests?))?\\b(?! (?!(?:and|but|on|for|with|at|yet|please|use|try)\\b)\\w)';

export const wrongApiFormat = anyOf(
  // OpenAI: "This is not a chat model and thus not supported in the v1/chat/completions endpoint."
  /\bnot (?:a )?chat models?\b/,
  // OpenAI: "This model is only supported in v1/responses and not in v1/chat/completions." GitHub Copilot: "model … is
  // not accessible via the /chat/completions endpoint".
  new RegExp(
    `\\b(?:not|only) (?:supported|available|accessible|allowed|usable|compatible)\\b.{0,4}\\b(?:in|on|via|through|with|by|at|from|using) ${format}`,
  ),
  // vLLM: "The model does not support Chat Completions API". Ollama: "… does not support chat", "… generate".
  // Volcengine: "does not support this api".
  new RegExp(
    `\\bdo(?:es)?(?: not|n['’]t) support ['"\`]?(?:${format}|chat|generate|generation|text generation|this api)${noNoun}`,
  ),
  // Fireworks: "model is missing conversation_config, please use /completions API instead".
  new RegExp(`\\buse ${format}(?: (?:api|endpoint))? instead\\b`),
  // Azure: "The chatCompletion operation does not work with the specified model". Amazon Bedrock: "This action doesn't
  // support the model that you provided."
  /\boperation does not work with the specified model\b|\baction does(?: not|n['’]t) support the model\b/,
  // Chinese gateways.
  /模型.{0,60}不支持(?:该|此|当前|这个)?(?:接口|端点|对话|聊天|chat\b)/,
);
