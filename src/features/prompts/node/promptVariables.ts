// Variables of prompts, as in VS Code's prompt files: `${input:name}`, `${selection}`, `${file}` and others. Each is
// replaced once: what replaces it is never read as a variable again.

export const editorVariables = [
  'selection',
  'selectedText',
  'file',
  'fileBasename',
  'fileBasenameNoExtension',
  'fileDirname',
  'workspaceFolder',
  'workspaceFolderBasename',
] as const;

export type EditorVariable = (typeof editorVariables)[number];

export interface PromptInput {
  readonly name: string;
  /** Absent if the prompt has none. */
  readonly placeholder?: string;
}

export interface PromptVariables {
  /** Each name once, in the order of the text, with its first placeholder. */
  readonly inputs: readonly PromptInput[];
  readonly editor: ReadonlySet<EditorVariable>;
}

export interface PromptValues {
  /** The keys are the names of the inputs. */
  readonly inputs: ReadonlyMap<string, string>;
  readonly editor: ReadonlyMap<EditorVariable, string>;
}

const variable = /\$\{(?:input:([^:{}\n]{1,100})(?::([^{}\n]{0,300}))?|([A-Za-z]{1,40}))\}/gu;

export function variablesOf(text: string): PromptVariables {
  const inputs = new Map<string, PromptInput>();
  const editor = new Set<EditorVariable>();
  for (const [, inputName, placeholder, name] of text.matchAll(variable)) {
    const input = inputName?.trim() ?? '';
    const known = editorVariables.find((each) => each === name);
    if (known !== undefined) {
      editor.add(known);
    } else if (input !== '') {
      const hasPlaceholder = inputs.get(input)?.placeholder !== undefined;
      const isNew = !inputs.has(input) || (!hasPlaceholder && placeholder !== undefined);
      if (isNew) {
        inputs.set(input, { name: input, ...(placeholder === undefined ? {} : { placeholder }) });
      }
    }
  }
  return { inputs: [...inputs.values()], editor };
}

/** Variables without a value stay as they are. */
export function expandVariables(text: string, values: PromptValues): string {
  return text.replaceAll(
    variable,
    (source, input?: string, _placeholder?: string, name?: string) =>
      valueOf(values, input, name) ?? source,
  );
}

/** The length of all values that `expandVariables` inserts, in UTF-16 units. */
export function insertedLength(text: string, values: PromptValues): number {
  let length = 0;
  for (const [, input, , name] of text.matchAll(variable)) {
    length += valueOf(values, input, name)?.length ?? 0;
  }
  return length;
}

function valueOf(
  { inputs, editor }: PromptValues,
  input: string | undefined,
  name: string | undefined,
): string | undefined {
  const known = editorVariables.find((each) => each === name);
  return known === undefined ? inputs.get(input?.trim() ?? '') : editor.get(known);
}
