// The VS Code that several parts share, and what it is connected with.
import type { Gateway } from '../../referenceGateway/server';
import type { VsCode } from '../../support/vscode';

export interface OneWindow {
  readonly vscode: VsCode;
  /** Connected with from the start; asks for no key then. */
  readonly gateway: Gateway;
  /** In the settings as “Work”; asks for no key. */
  readonly work: Gateway;
}
