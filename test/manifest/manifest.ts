import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../tools/project.ts';

/** The parts of `package.json` that are held against the code and against VS Code's guidelines. */
export interface ExtensionManifest {
  readonly main: string;
  readonly engines: { readonly vscode: string };
  readonly activationEvents?: readonly string[];
  readonly extensionKind?: readonly string[];
  readonly capabilities?: Readonly<Record<string, { readonly supported: unknown; readonly description?: string; readonly restrictedConfigurations?: readonly string[] }>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
  readonly icon?: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category?: string; readonly enablement?: string; readonly icon?: string }[];
    readonly menus?: Readonly<Record<string, readonly MenuItem[]>>;
    readonly keybindings?: readonly { readonly command: string; readonly key: string; readonly when?: string }[];
    readonly viewsContainers: Readonly<Record<string, readonly { readonly id: string; readonly icon: string }[]>>;
    readonly views: Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>;
    readonly viewsWelcome?: readonly { readonly view: string; readonly contents: string; readonly when?: string }[];
    readonly configuration?: { readonly properties: Readonly<Record<string, Setting>> };
    readonly walkthroughs?: readonly { readonly id: string; readonly steps: readonly WalkthroughStep[] }[];
    readonly [point: string]: unknown;
  };
}

export interface MenuItem {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
  readonly group?: string;
}

export interface Setting {
  readonly type?: unknown;
  readonly default?: unknown;
  readonly scope?: string;
  readonly order?: number;
  readonly markdownDescription?: string;
  readonly enum?: readonly unknown[];
  readonly enumDescriptions?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
}

export interface WalkthroughStep {
  readonly id: string;
  readonly description: string;
  readonly completionEvents?: readonly string[];
  readonly media: Readonly<Record<string, unknown>>;
}

export function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')) as T;
}

/** Every text in a JSON value, with the path to it. */
export function texts(value: unknown, at = ''): { readonly at: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) => texts(child, at ? `${at}.${key}` : key));
}

/** The key of a text that is `%key%` as a whole. */
export function keyOf(text: string): string | undefined {
  return /^%([^%]+)%$/.exec(text)?.[1];
}
