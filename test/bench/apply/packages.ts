// The packages whose versions the measure compares, and the programs and grammars that it needs. Each is pinned by the hash
// of its archive; npm fetches them from the registry that the user has configured. Nothing of them is in the repository.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { step } from '../../setup/processes.mjs';
import { projectRoot } from '../../support/toolchain';

type Versions = Readonly<Record<string, string>>;

/** Packages that ship their sources; the comment says what for, beside TypeScript. Each version is compared with the one before it. */
export const sources: Readonly<Record<string, Versions>> = {
  'react-native-svg': {
    '15.12.1':
      'sha512-vCuZJDf8a5aNC2dlMovEv4Z0jjEUET53lm/iILFnFewa15b4atjVxU6Wirm6O9y6dEsdjDZVD7Q3QM4T1wlI8g==',
    '15.13.0':
      'sha512-/YPK+PAAXg4T0x2d2vYPvqqAhOYid2bRKxUVT7STIyd1p2JxWmsGQkfZxXCkEFN7TwLfIyVlT5RimT91Pj/qXw==',
    '15.14.0':
      'sha512-B3gYc7WztcOT4N54AtUutbe0Nuqqh/nkresY0fAXzUHYLsWuIu/yGiCCD3DKfAs6GLv5LFtWTu7N333Q+e3bkg==',
    '15.15.0':
      'sha512-/Wx6F/IZ88B/GcF88bK8K7ZseJDYt+7WGaiggyzLvTowChQ8BM5idmcd4pK+6QJP6a6DmzL2sfOMukFUn/NArg==',
  },
  'react-native-screens': {
    '4.24.0':
      'sha512-SyoiGaDofiyGPFrUkn1oGsAzkRuX1JUvTD9YQQK3G1JGQ5VWkvHgYSsc1K9OrLsDQxN7NmV71O0sHCAh8cBetA==',
    '4.25.0':
      'sha512-CoE6W0perui0W4WK9fZFJfikUql/AYQFSJjnOGoXcPeteFb5Tursfmkot3vPOSu9lKWQMO6tlCIBQTC1CgbVRw==',
    '4.26.0':
      'sha512-8DkONnr4496K6ECMfprqyYM4ya1IQO5mA3ROOAJ1P6OVvNL6rVtjD2Elikd/INC7CrePdFTOHUEahOMSHmWgUA==',
  },
  'react-native-webview': {
    '13.13.5':
      'sha512-MfC2B+woL4Hlj2WCzcb1USySKk+SteXnUKmKktOk/H/AQy5+LuVdkPKm8SknJ0/RxaxhZ48WBoTRGaqgR137hw==',
    '13.14.1':
      'sha512-JThPAJcOWYYiBn7z0rIWD0/PijX/+p0H1h7T461IMqsVxBd1rWjZ9U4JEyzMFUFiqomUJEj/zR+ZVQk7RJmZuA==',
    '13.15.0':
      'sha512-Vzjgy8mmxa/JO6l5KZrsTC7YemSdq+qB01diA0FqjUTaWGAGwuykpJ73MDj3+mzBSlaDxAEugHzTtkUQkQEQeQ==',
    '13.16.0':
      'sha512-Nh13xKZWW35C0dbOskD7OX01nQQavOzHbCw9XoZmar4eXCo7AvrYJ0jlUfRVVIJzqINxHlpECYLdmAdFsl9xDA==',
  },
  'react-native-gesture-handler': {
    '3.0.0':
      'sha512-6E8o9D2sHwhFGiU0c4aCweMdJwIbQeBV+dq3IQ3HcqKhVGzg7ccEycap6i0zGCtIYfs3V29Xd4OycwcRj5qxBQ==',
    '3.1.0':
      'sha512-+kWVyZ6vLdtyFa1/aOc/sZncLAVPUKxhji/ttbiLI7hOaSU44bLjhI7p+Ns+pMl2r3RqPXssl5qHReYet9G77g==',
  },
  'react-native-reanimated': {
    '4.4.0':
      'sha512-0XbC1SpF3JZOz5QfmTEx3vt8VkmkTlS05CBIOKEg5q5ZSNlGtlacntlhj5CrfZlN1ciHAeoliJouTC2cLGKbDA==',
    '4.5.0':
      'sha512-+iPfvK34PKKYP/p/4TaBliFkbfvjGDIvXuiiaxvISP5ip7sWegvlacwU/uAV6zNDSSmX0tDyER7PurPMKGDipA==',
  },
  'expo-notifications': {
    '57.0.21':
      'sha512-CWBW6DxqRJ2MaYZW5+/WfEWwIwbiVk5UAPqx0kE676B4R1+PlAXARk/kuNeQBcVrcDNV6i9ihE9B0db8Cd2RXQ==',
    '58.0.2':
      'sha512-yYZxKjShH5oGs732BmOJ6EQ+w4TLSdbfPhvat5iM5wMlgPzlxqbfOe8mJIRErf9FKra/EOXudng9Qz96pQxrsQ==',
  },
  'expo-file-system': {
    '57.0.7':
      'sha512-1vkZRadOsIputFDBcclqBa1pO3iXOO6iIsdqJipQWw4V5TSnWgmRTuOF7ro8IzrVue+PHbum++KCG3Tawem4cg==',
    '58.0.2':
      'sha512-MHAxhERnu57gwj0brtWDnEJSwIgkKBc5mAkeXiKnJxxNoYe4JLWWxvsfILEW3O5M/k6XPdWpgN9lvePJeUzjJw==',
  },
  'node-gyp': {
    '11.0.0':
      'sha512-zQS+9MTTeCMgY0F3cWPyJyRFAkVltQ1uXm+xXu/ES6KFgC6Czo1Seb9vQW2wNxSX2OrDTiqL0ojtkFxBQ0ypIw==',
    '11.5.0':
      'sha512-ra7Kvlhxn5V9Slyus0ygMa2h+UqExPqUIkfk7Pc8QTLT956JLSy51uWFwHtIYy0vI8cB4BDhc/S03+880My/LQ==',
    '12.0.0':
      'sha512-wHhC3dtPgsK6WskpSu4XmudWUmWbe/z7aaLtxAqudq5i2Sn8xRYkUit4yGiGkrd6yWjbYlkKVk4/ogG3mqooLw==',
    '12.4.0':
      'sha512-OMcPNvqTCFUnNaBlmdgq+lfNqY7gTiSmNRDjY3uAXRyudeKZEZxu3CLtjMQrx4zZxCX2b/mpNqTtwuCJgXhHkw==',
  },
  zod: {
    '4.4.0':
      'sha512-932TE3dEKhhYkEZFv6meaxLaCyg1m6LSI0ETKCIyUqIim+KgIsB/kha/4CKwDEbYgMzS5QxAe2mtDPpaHLHdsQ==',
    '4.5.0':
      'sha512-FSVkRSv3SBc0aefry5kxuD46ExRwtWWyUPjyXHZt00YRF81+MX8rdQm8aJwlL4NLMqcJABseHr66OJuc+0LkDw==',
  },
  '@reduxjs/toolkit': {
    '2.9.0':
      'sha512-fSfQlSRu9Z5yBkvsNhYF2rPS8cGXn/TZVrlwN1948QyZ8xMZ0JvP50S2acZNaf+o63u6aEeMjipFyksjIcWrog==',
    '2.10.0':
      'sha512-DCDKKB+DDy00kULFGoj5jtxRXksCGtEKEPbeSqRi20/vUrwrBD+zyJx+jQ7xkIU1pUHQ6OIYHyc9NiVSEjAlNA==',
    '2.12.0':
      'sha512-KiT+RzZbp6mQET+Mg+h2c97+9j1sNflUxQkIHI7Yuzf6Peu+OYpmkn6nbHWmLLWj+1ZODUJFwGZ7gx3L9R9EOw==',
  },
  'node-addon-api': {
    '8.0.0':
      'sha512-ipO7rsHEBqa9STO5C5T10fj732ml+5kLN1cAG8/jdHd56ldQeGj3Q7+scUS+VHK/qy1zLEwC4wMK5+yM0btPvw==',
    '8.3.1':
      'sha512-lytcDEdxKjGJPTLEfW4mYMigRezMlyJY8W4wxJK8zE533Jlb8L8dRuObJFWg2P+AuOIxoCgKF+2Oq4d4Zd0OUA==',
  },
  // C#
  'edge-js': {
    '24.0.5':
      'sha512-AwNeUBh/SKCoEe4s24g6xI2M7J82eErlIUjzqTFiufpxky/69s4ZnqpBsOX3t44iCWwSgAevZA+U/qSer9syWQ==',
    '26.1.0':
      'sha512-7FJNViJHNd3yKTvCaw5uKDb90QeQNItYMlpbFaAVqc+jWNmInCDbi7st3nXG8IJ3sETneVfGK0r2CopNPcPFDw==',
  },
  // Rust, TOML, YAML
  'uniffi-bindgen-react-native': {
    '0.29.3-1':
      'sha512-o6gXZsAh55yuvhwF2WSFdIHV4phyfWcCmg4DuyfJWJ7CvUz1UcIz2S4u9SmXAz1jsuqvu6Xc9hexrRBB0a5osg==',
    '0.31.0-2':
      'sha512-kcmW4/ayEEQH3mg4r3wJAgDoBd7Ix7Y/4E2npS51ydUKuHMzLsTU+lgzanZVAwC+yQsDduEK63TFXq54imJWsA==',
  },
  // Ruby
  'expo-modules-autolinking': {
    '56.0.16':
      'sha512-9JnL4N46P8ubDpDIfWolDn7nxU2j1rY67xY/dNVuyH0m+HG+r/JI16VYtjIf4COpZtEuFo4D3h3MBeFzGucMnw==',
    '58.1.0':
      'sha512-JAegkS+nC4LVEgKMHAnpWhUxs1BYHHaTJnncVW2EQION1bVz0y8/wEglAeGV+oq4BNS1V7s8zCMTZU0hMi28bA==',
  },
  // Lua
  bullmq: {
    '5.60.0':
      'sha512-hQPfUOLE7/aidCiQSMc5K1EYF6eAuOYSGNdKoLbTpYuRsjYsY0uGUBNX7VrESvAerUpklrsgPLqbunySUxWh5Q==',
    '6.7.0':
      'sha512-+LnKsqZ+PRV/Iul7T84qEZYOewsgtnnmTc3/TjXZk6dSaOeK68AuR/p8uzQ6WIQ8Jvf/GjitjsUrmTaRV2cfsQ==',
  },
  // Bash
  bats: {
    '1.9.0':
      'sha512-Z5BJaAmmHv/ujj7obhjEzJ//OL+ZtjVq0iRnHu+2fE9OeUaPMbJpBgYiOdNbDrG3E2hqe84/AXNnS/UiXl/UcA==',
    '1.11.0':
      'sha512-qiKdnS4ID3bJ1MaEOKuZe12R4w+t+psJF0ICj+UdkiHBBoObPMHv8xmD3w6F4a5qwUyZUHS+413lxENBNy8xcQ==',
    '1.13.0':
      'sha512-giSYKGTOcPZyJDbfbTtzAedLcNWdjCLbXYU3/MwPnjyvDXzu6Dgw8d2M+8jHhZXSmsCMSQqCp+YBsJ603UO4vQ==',
  },
  // PHP, CSS
  '@wordpress/block-library': {
    '10.5.0':
      'sha512-+zpSxYNHitzBboMdziL/lS9oc1r0VaEiz1EPZCYWqJk6iRINNGYuv0FKCgO87dmeL/rQ2dBvuVsTzpcFERb/Lg==',
    '11.1.0':
      'sha512-QSg0uK/aWwaaZJiC625cVdh5R2GKkwwIL23VQaAMV+EHfOA4LzdwpZH4wo0o5NgS/pQN7KMJq6wz50F+dav98Q==',
  },
  // Go
  '@grafana/create-plugin': {
    '7.1.7':
      'sha512-lFNbpv3HpT5+YRffBBRuWs/nrsAD47cnorF82FKBZ0E2Loi+5dpvnUyuZin3HX3DMgxpfscZSCCdaGKA0BpAvw==',
  },
};

