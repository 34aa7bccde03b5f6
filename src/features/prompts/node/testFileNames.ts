// Where the tests of a source file usually are, by the conventions of common languages.

const testFolders = ['__tests__', 'test', 'tests'];

/** Paths relative to the folder of the file, most common first; empty if the file is itself a test. */
export function testFileNames(fileName: string): readonly string[] {
  const [, base = '', extension = ''] = /^(.+)(\.[^.]+)$/u.exec(fileName) ?? [];
  if (base === '' || isTest(base)) {
    return [];
  }
  const names = [
    ...['.test', '.spec', '_test', '_spec', 'Test', 'Tests'].map(
      (ending) => base + ending + extension,
    ),
    `test_${base}${extension}`,
  ];
  return [...names, ...testFolders.flatMap((folder) => names.map((name) => `${folder}/${name}`))];
}

function isTest(base: string): boolean {
  return /(?:[._-](?:test|spec)|Tests?)$|^test_/u.test(base);
}
