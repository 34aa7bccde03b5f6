// What is proposed, as read-only files of the diff editor. In a document of no file system, Ctrl+S opens Save As
// (`AbstractTextResourceEditorInput.save` in VS Code), which offers to replace the file by all that is proposed. Beside one
// that can't be written, it saves the file itself, with what was accepted.
import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../../base/disposable';
import { proposalScheme } from '../../../workspace/host/filePlace';
import type { Proposals } from './proposals';

/** Without it, VS Code reads the text in the encoding of the settings, GBK for example. */
const byteOrderMark = '\u{FEFF}';

const refuse = (): never => {
  throw vscode.FileSystemError.NoPermissions();
};

export class ProposedFiles implements vscode.FileSystemProvider, Disposable {
  readonly #disposables = new DisposableStore();
  readonly #changed = this.#disposables.add(new vscode.EventEmitter<vscode.FileChangeEvent[]>());
  readonly #proposals: Proposals;
  /** VS Code reads a file again if its time has changed. */
  #time = 1;

  readonly onDidChangeFile = this.#changed.event;
  readonly readDirectory = refuse;
  readonly createDirectory = refuse;
  readonly writeFile = refuse;
  readonly delete = refuse;
  readonly rename = refuse;

  constructor(proposals: Proposals) {
    this.#proposals = proposals;
    const { registerFileSystemProvider } = vscode.workspace;
    this.#disposables.add(registerFileSystemProvider(proposalScheme, this, { isReadonly: true }));
    proposals.onDidChangeProposals(() => {
      this.#time += 1;
      const type = vscode.FileChangeType.Changed;
      this.#changed.fire(proposals.all.map(({ proposedUri: uri }) => ({ type, uri })));
    });
  }

  watch(): Disposable {
    return { dispose: () => undefined };
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    const { length: size } = this.readFile(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: this.#time, size };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    const proposal = this.#proposals.withId(uri.query);
    if (proposal === undefined) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return Buffer.from(byteOrderMark + proposal.proposed);
  }

  dispose(): void {
    this.#disposables.dispose();
  }
}