const tools: Readonly<Record<string, Versions>> = {
  '@vscode/tree-sitter-wasm': {
    '0.3.1':
      'sha512-RJFoomET6FajjG511fmQxeBQfU6M24a0aFZPqpid+ttIxanWf1VGytBG0UmsGjt07qmIPJS8U31D+aecuCucsQ==',
  },
  '@tree-sitter-grammars/tree-sitter-lua': {
    '0.4.1':
      'sha512-EwagFaU6ZveVk18/Y8qUhZkkiBKnQ7dSCHbm//TUroLVKy3i1rOYGy/cNHtSkAb1eDvS1HhCLybH2S541Cya/g==',
  },
  '@tree-sitter-grammars/tree-sitter-yaml': {
    '0.7.1':
      'sha512-AynBwkIoQCTgjDR33bDUp9Mqq+YTco0is3n5hRApMqG9of/6A4eQsfC1/uSEeHSUyMQSYawcAWamsexnVpIP4Q==',
  },
  '@tree-sitter-grammars/tree-sitter-toml': {
    '0.7.0':
      'sha512-873Kl518Qm5ghbWadISY41rwFjee0v+2bU4twwvAw2VAJcWwj2vBo3F3hOCXfbqHaFiqc4qh6eLhkMl2YZJS0g==',
  },
  'tree-sitter-json': {
    '0.24.8':
      'sha512-Tc9ZZYwHyWZ3Tt1VEw7Pa2scu1YO7/d2BCBbKTx5hXwig3UfdQjsOPkPyLpDJOn/m1UBEWYAtSdGAwCSyagBqQ==',
  },
  'diff-match-patch-es': {
    '2.0.1':
      'sha512-+Sl+/H47ArQiKPp8fA307M1RwyCwFqNhggw0mAEFherLNL/J2ZUFZsnELj65Cir91VfVPx3jlNzeKBdr+QAFTw==',
  },
};

