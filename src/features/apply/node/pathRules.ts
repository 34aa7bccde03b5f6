// Where the code of an answer may be written. Models name paths, and repositories and web pages can make a model name one:
// CVE-2025-53773 wrote `.vscode/settings.json`, CVE-2025-59944 used another letter case, others left the workspace.
import { normalizeFilePath } from '../../../markdown/common/fileReference';

export type PathVerdict =
  | 'allowed'
  /** It runs code or changes what tools do: the user confirms its name. */
  | 'asks'
  | 'refused';

/** Names of Windows for long ones: `GIT~1` may be `.git`. */
const shortName = /~\d/u;

/** The patterns match paths in lower case. One that ends in `/` matches a folder at any depth. */
const askedNames: readonly RegExp[] = [
  // Editors and containers run tasks and commands of these.
  /(?:^|\/)\.(?:vscode|idea|fleet|zed|cursor|devcontainer)\//u,
  /\.code-workspace$/u,
  /(?:^|\/)\.devcontainer\.json$/u,
  // CI.
  /(?:^|\/)\.(?:github|gitlab|circleci|buildkite|woodpecker|forgejo|gitea)\//u,
  /(?:^|\/)(?:\.gitlab-ci\.ya?ml|\.travis\.ya?ml|jenkinsfile|azure-pipelines\.ya?ml|bitbucket-pipelines\.ya?ml|\.drone\.ya?ml|appveyor\.ya?ml)$/u,
  // Git runs hooks, and filters that attributes name.
  /(?:^|\/)\.(?:husky|githooks)\//u,
  /(?:^|\/)\.git(?:attributes|modules|config)$/u,
  /(?:^|\/)(?:lefthook|\.lefthook|\.pre-commit-config)\.(?:ya?ml|toml|json)$/u,
  // Secrets and the environment.
  /(?:^|\/)\.env(?:$|[.\w-]*$)/u,
  /(?:^|\/)\.(?:envrc|npmrc|yarnrc(?:\.yml)?|pypirc|netrc)$/u,
  // Package managers run scripts of these, and download what they name.
  /(?:^|\/)(?:package\.json|deno\.jsonc?|composer\.json|gemfile|pyproject\.toml|setup\.(?:py|cfg)|requirements[\w.-]*\.txt|pipfile|cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|settings\.gradle(?:\.kts)?|pubspec\.yaml|mix\.exs|package\.swift|podfile)$/u,
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|yarn\.lock|pnpm-lock\.yaml|bun\.lockb?|composer\.lock|gemfile\.lock|poetry\.lock|uv\.lock|pipfile\.lock|cargo\.lock|go\.sum|podfile\.lock|pubspec\.lock)$/u,
  // Build scripts.
  /(?:^|\/)(?:makefile|gnumakefile|justfile|rakefile|taskfile\.ya?ml|dockerfile|containerfile|docker-compose[\w.-]*\.ya?ml|compose\.ya?ml|cmakelists\.txt|build\.rs|meson\.build|sconstruct|gruntfile\.[cm]?js|gulpfile\.[cm]?js)$/u,
  // Shells read these at their start.
  /(?:^|\/)\.(?:bashrc|bash_profile|bash_login|profile|zshrc|zshenv|zprofile|zlogin|kshrc|cshrc|tcshrc)$/u,
  /(?:^|\/)(?:config\.fish|[\w.-]*profile\.ps1)$/u,
];

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
  return askedNames.some((pattern) => pattern.test(normalized)) ? 'asks' : 'allowed';
}
