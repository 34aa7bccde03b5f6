// package.json and the code name the same commands, settings, defaults and context keys.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as v from 'valibot';
import { editorViewType, viewId } from '../../src/chat/host/chatContributions';
import { apiFormatChoices } from '../../src/gateway/common/apiFormatLookup';
import { parameterNames, requestParameters } from '../../src/gateway/common/requestParameters';
import { gatewayExtrasSchema, modelFieldSchemas } from '../../src/gateway/node/gatewayExtras';
import type { Contributions, DeclaredSetting } from '../../src/platform/host/contributions';
import { projectRoot } from '../support/toolchain';

const root = projectRoot;

/** What features declare in their own folders, by the folder. */
const declarations: ReadonlyMap<string, Contributions> = new Map(
  globSync('src/**/*Contributions.ts', { cwd: root }).map((file) => {
    const exported = require(join(root, file)) as Readonly<Record<string, Contributions>>;
    const declared = exported[basename(file, '.ts')];
    assert.ok(declared !== undefined, `${file} exports its contributions by its name`);
    return [dirname(dirname(file)), declared];
  }),
);
const commandIds = [...declarations.values()].flatMap((one) => Object.values(one.commandIds ?? {}));
const contextKeys = [...declarations.values()].flatMap((one) =>
  Object.values(one.contextKeys ?? {}),
);
const settings: Readonly<Record<string, DeclaredSetting>> = Object.assign(
  {},
  ...[...declarations.values()].map((one) => one.settings ?? {}),
);

/** The code of `src`, by file. */
const sources = new Map(
  globSync('src/**/*.{ts,tsx}', { cwd: root }).map((file) => [
    file,
    readFileSync(join(root, file), 'utf8'),
  ]),
);

/** The IDs that stand as texts after `call` in any file, and the file. */
function idsAfter(call: RegExp): readonly { readonly id: string; readonly file: string }[] {
  return [...sources].flatMap(([file, code]) =>
    [...code.matchAll(call)].flatMap(([, texts = '']) =>
      [...texts.matchAll(/'(portico\.[\w.]+)'/gu)].map(([, id = '']) => ({ id, file })),
    ),
  );
}

interface Property {
  readonly type: string | readonly string[];
  readonly default: unknown;
  readonly order: number;
  readonly scope: string;
  readonly enum?: readonly string[];
  readonly ignoreSync?: boolean;
  readonly additionalProperties?: ObjectSchema;
  readonly items?: ObjectSchema;
}

interface ObjectSchema {
  readonly properties?: Readonly<
    Record<
      string,
      { readonly enum?: readonly string[]; readonly additionalProperties?: ObjectSchema }
    >
  >;
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly extensionKind: readonly string[];
  readonly activationEvents: readonly string[];
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: string;
      readonly restrictedConfigurations: readonly string[];
    };
  };
  readonly contributes: {
    readonly menus: Readonly<
      Record<
        string,
        readonly { readonly command?: string; readonly submenu?: string; readonly when?: string }[]
      >
    >;
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
    }[];
    readonly configuration: { readonly properties: Readonly<Record<string, Property>> };
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsContainers: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly id: string;
        readonly completionEvents: readonly string[];
      }[];
    }[];
  };
};
const manifestText = readFileSync(join(root, 'package.json'), 'utf8');
const strings = JSON.parse(readFileSync(join(root, 'package.nls.json'), 'utf8')) as Record<
  string,
  string
>;
const { commands, configuration, views, viewsContainers } = manifest.contributes;

