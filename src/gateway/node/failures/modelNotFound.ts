// The wordings of gateways for a model that they do not know or no longer offer. Lower case.

/** What a sentence about a model may be about instead of the model. */
const notTheModel =
  '(?!\\b(?:parameters?|fields?|arguments?|propert(?:y|ies)|options?|tools?|functions?|files?|images?|urls?|supports?|variants?|templates?|inputs?|prompts?|messages?|accepts?|rejected|outputs?|responses?|cached?)\\b|[\\n;?!。；])';
const theModel = `(?<!\\bby (?:the |this )?)\\b(?:models?|deployments?)\\b(?:${notTheModel}.){0,200}?`;
/** Before and after a word that is not part of a model's ID. */
const wordStart = '(?<=[\\s"\'`’”»)）,:])';
const wordEnd = '(?![\\w-])';

export const modelNotFound = new RegExp(
  [
    `${theModel}${wordStart}(?:(?:is|are|was|were|has been|have been|been|currently|now|or) )*(?:not (?:currently )?(?:found|exist|available|offered|served|deployed|configured|loaded|installed|supported(?! parameter)|recogni[sz]ed|in the list)|(?:could not|cannot) be found|removed|does(?: not|n['’]t) exist|unknown|decommissioned|deprecated|retired|discontinued|shut down|offline|no longer (?:available|supported|offered|served)|unavailable|reached (?:the |its )?end[ -]of[ -](?:its )?life)${wordEnd}`,
    '\\b(?:unknown|no such|invalid|unsupported|unrecogni[sz]ed) models?\\b(?! (?:parameter|field|option|format|output|response|setting|argument))',
    "\\b(?:not|could not|couldn['’]t|cannot|can['’]t|unable to) (?:found|find|access|locate) (?:the |this )?(?:[\\w-]+ )?model\\b",
    '\\bnot a (?:valid|known|supported) model\\b|\\bno (?:such )?(?:model|deployment) (?:named|called|with)\\b|\\bno such deployment\\b|\\b(?:given|serving) endpoint does not exist\\b|\\bmodel[ _](?:identifier|id|name)\\b.{0,40}\\bis (?:invalid|not valid)\\b|\\binvalid model (?:id|name|identifier)\\b',
    // LiteLLM, for a name that it has in no list.
    '\\bllm provider not provided\\b',
    // OpenRouter; "No endpoints found that support image input" is about the image.
    '\\bno (?:allowed )?(?:endpoints|providers) (?:are )?(?:found|available) for\\b',
    // new-api, for an unknown model and for one that is offline; LiteLLM.
    '\\bno available channels? for model\\b|\\bno healthy deployments?\\b.{0,20}\\bmodel(?:\\b|no fallback)|\\bno deployments? available\\b',
    // llama-swap.
    '\\bcould not find (?:real modelid|suitable inference handler for)\\b',
    // LM Studio; SiliconFlow; sub2api.
    '\\bno models? loaded\\b|\\bmodel (?:is |was |has been )?(?:unloaded|disabled)\\b',
    '\\bno available accounts supporting model\\b',
    // Amazon Bedrock; Databricks.
    "\\bmodel is marked by provider as legacy\\b|\\bendpoint with name '[^']*' does not exist\\b",
    // NVIDIA NIM, for a model that its list may still name.
    "\\bfunction '[^']*': not found for account\\b",
    // mlx-lm, which looks for the model on Hugging Face.
    '\\brepository not found for url\\b',
    // Anthropic: the complete message is "model: ID".
    '^model: \\S+(?: \\(|$)',
    '模型.{0,200}(?:無可用(?:管道|渠道)|无可用渠道|不存在|未找到|找不到|已下线|已下架|未上架|已停用|不可用)|(?:不存在|找不到|没有找到|未找到|未知|无效)的?(?:该|此)?模型|模型(?:名称?|代码|id)?(?:错误|无效|不正确)|不支持(?:该|此|的|当前)模型',
    // Japanese, Korean, Russian, German, French, Spanish.
    'モデル.{0,80}(?:見つかりません|存在しません)|존재하지 않는 모델|모델을 찾을 수 없',
    '(?:^|\\s)модель .{0,80}не (?:найдена|существует)|\\bmodell .{0,80}(?:nicht gefunden|existiert nicht)',
    "\\bmodèle .{0,80}n['’]existe pas|\\bmodèle .{0,80}introuvable|\\bmodelo .{0,80}no (?:existe|encontrado)",
  ].join('|'),
);
