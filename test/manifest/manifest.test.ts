import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../tools/project.ts';
import { type ExtensionManifest, keyOf, readJson, texts } from './manifest.ts';

const manifest = readJson<ExtensionManifest>('package.json');
const strings = readJson<Record<string, string | { message: string }>>('package.nls.json');
const { contributes } = manifest;
const commands = contributes.commands.map(({ command }) => command);
const views = Object.values(contributes.views).flat().map(({ id }) => id);
const say = (text: string): string => {
  const found = strings[keyOf(text) ?? ''] ?? text;
  return typeof found === 'string' ? found : found.message;
};

describe('texts', () => {
  const used = texts(manifest).flatMap(({ text }) => keyOf(text) ?? []);

  it('G3: each key is present in package.nls.json', () => {
    expect(used.filter((key) => !(key in strings))).toEqual([]);
  });

  it('G3: package.nls.json has no key that nothing uses', () => {
    expect(Object.keys(strings).filter((key) => !used.includes(key))).toEqual([]);
  });

  it('G3: every title, name, description, welcome and walkthrough text is a key', () => {
    const shown = /(^|\.)(title|shortTitle|name|description|contents|markdownDescription|displayName|category|label|altText|(markdown)?[eE]numDescriptions\.\d+)$/;
    const raw = texts({ ...contributes, capabilities: manifest.capabilities }).filter(({ at, text }) => shown.test(at) && keyOf(text) === undefined);
    expect(raw).toEqual([]);
  });
});

