// Attaches changes in a Git repository: staged, not staged, of a commit, or of a branch since its base. The contents of
// files that may hold secrets are not read, or dropped.
import * as vscode from 'vscode';
import { withoutNotebookData } from '../../../../base/text/notebookDiff';
import { kindTraits } from '../../../../conversation/common/attachmentKinds';
import { showPick } from '../../../../platform/host/window';
import { refuse, textAttachment, type AttachResult } from '../../../../workspace/host/attachResult';
import { findRepository, repositoryName } from '../../../../workspace/host/git/gitAccess';
import type { GitCommit, GitRepository } from '../../../../workspace/host/git/gitApi';
import { showGitProblem } from '../../../../workspace/host/git/gitProblems';
import { labeledBlock, type BlockDetail } from '../../../../workspace/node/labeledBlock';
import { isSecretFileName } from '../../../../workspace/node/secretFileNames';
import { selectDiff, type SelectedDiff } from '../../node/gitDiff';
import type { AttachmentRow } from './attachmentRow';

const commitsShown = 50;
/** Files beyond are named only. */
const maxDiffLength = 400_000;
const maxFiles = 300;
/** How many omitted files the label names. */
const maxNames = 20;

export function changesRows(): readonly AttachmentRow[] {
  const { l10n } = vscode;
  return [
    row('staged', l10n.t('Git: Staged Changes'), async (repository) =>
      diffAttachment(repository, {
        name: l10n.t('Staged changes'),
        title: 'Staged changes in',
        diff: selectDiff(await repository.diff(true), maxDiffLength),
      }),
    ),
    row('unstaged', l10n.t('Git: Unstaged Changes'), async (repository) =>
      diffAttachment(repository, {
        name: l10n.t('Unstaged changes'),
        title: 'Unstaged changes in',
        diff: selectDiff(await repository.diff(false), maxDiffLength),
      }),
    ),
    row('branch', l10n.t('Git: Changes of the Branch'), branchAttachment),
    {
      ...row('commit', l10n.t('Git: Commit…'), pickCommit),
      icon: kindTraits.commit.icon,
    },
  ];
}

/** @param make resolves to undefined if the user cancels */
function row(
  id: string,
  label: string,
  make: (repository: GitRepository) => Promise<AttachResult | undefined>,
): AttachmentRow {
  return {
    id,
    label,
    icon: kindTraits.changes.icon,
    attachTo: async ({ add }) => {
      const title = vscode.l10n.t('Select a Repository');
      const repository = await findRepository(undefined, title);
      if (typeof repository === 'string') {
        await showGitProblem(repository);
        return;
      }
      const result = repository && (await make(repository));
      if (result !== undefined) {
        add(result);
      }
    },
  };
}

async function branchAttachment(repository: GitRepository): Promise<AttachResult> {
  const base = await baseBranch(repository);
  return base === undefined
    ? refuse(vscode.l10n.t("The base of this branch couldn't be determined."))
    : diffAttachment(repository, {
        name: vscode.l10n.t('Changes since {0}', base),
        title: 'Changes of the branch in',
        details: [{ label: 'since', value: base }],
        diff: await diffBetween(repository, base, 'HEAD'),
      });
}

async function pickCommit(repository: GitRepository): Promise<AttachResult | undefined> {
  const log = repository.log({ maxEntries: commitsShown });
  const rows = log.then((commits) =>
    commits.map((commit) => ({
      label: commit.message.split('\n', 1)[0] ?? '',
      description: [commit.hash.slice(0, 8), commit.authorName ?? ''].join(' '),
      commit,
    })),
  );
  const picked = await showPick(rows, { title: vscode.l10n.t('Select a Commit') });
  return picked && commitAttachment(repository, picked.commit);
}

async function commitAttachment(
  repository: GitRepository,
  { hash, message, parents: [parent] }: GitCommit,
): Promise<AttachResult> {
  // `diffBetween` compares with a common ancestor, which a first commit has with nothing.
  const diff =
    parent === undefined
      ? selectDiff(await repository.diffBlobs(emptyTree(hash), hash), maxDiffLength)
      : await diffBetween(repository, parent, hash);
  const id = hash.slice(0, 8);
  return diffAttachment(repository, {
    kind: 'commit',
    name: vscode.l10n.t('Commit {0}', id),
    title: 'Commit in',
    details: [{ label: '', value: id }],
    diff: { ...diff, text: `${message.trim()}\n\n${diff.text}` },
  });
}

/** The empty tree, which Git knows in each repository, by its SHA-1 or SHA-256 hash. */
function emptyTree({ length }: string): string {
  return length === 40
    ? '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
    : '6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321';
}

interface DiffContent {
  readonly kind?: 'commit';
  readonly name: string;
  readonly title: string;
  readonly details?: readonly BlockDetail[];
  readonly diff: SelectedDiff;
}

function diffAttachment(
  repository: GitRepository,
  { kind, name, title, details = [], diff: { text, omitted } }: DiffContent,
): AttachResult {
  const root = repositoryName(repository);
  if (text.trim() === '') {
    return refuse(
      omitted.length === 0
        ? vscode.l10n.t('There is nothing to attach for “{0}”.', name)
        : vscode.l10n.t(
            'Nothing from “{0}” was attached: all files may contain secrets or are too long.',
            name,
          ),
    );
  }
  const named = omitted.slice(0, maxNames).map((file) => ({ label: 'omitted:', value: file }));
  const more = omitted.length - named.length;
  const all = [
    ...details,
    ...named,
    ...(more === 0 ? [] : [{ label: 'more omitted:', value: String(more) }]),
  ];
  return textAttachment({
    kind: kind ?? 'changes',
    name,
    text: labeledBlock({ title, name: root, language: 'diff', details: all, content: text }),
    ...(omitted.length === 0 ? {} : { isExcerpt: true }),
  });
}

/** Asks for the diff of each file, so that files that may hold secrets are not read. */
async function diffBetween(
  repository: GitRepository,
  from: string,
  to: string,
): Promise<SelectedDiff> {
  const changes = await repository.diffBetween(from, to);
  const texts: string[] = [];
  const omitted: string[] = [];
  let length = 0;
  for (const [index, { uri, originalUri }] of changes.entries()) {
    const name = uri.path.slice(repository.rootUri.path.length + 1);
    const isSecret = isSecretFileName(uri.path) || isSecretFileName(originalUri.path);
    const isRead = !isSecret && index < maxFiles && length < maxDiffLength;
    const diff = isRead ? await repository.diffBetween(from, to, uri.fsPath) : '';
    const text = withoutNotebookData(name, diff);
    if (!isRead || length + text.length > maxDiffLength) {
      omitted.push(name);
    } else {
      texts.push(text.endsWith('\n') ? text : `${text}\n`);
      length += text.length;
    }
  }
  return { text: texts.join(''), omitted };
}

/** The branch that the current one was made from, else the main one. */
async function baseBranch(repository: GitRepository): Promise<string | undefined> {
  const current = repository.state.HEAD?.name;
  const base = await repository.getBranchBase(current ?? '').catch(() => undefined);
  if (base?.name !== undefined) {
    return base.remote === undefined ? base.name : `${base.remote}/${base.name}`;
  }
  for (const name of ['main', 'master']) {
    const exists = await repository.getBranch(name).then(
      () => true,
      () => false,
    );
    if (exists && name !== current) {
      return name;
    }
  }
  return undefined;
}