describe('package.json', () => {
  it('contributes the commands that the code registers, in one category', () => {
    assert.deepEqual(commands.map(({ command }) => command).toSorted(), commandIds.toSorted());
    assert.ok(commands.every(({ category }) => category === 'Portico'));
  });

  it('declares every command that the code runs', () => {
    const run = idsAfter(/\brunCommand(?:<[^>]*>)?\(\s*('[^']*')/gu);
    assert.ok(run.length > 10, 'the calls were found');
    assert.deepEqual(
      run.filter(({ id }) => !commandIds.some((known) => known === id)),
      [],
    );
  });

  it('contributes the settings that the code declares, with the same defaults, choices and scopes', () => {
    const contributed = new Map(
      Object.entries(configuration.properties).map(
        ([key, { default: value, enum: choices, scope }]) => [key, { value, choices, scope }],
      ),
    );
    const declared = new Map(
      Object.entries(settings).map(([key, { default: value, choices, scope }]) => [
        key,
        { value, choices, scope },
      ]),
    );
    assert.deepEqual(contributed, declared);
  });

  it('contributes the settings that requests carry, and no others', () => {
    for (const name of parameterNames) {
      const contributed = configuration.properties[`portico.${name}`];
      assert.equal(contributed !== undefined, requestParameters[name].setting !== undefined, name);
      assert.equal(contributed?.default ?? null, null, name);
    }
  });

  it('contributes settings of the types that the code reads', () => {
    const typesOf = (key: string) => [configuration.properties[key]?.type ?? []].flat();
    const typeOf = (value: unknown): string =>
      value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    for (const [key, { default: value }] of Object.entries(settings)) {
      const types = value === null ? typesOf(key).filter((type) => type === 'null') : typesOf(key);
      assert.deepEqual(types, [typeOf(value)], key);
    }
    const samples = [1, true, 'text', [], {}, null];
    for (const name of parameterNames) {
      const { setting } = requestParameters[name];
      if (setting !== undefined) {
        const read = samples.filter((sample) => v.is(setting, sample)).map(typeOf);
        assert.deepEqual(typesOf(`portico.${name}`), [...read, 'null'], name);
      }
    }
  });

  it('reads every setting that it declares, in the folder that declares it', () => {
    const read = idsAfter(/\b(?:userValue|effectiveValue|userAndWorkspaceValues)\(\s*('[^']*')/gu);
    const unread = [...declarations].flatMap(([folder, one]) =>
      Object.keys(one.settings ?? {}).filter(
        (setting) =>
          !Object.hasOwn(requestParameters, setting.replace('portico.', '')) &&
          !read.some(({ id, file }) => id === setting && file.startsWith(folder)),
      ),
    );
    assert.deepEqual(unread, []);
  });

  it('declares every setting of which the code follows changes', () => {
    const followed = idsAfter(/\bonDidChangeSetting\(\s*(\[[^\]]*\])/gu);
    assert.ok(followed.length > 10, 'the calls were found');
    assert.deepEqual(
      followed.filter(({ id }) => !Object.hasOwn(settings, id)),
      [],
    );
  });

  it('offers the API formats that the code reads', () => {
    const { enum: choices } =
      configuration.properties['portico.models']?.additionalProperties?.properties?.['apiFormat'] ??
      {};
    assert.deepEqual(choices, apiFormatChoices);
    const entry = configuration.properties['portico.gateways']?.items?.properties;
    const ofModels = entry?.['models']?.additionalProperties?.properties;
    assert.deepEqual(entry?.['apiFormat']?.enum, apiFormatChoices);
    assert.deepEqual(ofModels?.['apiFormat']?.enum, apiFormatChoices);
    assert.deepEqual(Object.keys(ofModels ?? {}), Object.keys(modelFieldSchemas));
    const known = Object.keys(entry ?? {});
    assert.deepEqual(known.slice(-4), Object.keys(gatewayExtrasSchema.entries));
  });

  it('orders the settings without ties', () => {
    const orders = Object.values(configuration.properties).map(({ order }) => order);
    assert.ok(orders.every((order) => order > 0));
    assert.equal(new Set(orders).size, orders.length);
  });

  it('lets no workspace decide where the key is sent', () => {
    for (const key of [
      'baseUrl',
      'catalogUrl',
      'gateways',
      'headers',
      'queryParameters',
      'keyCommand',
      'timeouts',
      'models',
    ]) {
      assert.equal(configuration.properties[`portico.${key}`]?.scope, 'application', key);
    }
    assert.equal(configuration.properties['portico.headers']?.ignoreSync, true);
    assert.equal(configuration.properties['portico.queryParameters']?.ignoreSync, true);
    assert.equal(manifest.capabilities.untrustedWorkspaces.supported, 'limited');
    // What a workspace may set is restricted until the workspace is trusted, unless it changes no request.
    assert.deepEqual(
      manifest.capabilities.untrustedWorkspaces.restrictedConfigurations.toSorted(),
      Object.entries(settings)
        .flatMap(([key, { scope, untrusted }]) =>
          scope === 'application' || untrusted === 'harmless' ? [] : key,
        )
        .toSorted(),
    );
    assert.deepEqual(manifest.extensionKind, ['workspace']);
  });

  it('contributes the view that the code provides in its own container', () => {
    assert.deepEqual(
      views['portico']?.map(({ id }) => id),
      [viewId],
    );
    assert.deepEqual(
      viewsContainers['activitybar']?.map(({ id }) => id),
      ['portico'],
    );
    assert.ok(manifest.activationEvents.includes(`onWebviewPanel:${editorViewType}`));
  });

  it('names the commands about code as menus and the palette show them', () => {
    const titleOf = (id: string): string => {
      const title = commands.find(({ command }) => command === `portico.${id}`)?.title ?? '';
      return strings[title.replaceAll('%', '')] ?? '';
    };
    const titles = {
      explain: 'Explain',
      fix: 'Fix',
      improve: 'Improve',
      document: 'Document',
      writeTests: 'Write Tests',
    };
    for (const [id, title] of Object.entries(titles)) {
      assert.equal(titleOf(id), title);
      assert.equal(titleOf(`${id}WithPortico`), `${title} with Portico`);
    }
    assert.equal(titleOf('addSelection'), 'Add Selection to Portico Chat');
    assert.equal(titleOf('addFile'), 'Add File to Portico Chat');
  });

  it('has the commands about code in each menu only where there is a file or a selection', () => {
    const { menus } = manifest.contributes;
    const itemsOf = (menu: string): readonly string[] =>
      (menus[menu] ?? []).map(({ command, submenu }) => command ?? submenu ?? '');
    assert.deepEqual(itemsOf('editor/context'), ['portico.code']);
    const questions = commandIds.filter((id) => id.endsWith('WithPortico'));
    assert.deepEqual(itemsOf('portico.code'), [
      ...questions,
      'portico.editSelection',
      'portico.addSelection',
      'portico.addFile',
    ]);
    // The palette names Portico before the title of a command.
    const hidden = (menus['commandPalette'] ?? []).filter(({ when }) => when === 'false');
    assert.deepEqual(
      questions.filter((id) => !hidden.some(({ command }) => command === id)),
      [],
    );
    for (const menu of ['explorer/context', 'editor/title/context', 'scm/resourceState/context']) {
      assert.deepEqual(itemsOf(menu), ['portico.addFile'], menu);
    }
    assert.ok(itemsOf('editor/title').includes('portico.addFile'));
    assert.deepEqual(itemsOf('terminal/context'), ['portico.addSelection']);
    const files = ['editor/context', 'explorer/context', 'editor/title/context', 'editor/title'];
    for (const menu of files) {
      const item = menus[menu]?.find(({ command, submenu }) =>
        ['portico.addFile', 'portico.code'].includes(command ?? submenu ?? ''),
      );
      assert.match(item?.when ?? '', /^isFileSystemResource /u, menu);
    }
    assert.equal(menus['terminal/context']?.[0]?.when, 'terminalTextSelected');
  });

  it('uses no context key that the code does not set', () => {
    const clauses = manifestText.matchAll(/"(?:when|enablement)": "([^"]*)"/gu);
    const keys = [...clauses].flatMap(([, clause]) => clause?.match(/portico\.\w+/gu) ?? []);
    const known = new Set<string>([...contextKeys, viewId, editorViewType]);
    assert.deepEqual(
      keys.filter((key) => !known.has(key)),
      [],
    );
  });

  it('ticks the steps of the walkthrough wherever the user is once VS Code knows them: it ignores conditions that hold by then', () => {
    const states = [true, false].flatMap((page) => [true, false].map((chat) => ({ page, chat })));
    const holds = (condition: string, { page, chat }: (typeof states)[number]): boolean =>
      condition
        .split(' && ')
        .slice(1)
        .every((term) => (term.endsWith('chatFocused') ? chat !== term.startsWith('!') : page));
    for (const { id, completionEvents } of manifest.contributes.walkthroughs[0]?.steps ?? []) {
      const conditions = completionEvents.filter((event) => event.startsWith('onContext:'));
      for (const known of conditions.length === 0 ? [] : states) {
        assert.ok(
          conditions.some((one) => !holds(one, known) && states.some((then) => holds(one, then))),
          `${id} after ${JSON.stringify(known)}`,
        );
      }
    }
  });

  it('has a text for every string that it names, and no others', () => {
    const named = [...manifestText.matchAll(/"%([\w.]+)%"/gu)].map(([, name]) => name ?? '');
    assert.deepEqual([...new Set(named)].toSorted(), Object.keys(strings).toSorted());
  });

  it('links from the description of the Base URL to setting the key and checking the connection', () => {
    const description = strings['setting.baseUrl'] ?? '';
    assert.match(description, /\(command:portico\.setApiKey\)/u);
    assert.match(description, /\(command:portico\.checkConnection\)/u);
  });
});
