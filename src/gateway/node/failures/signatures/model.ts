// What gateways say about the model: that they lack it, or that they offer it in another API format.
import { anyOf } from '../../../../base/anyOf';
import type { SignatureGroup } from '../signature';

/** The gateway has the model, but not for requests of this kind: OpenAI serves it by Responses only, or it is one for embeddings. */
export const wrongApiFormat: SignatureGroup = {
  kind: 'badRequest',
  wrongApiFormat: true,
  statuses: [200, 400, 404, 405, 422],
  rows: [
    {
      codes: ['model_not_supported'],
      phrase: /\bnot accessible via FORMAT/,
      gateway: 'GitHub Copilot',
      seen: 'https://github.com/github/copilot-cli/issues/4337',
      sample:
        '400 {"error":{"message":"model \\"gpt-5.6-luna\\" is not accessible via the /chat/completions endpoint","code":"model_not_supported","type":"invalid_request_error"}}',
    },
    {
      codes: ['model_not_found'],
      phrase: /\bnot supported with FORMAT/,
      gateway: 'one-api',
      seen: 'https://github.com/Laisky/one-api/issues/88',
      sample:
        '400 {"error":{"message":"The requested model \'gpt-4o-search-preview\' is not supported with the Responses API. (request id: 202506221303534805248666920190)","type":"invalid_request_error","param":"model","code":"model_not_found"}}',
    },
    {
      codes: ['unsupported_api_for_model'],
      gateway: 'GitHub Copilot',
      seen: 'https://github.com/farion1231/cc-switch/issues/1681',
      sample:
        '400 {"error":{"message":"model \\"gpt-5.3-codex\\" is not accessible via the /chat/completions endpoint","code":"unsupported_api_for_model"}}',
    },
    {
      codes: ['operationnotsupported'],
      gateway: 'Azure OpenAI',
      seen: 'https://github.com/langchain-ai/langchain/issues/6363',
      sample:
        '400 {"error":{"code":"OperationNotSupported","message":"The chatCompletion operation does not work with the specified model, text-embedding-ada-002. Please choose different model and try again. You can learn more about which models can be used with each operation here: https://go.microsoft.com/fwlink/?linkid=2197993."}}',
    },
    {
      codes: ['not_supported_error'],
      gateway: 'llama.cpp',
      seen: 'https://github.com/ggml-org/llama.cpp/issues/3815',
      sample:
        '501 {"error":{"code":501,"message":"This server does not support completions. Start it without `--embeddings`","type":"not_supported_error"}}',
    },
    {
      phrase: /\bnot (?:a )?chat models?\b/,
      gateway: 'OpenAI',
      seen: 'https://github.com/Chanzhaoyu/chatgpt-web/issues/1428',
      sample:
        '404 {"error":{"message":"This is not a chat model and thus not supported in the v1/chat/completions endpoint. Did you mean to use v1/completions?","type":"invalid_request_error","param":"model","code":null}}',
    },
    {
      phrase:
        /\b(?:not|only) (?:supported|available|accessible|allowed|usable|compatible)\b.{0,4}\b(?:in|on|via|through|with|by|at|from|using) FORMAT/,
      gateway: 'OpenAI',
      seen: 'https://github.com/n8n-io/n8n/issues/18352',
      sample:
        '404 {"error":{"message":"This model is only supported in v1/responses and not in v1/chat/completions.","type":"invalid_request_error","param":"model","code":null}}',
    },
    {
      phrase:
        /\bdo(?:es)?(?: not|n['’]t) support ['"`]?(?:FORMAT|chat|generate|generation|text generation|this api)(?: (?:api|endpoint|requests?))?\b(?! (?!(?:and|but|on|for|with|at|yet|please|use|try)\b)\w)/,
      gateway: 'Ollama',
      seen: 'https://github.com/karakeep-app/karakeep/issues/2060',
      sample: '400 {"error":"\\"nomic-embed-text\\" does not support chat"}',
    },
    {
      phrase: /\buse FORMAT(?: (?:api|endpoint))? instead\b/,
      gateway: 'Fireworks',
      seen: 'https://github.com/BerriAI/litellm/issues/3465',
      sample:
        '404 {"error":{"object":"error","type":"invalid_request_error","message":"model is missing conversation_config, please use /completions API instead"}}',
    },
    {
      phrase: /\boperation does not work with the specified model\b/,
      gateway: 'Azure OpenAI',
      seen: 'https://github.com/langchain-ai/langchain/issues/6363',
      sample:
        '400 {"error":{"code":"OperationNotSupported","message":"The chatCompletion operation does not work with the specified model, text-embedding-ada-002. Please choose different model and try again. You can learn more about which models can be used with each operation here: https://go.microsoft.com/fwlink/?linkid=2197993."}}',
    },
    {
      phrase: /\baction does(?: not|n['’]t) support the model\b/,
      gateway: 'Bedrock',
      seen: 'https://github.com/mlcommons/modelbench/issues/1654',
      sample:
        '400 {"message":"This action doesn\'t support the model that you provided. Try again with a supported text or chat model."}',
    },
    {
      phrase: /模型.{0,60}不支持(?:该|此|当前|这个)?(?:接口|端点|对话|聊天|chat\b)/,
      seen: 'unverified',
      sample: '400 {"error":{"message":"该模型不支持对话"}}',
    },
  ],
};

/** The gateway does not know the model, or no longer offers it. */
export const modelNotFound: SignatureGroup = {
  kind: 'modelNotFound',
  // 401: OpenCode Zen.
  statuses: [200, 400, 401, 404, 410, 422],
  notThis:
    /\bmatching your\b|\bdata polic|\bendpoints found that support\b|\bno endpoints available\b/,
  rows: [
    {
      codes: ['model_not_found'],
      gateway: 'new-api',
      seen: 'https://doc.tokendog.io/zh/api-reference/guide/error-codes',
      sample:
        '503 {"error":{"message":"当前分组 default 下对于模型 x 无可用渠道 (request id: 20260101000000)","type":"new_api_error","param":"","code":"model_not_found"}}',
    },
    {
      codes: ['model_not_available'],
      gateway: 'Together',
      seen: 'https://github.com/HeyPuter/puter/issues/3168',
      sample:
        '400 {"id":"okk","error":{"message":"Unable to access non-serverless model mistralai/Mixtral-8x7B-Instruct-v0.1. Please visit https://api.together.ai/models/mistralai/Mixtral-8x7B-Instruct-v0.1 to create and start a new dedicated endpoint for the model.","type":"invalid_request_error","param":null,"code":"model_not_available"}}',
    },
    {
      codes: ['model_not_supported', 'model_not_exist'],
      gateway: 'GitHub Copilot',
      seen: 'https://github.com/github/copilot-cli/issues/639',
      sample:
        '400 {"error":{"message":"The requested model is not supported.","type":"invalid_request_error","code":"model_not_supported","param":"model"}}',
    },
    {
      codes: ['model_decommissioned', 'model_archived'],
      gateway: 'Groq',
      seen: 'https://github.com/atiilla/sqlmap-ai/issues/3',
      sample:
        '400 {"error":{"message":"The model `qwen-qwq-32b` has been decommissioned and is no longer supported. Please refer to https://console.groq.com/docs/deprecations for a recommendation on which model to use instead.","type":"invalid_request_error","code":"model_decommissioned"}}',
    },
    {
      codes: ['deploymentnotfound', 'modelnotfound'],
      gateway: 'Azure OpenAI',
      seen: 'https://github.com/Azure-Samples/azure-search-openai-demo/issues/391',
      sample:
        '404 {"error":{"message":"The API deployment for this resource does not exist. If you created the deployment within the last 5 minutes, please wait a moment and try again.","code":"DeploymentNotFound"}}',
    },
    {
      codes: ['unknown_model', 'unavailable_model'],
      gateway: 'GitHub Models',
      seen: 'https://github.com/microsoft/Generative-AI-for-beginners-dotnet/issues/302',
      sample:
        '404 {"error":{"code":"unknown_model","message":"Unknown model: /Phi-3.5-MoE-instruct","details":"Unknown model: /Phi-3.5-MoE-instruct"}}',
    },
    {
      codes: ['invalid_model'],
      gateway: 'Mistral',
      seen: 'https://github.com/tmc/langchaingo/issues/1233',
      sample:
        '400 {"object":"error","message":"Invalid model: ","type":"invalid_model","param":null,"code":"1500"}',
    },
    {
      codes: [
        'invalidendpointormodel.notfound',
        'invalidendpointormodel.modelidaccessdisabled',
        'unsupportedmodel',
      ],
      gateway: 'Volcengine',
      seen: 'https://volcengine.com/docs/82379/1299023',
      sample:
        '404 {"error":{"code":"InvalidEndpointOrModel.NotFound","message":"The model or endpoint ep-1 does not exist or you do not have access to it. Request ID: 021700000","param":"","type":"NotFound"}}',
    },
    {
      codes: ['invalidparametervalue.model'],
      gateway: 'Tencent Hunyuan',
      seen: 'https://github.com/TencentCloud/tencentcloud-sdk-go/blob/master/tencentcloud/hunyuan/v20230901/errors.go',
      sample:
        '200 {"Response":{"Error":{"Code":"InvalidParameterValue.Model","Message":"模型不存在。"},"RequestId":"ed93f3cb-f35e-473f-b9f3-0d451b8b79c6"}}',
    },
    {
      codes: ['1211'],
      gateway: 'Zhipu',
      seen: 'https://docs.z.ai/api-reference/api-code',
      sample:
        '400 {"error":{"code":"1211","message":"Model does not exist, please check the model code"}}',
    },
    {
      codes: ['modelerror'],
      gateway: 'OpenCode Zen',
      seen: 'https://github.com/anomalyco/opencode/blob/dev/packages/console/app/src/routes/zen/util/handler.ts',
      sample:
        '401 {"type":"error","error":{"type":"ModelError","message":"Model gpt-9 not supported"}}',
    },
    {
      phrase:
        /MODEL not (?:currently )?(?:found|exist|available|offered|served|deployed|configured|loaded(?! yet)|installed|supported(?! parameter)|recogni[sz]ed|in the list)(?![\w-])/,
      gateway: 'Bedrock',
      seen: 'https://github.com/mlcommons/modelbench/issues/1654',
      sample: '404 {"message":"Model not found."}',
    },
    {
      phrase: /MODEL (?:could not|cannot) be found(?![\w-])/,
      seen: 'unverified',
      sample: '404 {"error":{"message":"Deployment x could not be found"}}',
    },
    {
      phrase: /MODEL does(?: not|n['’]t) exist(?![\w-])/,
      gateway: 'SiliconFlow',
      seen: 'https://docs.siliconflow.com/en/faqs/error-code',
      sample:
        '400 {"code":20012,"message":"Model does not exist. Please check it carefully.","data":null}',
    },
    {
      phrase:
        /MODEL (?:removed|retired|discontinued|shut down|unknown|offline|unavailable)(?![\w-])/,
      gateway: 'Snowflake',
      seen: 'https://github.com/NickAkincilar/Snowflake_AI_DEMO/issues/2',
      sample:
        '400 {"message":"The model you requested is unavailable in your region. To access it, enable cross region inference with AWS_APJ, AWS_EU, AWS_US, AZURE_EU, AZURE_US, ANY_REGION. For more information, see https://docs.snowflake.com/en/user-guide/snowflake-cortex/cross-region-inference."}',
    },
    {
      phrase:
        /MODEL (?:decommissioned|deprecated|no longer (?:available|supported|offered|served))(?![\w-])/,
      gateway: 'Groq',
      seen: 'https://github.com/atiilla/sqlmap-ai/issues/3',
      sample:
        '400 {"error":{"message":"The model `qwen-qwq-32b` has been decommissioned and is no longer supported."}}',
    },
    {
      phrase: /MODEL reached (?:the |its )?end[ -]of[ -](?:its )?life(?![\w-])/,
      gateway: 'Bedrock',
      seen: 'https://github.com/aws-samples/amazon-bedrock-ai-karaoke/issues/21',
      sample:
        '404 {"message":"This model version has reached the end of its life. Please refer to the AWS documentation for more details."}',
    },
    {
      phrase:
        /\b(?:unknown|no such|invalid|unsupported|unrecogni[sz]ed) models?\b(?! (?:parameter|field|option|format|output|response|setting|argument))/,
      gateway: 'Snowflake',
      seen: 'https://github.com/Snowflake-Labs/sfquickstarts/issues/1807',
      sample: '400 {"message":"unknown model, \\"llama3-70b\\""}',
    },
    {
      phrase:
        /\b(?:not|could not|couldn['’]t|cannot|can['’]t|unable to) (?:found|find|access|locate) (?:the |this )?(?:[\w-]+ )?model\b/,
      gateway: 'Moonshot',
      seen: 'https://github.com/langgenius/dify/issues/39778',
      sample:
        '404 {"error":{"message":"Not found the model kimi-k2-0711-preview or Permission denied","type":"resource_not_found_error"}}',
    },
    {
      phrase: /\bnot a (?:valid|known|supported) model\b/,
      gateway: 'OpenRouter',
      seen: 'https://github.com/OpenRouterTeam/openrouter-examples/issues/74',
      sample: '400 {"error":{"message":"claude-sonnet-4-6 is not a valid model ID","code":400}}',
    },
    {
      phrase: /\bno (?:such )?(?:model|deployment) (?:named|called|with)\b|\bno such deployment\b/,
      seen: 'unverified',
      sample: '400 {"error":{"message":"No model named x"}}',
    },
    {
      phrase: /\b(?:given|serving) endpoint does not exist\b/,
      gateway: 'Databricks',
      seen: 'unverified',
      sample:
        '404 {"error_code":"ENDPOINT_NOT_FOUND","message":"The given endpoint does not exist, please retry after checking the specified model and version deployment exists."}',
    },
    {
      phrase: /\bmodel[ _](?:identifier|id|name)\b.{0,40}\bis (?:invalid|not valid)\b/,
      gateway: 'Bedrock',
      seen: 'https://github.com/GoogleCloudPlatform/kubectl-ai/issues/515',
      sample: '400 {"message":"The provided model identifier is invalid."}',
    },
    {
      phrase: /\binvalid model (?:id|name|identifier)\b/,
      gateway: 'LiteLLM',
      seen: 'https://github.com/BerriAI/litellm/issues/9663',
      sample:
        '400 {"error":{"message":"{\'error\': \'/chat/completions: Invalid model name passed in model=foo. Call `/v1/models` to view available models for your key.\'}","type":"None","param":"None","code":"400"}}',
    },
    {
      phrase: /\bllm provider not provided\b/,
      gateway: 'LiteLLM',
      seen: 'https://github.com/BerriAI/litellm/issues/2272',
      sample:
        '400 {"error":{"message":"litellm.BadRequestError: LLM Provider NOT provided. Pass in the LLM provider you are trying to call. You passed model=gpt-3.5-turbo-instruct-0914","type":null,"param":null,"code":"400"}}',
    },
    {
      phrase: /\bno (?:allowed )?(?:endpoints|providers) (?:are )?(?:found|available) for\b/,
      gateway: 'OpenRouter',
      seen: 'https://github.com/vyancharuk/nodejs-api-boilerplate/issues/16',
      sample:
        '404 {"error":{"message":"No endpoints found for nousresearch/hermes-3-llama-3.1-405b:free.","code":404}}',
    },
    {
      phrase: /\bno available channels? for model\b/,
      gateway: 'new-api',
      seen: 'https://doc.tokendog.io/zh/api-reference/guide/error-codes',
      sample:
        '503 {"error":{"message":"No available channel for model x under group default (distributor) (request id: 20260101000000)","type":"new_api_error","param":"","code":"model_not_found"}}',
    },
    {
      phrase:
        /\bno healthy deployments?\b.{0,20}\bmodel(?:\b|no fallback)|\bno deployments? available\b/,
      gateway: 'LiteLLM',
      seen: 'https://github.com/continuedev/continue/issues/10976',
      sample:
        '400 {"error":{"message":"litellm.BadRequestError: You passed in model=MiniMax/MiniMax-M2.1. There are no healthy deployments for this modelNo fallback model group found for original model_group=MiniMax/MiniMax-M2.1.","code":"400"}}',
    },
    {
      phrase: /\bcould not find (?:real modelid|suitable inference handler for)\b/,
      gateway: 'llama-swap',
      seen: 'https://github.com/mostlygeek/llama-swap/blob/ccfba0df28/proxy/proxymanager.go',
      sample: '400 {"error":"could not find suitable inference handler for qwen3-foo"}',
    },
    {
      phrase: /\bno models? loaded\b/,
      gateway: 'LM Studio',
      seen: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1730',
      sample:
        '400 {"error":{"message":"No models loaded. Please load a model in the developer page or use the \'lms load\' command.","type":"invalid_request_error","param":"model","code":null}}',
    },
    {
      phrase: /\bmodel (?:is |was |has been )?(?:unloaded|disabled)\b/,
      gateway: 'LM Studio',
      seen: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1492',
      sample: '400 {"error":"Model is unloaded."}',
    },
    {
      phrase: /\bno available accounts supporting model\b/,
      gateway: 'sub2api',
      seen: 'https://github.com/Wei-Shaw/sub2api/blob/d3e73f1260/backend/internal/service/gateway_service.go',
      sample:
        '503 {"type":"error","error":{"type":"api_error","message":"No available accounts: no available accounts supporting model: claude-opus-9"},"request_id":"req_011"}',
    },
    {
      phrase: /\bmodel is marked by provider as legacy\b/,
      gateway: 'Amazon Bedrock',
      seen: 'https://github.com/aws-samples/amazon-bedrock-workshop/issues/386',
      sample:
        '404 {"message":"Access denied. This Model is marked by provider as Legacy and you have not been actively using the model in the last 30 days. Please upgrade to an active model on Amazon Bedrock"}',
    },
    {
      phrase: /\bendpoint with name '[^']*' does not exist\b/,
      gateway: 'Databricks',
      seen: 'https://github.com/databricks-demos/dbdemos/issues/220',
      sample:
        '404 {"error_code":"RESOURCE_DOES_NOT_EXIST","message":"Endpoint with name \'foo\' does not exist."}',
    },
    {
      phrase: /\bfunction '[^']*': not found for account\b/,
      gateway: 'NVIDIA NIM',
      seen: 'https://github.com/Alishahryar1/free-claude-code/issues/1021',
      sample:
        '404 {"status":404,"title":"Not Found","detail":"Function \'23d4f03a-b8a6-4adb-a183-7daa083a09cc\': Not found for account \'Qawmu2vUw3rdcREnubcAVqe1c55nUTb1hCogKQx4BCA\'"}',
    },
    {
      phrase: /\brepository not found for url\b/,
      gateway: 'Hugging Face',
      seen: 'https://github.com/MaartenGr/BERTopic/issues/1244',
      sample:
        '404 {"error":{"message":"404 Client Error. (Request ID: Root=1) Repository Not Found for url: https://huggingface.co/api/models/foo/revision/main."}}',
    },
    {
      phrase: /^model: \S+(?: \(|$)/,
      gateway: 'Anthropic',
      seen: 'https://github.com/anthropics/claude-code/issues/5349',
      sample: '404 {"type":"error","error":{"type":"not_found_error","message":"model: sonnet4"}}',
    },
    {
      phrase:
        /模型.{0,200}(?:無可用(?:管道|渠道)|无可用渠道|不存在|未找到|找不到|已下线|已下架|未上架|已停用|不可用)/,
      gateway: 'new-api',
      seen: 'https://github.com/QuantumNous/new-api/blob/main/i18n/locales/zh-TW.yaml',
      sample:
        '503 {"error":{"message":"分組 default 下模型 gpt-9 無可用管道（distributor）","type":"new_api_error","code":""}}',
    },
    {
      phrase: /(?:不存在|找不到|没有找到|未找到|未知|无效)的?(?:该|此)?模型/,
      seen: 'unverified',
      sample: '400 {"error":{"message":"无效的模型"}}',
    },
    {
      phrase: /模型(?:名称?|代码|id)?(?:错误|无效|不正确)/,
      seen: 'unverified',
      sample: '400 {"error":{"message":"模型名称错误"}}',
    },
    {
      phrase: /不支持(?:该|此|的|当前)模型/,
      seen: 'unverified',
      sample: '400 {"error":{"message":"不支持该模型"}}',
    },
    {
      phrase: /モデル.{0,80}(?:見つかりません|存在しません)/,
      seen: 'unverified',
      sample: '404 {"error":{"message":"指定されたモデルが見つかりません: gpt-9"}}',
    },
    {
      phrase: /존재하지 않는 모델|모델을 찾을 수 없/,
      seen: 'unverified',
      sample: '404 {"error":{"message":"존재하지 않는 모델입니다: gpt-9"}}',
    },
    {
      phrase: /(?:^|\s)модель .{0,80}не (?:найдена|существует)/,
      seen: 'unverified',
      sample: '404 {"error":{"message":"Модель gpt-9 не найдена"}}',
    },
    {
      phrase: /\bmodell .{0,80}(?:nicht gefunden|existiert nicht)/,
      seen: 'unverified',
      sample: '404 {"error":{"message":"Das Modell \'gpt-9\' wurde nicht gefunden"}}',
    },
    {
      phrase: /\bmodèle .{0,80}n['’]existe pas|\bmodèle .{0,80}introuvable/,
      seen: 'unverified',
      sample: '404 {"error":{"message":"Le modèle gpt-9 n\'existe pas"}}',
    },
    {
      phrase: /\bmodelo .{0,80}no (?:existe|encontrado)/,
      seen: 'unverified',
      sample: '404 {"error":{"message":"El modelo gpt-9 no existe"}}',
    },
  ],
};

/** A model that is only busy is reported with status 503 too, and comes back. */
export const modelNotFound503: SignatureGroup = {
  ...modelNotFound,
  statuses: [503],
  notThis: anyOf(
    /overload|\bbusy\b|capacity|temporar|try again|\bretry|\blater\b|loading|moment|current/,
    /right now|稍后|繁忙|饱和|过载|负载|暂/,
  ),
};
