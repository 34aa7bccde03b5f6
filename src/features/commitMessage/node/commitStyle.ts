// Learns from a repository's recent commits how its messages are written.

export interface RecentCommit {
  readonly message: string;
  readonly parents: readonly string[];
}

export interface CommitStyle {
  readonly conventional: 'yes' | 'no' | 'mixed';
  /** The types and scopes in use, most frequent first; empty unless Conventional Commits are used. */
  readonly types: readonly string[];
  readonly scopes: readonly string[];
  /** What a subject may have, in characters. */
  readonly subjectLength: number;
  readonly body: 'always' | 'sometimes' | 'never';
  /** Messages to imitate, newest first. */
  readonly examples: readonly string[];
}

/** With fewer commits nothing is a habit. */
const minCommits = 3;
const maxExamples = 8;
/** In UTF-16 code units. */
const maxExampleLength = 500;
const maxListed = 8;
const defaultSubjectLength = 72;

const conventionalSubject = /^(?<type>[a-z][a-z-]*)(?:\((?<scope>[^()\n]{1,40})\))?!?: \S/u;
/** What Git, hosts and bots wrote, not a person. */
const automaticSubject = /^(?:Merge |Revert "|fixup! |squash! |amend! |Bump \S+ from )/u;
/** Trailers hold names and addresses of people, and IDs that must not be repeated. */
const trailer = /^(?:[A-Z][A-Za-z]*(?:-[A-Za-z]+)*-by|Change-Id|Cc|Git-svn-id): .*$/gmu;

/** Undefined if the commits are too few to learn from. */
export function learnCommitStyle(commits: readonly RecentCommit[]): CommitStyle | undefined {
  const messages = commits
    .filter(({ message, parents }) => parents.length < 2 && !automaticSubject.test(message))
    .map(({ message }) => message.replaceAll('\r\n', '\n').replaceAll(trailer, '').trim())
    .filter((message) => message !== '');
  if (messages.length < minCommits) {
    return undefined;
  }
  const subjects = messages.map((message) => message.split('\n')[0] ?? '');
  const matches = subjects
    .map((subject) => conventionalSubject.exec(subject)?.groups)
    .filter((groups) => groups !== undefined);
  const conventional = habit(matches.length / subjects.length);
  const bodies = messages.filter((message) => message.includes('\n')).length;
  return {
    conventional: conventional === 'always' ? 'yes' : conventional === 'never' ? 'no' : 'mixed',
    types: mostFrequent(matches.flatMap(({ type = [] }) => type)),
    scopes: mostFrequent(matches.flatMap(({ scope = [] }) => scope)),
    subjectLength: usualLength(subjects),
    body: habit(bodies / messages.length),
    examples: [...new Set(messages)].slice(0, maxExamples).map(excerpt),
  };
}

function habit(share: number): CommitStyle['body'] {
  return share >= 0.7 ? 'always' : share <= 0.2 ? 'never' : 'sometimes';
}

/** What nine of ten subjects fit in, within the limits that Git's own tools show. */
function usualLength(subjects: readonly string[]): number {
  const lengths = subjects.map(({ length }) => length).toSorted((a, b) => a - b);
  const usual = lengths[Math.floor((lengths.length - 1) * 0.9)] ?? defaultSubjectLength;
  return Math.min(Math.max(usual, 50), 120);
}

function mostFrequent(words: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const word of words) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxListed)
    .map(([word]) => word);
}

function excerpt(message: string): string {
  return message.length <= maxExampleLength
    ? message
    : `${message.slice(0, maxExampleLength).replace(/[\ud800-\udbff]$/u, '')}…`;
}