describe('activation and versions', () => {
  it('G1: nothing but the restoring of a panel activates the extension before it is used', () => {
    expect((manifest.activationEvents ?? []).filter((event) => !event.startsWith('onWebviewPanel:'))).toEqual([]);
  });

  it('G2: says how it behaves in an untrusted and in a virtual workspace, and why', () => {
    expect(manifest.capabilities?.['untrustedWorkspaces']?.description).toBeDefined();
    expect(manifest.capabilities?.['virtualWorkspaces']?.description).toBeDefined();
  });

  it('G4: asks for the VS Code whose types it is checked against', () => {
    const [major, minor] = manifest.devDependencies['@types/vscode']!.split('.');
    expect(manifest.engines.vscode).toBe(`^${major}.${minor}.0`);
    expect(manifest.extensionKind).toBeDefined();
  });

  it('bundles what it needs: there is no dependency at run time, and each development one has an exact version', () => {
    expect(manifest.dependencies ?? {}).toEqual({});
    expect(Object.entries(manifest.devDependencies).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

describe('commands', () => {
  it('P1: all have one category, and a title that does not repeat it', () => {
    expect(new Set(contributes.commands.map(({ category }) => category)).size).toBe(1);
    const category = say(contributes.commands[0]!.category!);
    expect(contributes.commands.filter(({ title }) => say(title).includes(category))).toEqual([]);
  });

  it('P1: titles are in title case, and end in "..." only where more is asked', () => {
    const small = /^(a|an|and|as|at|by|for|from|in|of|on|or|the|to|with)$/;
    const wrong = contributes.commands
      .map(({ title }) => say(title))
      .filter((title) => !/^\p{Lu}/u.test(title) || title.split(' ').some((word) => /^\p{Ll}/u.test(word) && !small.test(word)) || /[…!.]$/.test(title.replace(/\.\.\.$/, '')));
    expect(wrong).toEqual([]);
  });

  it('P2: a command that is of no use from the palette is hidden there, and nothing else stands in its menu', () => {
    const palette = contributes.menus?.['commandPalette'] ?? [];
    expect(palette.filter(({ command, when }) => !command || !when)).toEqual([]);
    // What only makes sense on a row of a tree has no other place to be called from.
    const onlyOnRows = commands.filter((command) => {
      const places = Object.entries(contributes.menus ?? {}).filter(([menu, items]) => menu !== 'commandPalette' && items.some((item) => item.command === command));
      return places.length > 0 && places.every(([menu]) => menu === 'view/item/context');
    });
    const inPalette = (command: string): boolean => !palette.some((item) => item.command === command && item.when === 'false');
    const asksForRow = onlyOnRows.filter(inPalette).filter((command) => !say(contributes.commands.find((known) => known.command === command)!.title).endsWith('...'));
    expect(asksForRow, 'shown in the palette, offered on rows alone, and asks for nothing').toEqual([]);
  });

  it('P4: no keybinding without a condition', () => {
    expect((contributes.keybindings ?? []).filter(({ when }) => !when)).toEqual([]);
  });

  it('P5: each menu entry names a command that exists, and a group', () => {
    const entries = Object.entries(contributes.menus ?? {}).flatMap(([menu, items]) => items.map((item) => ({ menu, ...item })));
    expect(entries.filter(({ command, submenu }) => !submenu && !commands.includes(command ?? ''))).toEqual([]);
    expect(entries.filter(({ menu, group }) => menu !== 'commandPalette' && menu !== 'touchBar' && !group)).toEqual([]);
    expect((contributes.keybindings ?? []).filter(({ command }) => !commands.includes(command))).toEqual([]);
  });

  it('P5: of one row, or of one title, no two groups have the same number', () => {
    const names = new Map<string, Set<string>>();
    for (const [menu, items] of Object.entries(contributes.menus ?? {})) {
      for (const { when = '', group = '' } of items) {
        const number = /^\d+(?=_)/.exec(group)?.[0];
        if (number === undefined) continue;
        const place = [menu, /view == ([\w.]+)/.exec(when)?.[1], /viewItem =~ \/\^\(?(\w+)/.exec(when)?.[1], number].join(' ');
        names.set(place, (names.get(place) ?? new Set()).add(group.replace(/@.*/, '')));
      }
    }
    expect(names.size).toBeGreaterThan(10);
    expect([...names].filter(([, groups]) => groups.size > 1)).toEqual([]);
  });

  it('P5: what breaks the playground and what mends it stand together, in one order, wherever they stand', () => {
    const commandsOfFaults = ['injectFault', 'clearFaults', 'clearAllFaults'].map((name) => `informerInspector.${name}`);
    for (const menu of ['view/title', 'view/item/context']) {
      const items = (contributes.menus?.[menu] ?? []).filter(({ command }) => commandsOfFaults.includes(command ?? ''));
      expect(items.map(({ command }) => command), menu).toEqual(commandsOfFaults);
      expect(items.map(({ group }) => group?.replace(/^\d/, '')), menu).toEqual(['_faults@1', '_faults@2', '_faults@3']);
    }
  });

  it('every command that a welcome text or a walkthrough links to exists', () => {
    const links = texts(contributes).flatMap(({ text }) => [...say(text).matchAll(/\(command:([\w.]+)/g)].map(([, command]) => command!));
    expect(links.filter((command) => command.startsWith('informerInspector.') && !commands.includes(command))).toEqual([]);
    expect(links.length).toBeGreaterThan(0);
  });
});

describe('views', () => {
  it('V1: one container, three to five views at most', () => {
    expect(Object.values(contributes.viewsContainers).flat()).toHaveLength(1);
    expect(views.length).toBeLessThanOrEqual(5);
  });

  it('W1, W2: every welcome text is for a view that exists, has a condition and offers the playground', () => {
    const welcomes = contributes.viewsWelcome ?? [];
    expect(welcomes.length).toBeGreaterThanOrEqual(3);
    expect(welcomes.filter(({ view, when }) => !views.includes(view) || !when)).toEqual([]);
    const offersPlayground = ({ contents }: { readonly contents: string }): boolean => /command:informerInspector\.startPlayground/.test(say(contents));
    expect(welcomes.filter((welcome) => welcome.view.endsWith('.informers') && !offersPlayground(welcome))).toEqual([]);
    // Elsewhere it is offered while it does not run.
    const others = welcomes.filter(({ view }) => !view.endsWith('.informers'));
    const offered = others.filter(offersPlayground);
    expect(new Set(offered.map(({ view }) => view))).toEqual(new Set(others.map(({ view }) => view)));
    expect(new Set(offered.map(({ when }) => when))).toEqual(new Set(['informerInspector.playground != running']));
  });

  it('names files that exist', () => {
    const files = texts(contributes).filter(({ at, text }) => /(^|\.)(icon|image|svg|markdown|path|light|dark|hc|hcLight)$/.test(at) && !text.startsWith('$(')).map(({ text }) => text);
    expect(files.length).toBeGreaterThan(0);
    expect([...files, ...(manifest.icon ? [manifest.icon] : [])].filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});

describe('settings', () => {
  const settings = Object.entries(contributes.configuration?.properties ?? {});

  it('C1, C2: each has a type, a default, a scope and a description, and one for each of its choices', () => {
    const wrong = settings.filter(
      ([, { type, scope, markdownDescription, enum: choices, enumDescriptions, markdownEnumDescriptions, ...rest }]) =>
        !type || !('default' in rest) || !scope || !markdownDescription || (choices && (enumDescriptions ?? markdownEnumDescriptions)?.length !== choices.length),
    );
    expect(wrong.map(([name]) => name)).toEqual([]);
  });

  it('C1: each is told in one sentence, and has a place of its own', () => {
    const told = settings.map(([name, { markdownDescription = '' }]) => ({ name, text: say(markdownDescription) }));
    expect(told.filter(({ text }) => !text.endsWith('.') || /[.!?]\s/.test(text.replace(/`[^`]*`/g, '')))).toEqual([]);
    const orders = settings.map(([, { order }]) => order);
    expect(orders).toEqual(settings.map((_, place) => place + 1));
  });

  it('C2: a kubeconfig path comes from the machine, and is not taken from an untrusted workspace', () => {
    const restricted = manifest.capabilities?.['untrustedWorkspaces']?.restrictedConfigurations ?? [];
    for (const [name, { scope }] of settings.filter(([key]) => /kubeconfig/i.test(key))) {
      expect(scope, name).toMatch(/^machine/);
      expect(restricted).toContain(name);
    }
  });
});

describe('the walkthrough', () => {
  const [walkthrough, ...others] = contributes.walkthroughs ?? [];
  const steps = walkthrough?.steps ?? [];

  it('K1: is one, of four to six steps, each with an action that has a verb', () => {
    expect(others).toEqual([]);
    expect(steps.length).toBeGreaterThanOrEqual(4);
    expect(steps.length).toBeLessThanOrEqual(6);
    const verb = /^\[(Start|Open|Run|Pause|Step) [^\]]+\]\(command:informerInspector\.\w+\)$/m;
    expect(steps.filter(({ description }) => !verb.test(say(description)))).toEqual([]);
  });

  it('K1: each step is done when something is so, and not when a command was run that may have been dismissed', () => {
    expect(steps.filter(({ completionEvents }) => completionEvents?.length !== 1 || !/^onContext:informerInspector\.\w+( == \w+)?$/.test(completionEvents[0]!))).toEqual([]);
    expect(new Set(steps.flatMap(({ completionEvents }) => completionEvents)).size).toBe(steps.length);
  });

  it('K1: ends with a delta that the person has stepped', () => {
    expect(steps.at(-1)?.completionEvents).toEqual(['onContext:informerInspector.steppedDelta']);
  });

  it('K2: its pictures are drawn in the colours of the theme, and told in words', () => {
    for (const { id, media } of steps) {
      const { svg, altText } = media as { readonly svg: string; readonly altText: string };
      expect(say(altText).length, id).toBeGreaterThan(40);
      const drawn = readFileSync(path.join(root, svg), 'utf8');
      expect(drawn.match(/(fill|stroke)="(?!none"|var\(--vscode-)[^"]*"|#[0-9a-f]{3,8}\b|rgba?\(|<(script|image|style|foreignObject)/gi) ?? [], svg).toEqual([]);
    }
  });
});
