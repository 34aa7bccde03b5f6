// Where the code of an answer may be written. Models name paths, and repositories and web pages can make a model name one:
// CVE-2025-53773 wrote `.vscode/settings.json`, CVE-2025-59944 used another letter case, others left the workspace.
import { normalizeFilePath } from '../../../markdown/common/fileReference';

export type PathVerdict =
  | 'allowed'
  /** It runs code or changes what tools do: the user confirms its name. */
  | 'asks'
  | 'refused';

/** Windows has such names for long ones: `GIT~1` may be `.git`. */
const shortName = /~\d/u;

/**
 * What an editor, a build or an agent executes or obeys by itself, by kind: nobody can list all names. The patterns match
 * the names of files in lower case.
 */
const askedNames: readonly RegExp[] = [
  // This is configuration that is code, or names it: `eslint.config.js`, `karma.conf.cjs`, `nuget.config`.
  /\.(?:config|conf)(?:\.[cm]?[jt]sx?)?$/u,
  // Builds run these: `Makefile`, `Jenkinsfile`, `gulpfile.js`, `Directory.Build.targets`, `gradlew`, `BUILD`.
  /^\w+file$|^(?:cake|container|docker|fab|grunt|gulp|jake|just|make|nox|rake|task)file[.-]/u,
  /\.(?:bazel|bzl|cmake|csproj|fsproj|gemspec|gradle|kts|mak|mk|nix|podspec|props|sbt|targets|vbproj|vcxproj)$/u,
  /^(?:build\.(?:rs|xml|zig)|build|workspace|cmakelists\.txt|configure(?:\.ac)?|(?:gradle|mvn)w(?:\.\w+)?|meson\.build|sconstruct|wscript)$/u,
  // Package managers run scripts of these manifests and lock files, and download what they name.
  /\.(?:lockb?|toml)$|[.-]lock(?:file)?\.\w+$|^requirements[\w.-]*\.txt$|^go\.(?:mod|sum|work)$/u,
  /^(?:composer|deno|lerna|nx|package|project|turbo|npm-shrinkwrap)\.jsonc?$|^(?:setup\.(?:py|cfg)|pom\.xml|mix\.exs|package\.swift|project\.clj)$/u,
  // Test runners and Python load these by their names.
  /^(?:conftest|dodo|fabfile|manage|noxfile|sitecustomize|usercustomize|tasks)\.py$|\.setup\.[cm]?[jt]sx?$|^(?:pytest|tox)\.ini$|\.pth$/u,
  // CI and containers run these.
  /^(?:docker-)?compose[\w.-]*\.ya?ml$|pipelines?\.ya?ml$|^(?:action|appveyor|buildspec|cloudbuild|lefthook|pnpm-\w+|pubspec)\.ya?ml$/u,
  // Git runs its hooks, and people scripts that set things up.
  /^(?:applypatch|commit|fsmonitor|post|pre|prepare)-[a-z-]+(?:\.sh)?$|^(?:autogen|bootstrap|install|setup)\.(?:bat|cmd|ps1|sh)$/u,
  // Shells, desktops and services start these.
  /profile\.ps1$|\.(?:code-workspace|desktop|fish|service)$/u,
  // Agents obey these.
  /^(?:agents?|claude|codex|conventions|copilot|gemini|qwen|skill|warp)(?:[.-]\w+)?\.md$|\.(?:agent|chatmode|instructions|prompt)\.md$|\.mdc$/u,
];

/** Tools obey hidden files and folders, all but those that list files for Git and others. */
const hidden = /^\.(?!\w*(?:ignore|keep)$)/u;

/** @param path relative to a workspace folder, as a model wrote it, or from the real path of a file */
export function judgePath(path: string): PathVerdict {
  const normalized = normalizeFilePath(path)?.toLowerCase();
  if (normalized === undefined || normalized === '') {
    return 'refused';
  }
  const segments = normalized.split('/');
  if (segments.includes('.git') || segments.some((segment) => shortName.test(segment))) {
    return 'refused';
  }
  const name = segments.at(-1) ?? '';
  const isAsked =
    segments.some((segment) => hidden.test(segment)) ||
    askedNames.some((pattern) => pattern.test(name));
  return isAsked ? 'asks' : 'allowed';
}