const folder = join(projectRoot, '.cache', 'apply');
const specs = Object.entries({ ...sources, ...tools }).flatMap(([name, versions]) =>
  Object.entries(versions).map(([version, integrity]) => ({ name, version, integrity })),
);

/** @param version The only one, where it is absent. */
export function packageFolder(
  name: string,
  version = specs.find((spec) => spec.name === name)?.version,
): string {
  return join(folder, `${name.replace('/', '+')}@${version}`);
}

/** @throws when an archive is not the one that is pinned. */
export async function fetchPackages(): Promise<void> {
  const missing = specs.filter(({ name, version }) => !existsSync(packageFolder(name, version)));
  if (missing.length === 0) return;
  await step(`${missing.length} packages from npm`, async () => {
    mkdirSync(folder, { recursive: true });
    const names = missing.map(({ name, version }) => `${name}@${version}`);
    execFileSync('npm', ['pack', '--silent', ...names], { cwd: folder, stdio: 'ignore' });
    for (const { name, version, integrity } of missing) {
      const file = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
      const hash = createHash('sha512').update(readFileSync(file)).digest('base64');
      if (`sha512-${hash}` !== integrity) {
        throw new Error(`${name}@${version} is not the archive that is pinned.`);
      }
      const unpacked = join(folder, 'unpacking');
      rmSync(unpacked, { recursive: true, force: true });
      mkdirSync(unpacked);
      execFileSync('tar', ['-xzf', file, '-C', unpacked, '--strip-components=1']);
      rmSync(file);
      renameSync(unpacked, packageFolder(name, version));
    }
  });
}
