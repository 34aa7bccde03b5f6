import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import fc from 'fast-check';
import { judgePath } from '../../../../../src/features/apply/node/pathRules';

describe('judgePath', () => {
  const rows = {
    allowed: [
      'src/a.ts',
      'README.md',
      'docs/a b/c.md',
      'docs/configuration.md',
      'docs/agents/how.md',
      'github/a.yml',
      'src/package/json.ts',
      'src/config.ts',
      'src/config/index.js',
      'src/hooks/useUser.ts',
      'src/hooks/pre-commit.ts',
      'src/profile.ts',
      'src/file.rs',
      'src/makefile/parser.go',
      'src/build/main.c',
      'src/Agents.tsx',
      'app/[id]/page.tsx',
      'app/models/user.rb',
      'app/settings.py',
      'app/__init__.py',
      'app/wsgi.py',
      'cmd/server/main.go',
      'internal/lock.go',
      'include/vector.hpp',
      'lib/widgets/card.dart',
      'src/main/java/com/example/Service.java',
      'src/main/resources/messages.properties',
      'locales/de.json',
      'data/projects.json',
      'k8s/deployment.yaml',
      'migrations/0001_init.sql',
      'public/index.html',
      'styles/main.scss',
      'tests/test_user.py',
      'tests/Compose.test.ts',
      'notes.txt',
      'scripts/clean.sh',
      '.gitignore',
      '.dockerignore',
      'src/.gitkeep',
    ],
    asks: [
      '.vscode/settings.json',
      '.VSCode/tasks.json',
      'sub/.vscode/launch.json',
      'a.code-workspace',
      '.github/workflows/ci.yml',
      '.gitlab-ci.yml',
      '.devcontainer/devcontainer.json',
      '.husky/pre-commit',
      '.env',
      '.env.local',
      'package.json',
      'packages/a/Package.json',
      'package-lock.json',
      'pnpm-lock.yaml',
      'yarn.lock',
      'Makefile',
      'Dockerfile',
      'Dockerfile.dev',
      'Jenkinsfile',
      'gulpfile.js',
      'CMakeLists.txt',
      'build.rs',
      'build.gradle.kts',
      'pom.xml',
      '.bashrc',
      'config.fish',
      '.gitattributes',
      '.npmrc',
      '.prettierrc',
      'pyproject.toml',
      'requirements-dev.txt',
      'setup.py',
      'docker-compose.yml',
      'compose.override.yaml',
      'azure-pipelines.yml',
      'eslint.config.js',
      'vite.config.ts',
      'karma.conf.js',
      'NuGet.config',
      '.claude/settings.json',
      '.mcp.json',
      'conftest.py',
      'tests/conftest.py',
      '.cargo/config.toml',
      'Directory.Build.targets',
      '.mvn/extensions.xml',
      'gradlew',
      'manage.py',
      'jest.setup.ts',
      'setup.sh',
      'scripts/post-merge.sh',
      'mvnw.cmd',
      'mise.toml',
      '.clangd',
      '.exrc',
      '.justfile',
      '.lefthook/pre-push/check.sh',
      '.git-hooks/pre-commit',
      'hooks/pre-commit',
      '.hg/hgrc',
      '.ssh/config',
      '.config/autostart/a.desktop',
      'AGENTS.md',
      'sub/CLAUDE.md',
      'CLAUDE.local.md',
      'copilot-instructions.md',
      'a.instructions.md',
      '.cursorrules',
      'Microsoft.PowerShell_profile.ps1',
    ],
    refused: [
      '.git/config',
      '.GIT/hooks/pre-commit',
      'sub/.git/HEAD',
      'sub/../.git/config',
      './.git/config',
      'GIT~1/config',
      '.git./config',
      '.git /config',
      '../a.ts',
      'src/../../a.ts',
      '/etc/passwd',
      'C:/a.ts',
      'C:\\a.ts',
      '\\\\server\\share\\a.ts',
      'a.ts:stream',
      'a\0.ts',
      'con',
      'src/NUL.txt',
      'a.ts.',
      'a.ts ',
      '%2e%2e/a.ts',
      '.g\u200Bit/config',
      '',
      '.',
      'src/',
    ],
  } as const;
  for (const [verdict, paths] of Object.entries(rows)) {
    it(`says “${verdict}” to each path of its list`, () => {
      for (const path of paths) {
        assert.equal(judgePath(path), verdict, path);
      }
    });
  }

  it('refuses each path that leads out of the folder or into .git, on Windows and elsewhere', () => {
    const segment = fc.constantFrom(
      '..',
      '.',
      '.git',
      '.GIT',
      'a',
      'b.ts',
      'C:',
      '',
      'git~1',
      '.git.',
      'nul',
    );
    const path = fc
      .array(fc.tuple(segment, fc.constantFrom('/', '\\')), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.flat().slice(0, -1).join(''));
    fc.assert(
      fc.property(path, (text) => {
        if (judgePath(text) === 'refused') {
          return;
        }
        for (const [style, root] of [
          [win32, 'C:\\w'],
          [posix, '/w'],
        ] as const) {
          const below = style.relative(root, style.resolve(root, text.replaceAll('\\', '/')));
          assert.ok(below !== '' && !below.startsWith('..') && !style.isAbsolute(below), text);
          assert.doesNotMatch(below, /(?:^|[\\/])\.?git(?:~\d)?[. ]*(?:$|[\\/])/iu, text);
        }
      }),
    );
  });
});
