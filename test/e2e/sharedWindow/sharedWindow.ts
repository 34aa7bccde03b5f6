// The VS Code that several test suites share, and the gateways that it knows.
import type { Gateway } from '../../referenceGateway/server';
import type { VsCode } from '../../support/vscode';

export interface SharedWindow {
  readonly vscode: VsCode;
  /** The current gateway at the start; asks for no key then. */
  readonly gateway: Gateway;
  /** In the settings as “Work”; asks for no key. */
  readonly work: Gateway;
}
