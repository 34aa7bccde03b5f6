// The notice under an answer, and what Portico did about its request, as texts for the user.
/** What a button does with the answer itself: it starts one. */
export const answerActions = ['retry', 'continue', 'continueReading', 'answerNow'] as const;

export const noticeActions = [
  ...answerActions,
  'setApiKey',
  'addHeader',
  'addQueryParameter',
  'chooseModel',
  'changeBaseUrl',
  'switchGateway',
  'checkConnection',
  'showBalance',
  /** Opens the page that the gateway's operator names. */
  'operatorHelp',
  'newChat',
  'openSettings',
  'openModels',
  'showLog',
] as const;

/** What a button of a notice does; the host runs it. */
export type NoticeAction = (typeof noticeActions)[number];

/** What helps besides asking the same again. */
export type RemedyAction = Exclude<NoticeAction, (typeof answerActions)[number]>;

/** A model that the user can ask instead of an unavailable one. All texts are for the user. */
export interface Alternative {
  readonly model: string;
  /** What the model's record in the list says; `''` if it says nothing. */
  readonly description: string;
  /** What changes with this model, one sentence each. */
  readonly differences: readonly string[];
}

export interface NoticeButton {
  readonly action: NoticeAction;
  readonly label: string;
  /** The tooltip, where there is one. */
  readonly title?: string;
}

/** The notice under an answer that did not end normally. All texts are for the user. */
export interface Notice {
  readonly severity: 'info' | 'warning' | 'error';
  readonly sentence: string;
  /** The most helpful ones first; Retry is the first or second. */
  readonly actions: readonly NoticeButton[];
  /** The server's own words, redacted; one line per entry. */
  readonly details: readonly string[];
  /** The most similar model first; the page offers that one, and the model picker for the others. */
  readonly alternatives?: readonly Alternative[];
}

/** What Portico did about an answer's request on its own. All texts are for the user. */
export interface AdjustmentNotice {
  /** Why the next retry waits; present while it does. */
  readonly waitReason?: string;
  /** One sentence for each kind of adjustment so far. */
  readonly notices: readonly string[];
}
