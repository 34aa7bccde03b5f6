// What setting up a gateway needs of the models: another gateway has other ones. The feature `models` provides it.
import type { Failure } from '../../../gateway/common/failure';
import type { GatewayCandidate } from './currentConnection';
import type { InputStep } from './gatewayInputs';

export type PickedModel =
  | { readonly type: 'model'; readonly id: string }
  /** The row about a failed list. */
  | { readonly type: 'failure'; readonly failure: Failure }
  /** The row with a working Base URL. */
  | { readonly type: 'baseUrl'; readonly baseUrl: string }
  /** The row for switching the gateway. */
  | { readonly type: 'gateway' }
  | { readonly type: 'back' };

export interface ModelPicking {
  /** The model of the current chat; `''` if none is selected. */
  readonly current: string;
  /** Lets the user pick a model of a gateway that is not saved yet; undefined if the user pressed Escape. */
  pick(options: {
    readonly current: string;
    readonly candidate: GatewayCandidate;
    /** Picked by itself if the list has it. */
    readonly wanted?: string | undefined;
    readonly step: InputStep;
  }): Promise<PickedModel | undefined>;
  /** Selects a model for the current chat and for new ones. */
  use(model: string): Promise<string>;
  /** Call before the gateway is switched: its model is selected again when the user returns to it. */
  leaveGateway(): Promise<void>;
  /**
   * Call after the gateway was switched: selects the model last used there. Without one, another key at
   * the same address keeps the current model; at another address the user picks one.
   */
  useLast(isSameAddress: boolean): Promise<string | undefined>;
}
