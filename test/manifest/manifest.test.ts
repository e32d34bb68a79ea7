import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commands as commandIds } from '../../extension/ui/contributions.ts';
import { ofObjectRows } from '../../extension/ui/commands/handedRows.ts';
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

  it('P2: only what the palette has already by another name is hidden there for good', () => {
    // A row says which one is meant; from the palette the other command asks.
    const asksInstead: Readonly<Record<string, string>> = { 'informerInspector.connect': 'informerInspector.connectContext', 'informerInspector.openObject': 'informerInspector.openObjectByKey' };
    const palette = contributes.menus?.['commandPalette'] ?? [];
    expect(palette.filter(({ when }) => when === 'false').map(({ command }) => command).toSorted()).toEqual(Object.keys(asksInstead).toSorted());
    expect(Object.values(asksInstead).filter((command) => !commands.includes(command) || palette.some((item) => item.command === command))).toEqual([]);
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

describe('menus, keys and the Marketplace', () => {
  const entriesOf = (menu: string) => contributes.menus?.[menu] ?? [];

  it('commands that are refused where their row was forgotten are of rows, and in no title of a view, which may hand over nothing, too', () => {
    const titles = ['view/title', ...entriesOf('view/title').flatMap(({ submenu }) => submenu ?? [])];
    const inTitles = new Set(titles.flatMap(entriesOf).map(({ command }) => command));
    const ofRows = new Set(entriesOf('view/item/context').map(({ command }) => command));
    for (const name of ofObjectRows) expect([name, ofRows.has(commandIds[name]), inTitles.has(commandIds[name])]).toEqual([name, true, false]);
  });

  it('T3: menus of rows name their view, and tell rows apart by a type at the beginning and by flags, each as a whole word', () => {
    const items = entriesOf('view/item/context');
    const condition = /^view == informerInspector\.(informers|connection|controllers|breakpoints) && viewItem =~ \/\^(.+?)\/(?: && informerInspector\.\w+)?$/;
    const type = '\\w+(?:\\\\\\+\\w+)*\\\\b(?:\\.\\*\\\\\\+(?:\\w+|\\(\\w+(?:\\|\\w+)*\\))\\\\b)*';
    const pattern = new RegExp(`^(?:${type}|\\(${type}(?:\\|${type})*\\))$`);
    // What is done to each row of a view there needs no type of it.
    const ofAnyRow = new Set(['view == informerInspector.connection']);
    const wrong = items.map(({ when = '' }) => when).filter((when) => !ofAnyRow.has(when) && !pattern.test(condition.exec(when)?.[2] ?? ''));
    expect([...new Set(wrong)]).toEqual([]);
    expect(items.length).toBeGreaterThan(50);
  });

  it('T3: what menus and commands ask of a row is what some row is: its type, and flags that are given to rows of that type', () => {
    const asked = new Set([JSON.stringify(contributes.menus), JSON.stringify(contributes.commands)].flatMap((text) => [...text.matchAll(/viewItem =~ \/(.+?)\/(?=["\s])/g)].flatMap(([, pattern]) => pattern!.match(/[A-Za-z]{2,}/g) ?? [])));
    const folder = path.join(root, 'extension/ui');
    const files = readdirSync(folder).filter((file) => file.endsWith('.ts')).map((file) => readFileSync(path.join(folder, file), 'utf8'));
    const lines = files.flatMap((text) => text.split('\n').filter((line) => line.includes('.contextValue = ')));
    const given = new Set(lines.flatMap((line) => [...line.matchAll(/'([\w+]+)'|`([\w+]+)\$\{/g)].flatMap(([, text, head]) => (text ?? head)!.split('+'))));
    // The rest comes from what a row is of: the kind of a source and of an object, what an informer fails by, the state and the source of a controller.
    const fromWhatItIs = new Set(['playground', 'context', 'recording', 'Secret', 'forbidden', 'running', 'file']);
    expect([...asked].filter((word) => !given.has(word) && !fromWhatItIs.has(word))).toEqual([]);
    expect(lines.length).toBeGreaterThan(10);
  });

  it('V6: the title of a view has at most four buttons at one time, each with an icon', () => {
    const inTitle = entriesOf('view/title').filter(({ group = '' }) => group.startsWith('navigation'));
    // One that takes back what another does stands there only while there is something to take back.
    const always = inTitle.filter(({ command }) => command !== 'informerInspector.clearFilter');
    for (const view of views) expect(always.filter(({ when = '' }) => when.includes(view)).length, view).toBeLessThanOrEqual(4);
    expect(inTitle.filter(({ command }) => !contributes.commands.find((known) => known.command === command)?.icon)).toEqual([]);
  });

  it('T7, P5: what stands beside a row has an icon, is one or two, and stands in its context menu as well', () => {
    const items = entriesOf('view/item/context');
    const inline = items.filter(({ group = '' }) => group.startsWith('inline'));
    expect(inline.length).toBeGreaterThan(0);
    expect(inline.filter(({ command }) => !contributes.commands.find((known) => known.command === command)?.icon)).toEqual([]);
    expect(inline.filter(({ command, when }) => !items.some((other) => other.command === command && other.when === when && !other.group?.startsWith('inline'))).map(({ command, when }) => `${command}: ${when}`)).toEqual([]);
    const beside = Map.groupBy(inline, ({ when }) => when);
    expect([...beside].filter(([, buttons]) => buttons.length > 2)).toEqual([]);
  });

  it('P6: the title of an editor has at most one icon for one kind of editor', () => {
    const inTitle = entriesOf('editor/title').filter(({ group = '' }) => group.startsWith('navigation'));
    const kinds = Map.groupBy(inTitle, ({ when }) => when);
    expect([...kinds].filter(([, buttons]) => buttons.length > 1)).toEqual([]);
  });

  it('P4: keys of the debugger and of editing hold only in the panel, in a view or in a document of this extension', () => {
    const inContext = /activeWebviewPanelId == '?informerInspector\.panel|focusedView == informerInspector\.|resourceScheme == informer/;
    expect((contributes.keybindings ?? []).filter(({ when = '' }) => !inContext.test(when))).toEqual([]);
  });

  it('P3: what steps, changes or ends something is enabled by what there is', () => {
    const acts = /^informerInspector\.(pause|continue|step\w*|skip|duplicate|delay|reorder|forge|stop\w+|remove\w+|toggle\w+|edit\w+|restart\w+|kill\w+|clear\w+)$/;
    expect(contributes.commands.filter(({ command, enablement }) => acts.test(command) && !enablement).map(({ command }) => command)).toEqual([]);
  });

  it('is ready to be published: icon, banner, categories, keywords, license, notices', () => {
    const { icon, license, galleryBanner, categories, keywords, publisher } = manifest as unknown as Readonly<Record<string, unknown>>;
    expect(existsSync(path.join(root, String(icon)))).toBe(true);
    expect(license).toBe('Apache-2.0');
    expect(readFileSync(path.join(root, 'LICENSE'), 'utf8')).toContain('Apache License');
    expect(galleryBanner).toMatchObject({ color: expect.stringMatching(/^#[0-9a-f]{6}$/i), theme: expect.stringMatching(/^(dark|light)$/) });
    expect(categories).toEqual(['Debuggers', 'Visualization', 'Education']);
    expect((keywords as readonly string[]).length).toBeLessThanOrEqual(30);
    expect(keywords).toContain('kubernetes');
    expect(publisher).toMatch(/^[a-z][a-z0-9-]+$/);
    expect(say(String((manifest as unknown as { readonly description: string }).description)).length).toBeLessThanOrEqual(200);
  });

  it('G5, P7: the README has a picture, three steps without a cluster, settings, and says what leaves the machine', () => {
    const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
    const pictures = [...readme.matchAll(/!\[([^\]]{20,})\]\(([^)]+)\)/g)];
    expect(pictures.length).toBeGreaterThan(0);
    expect(pictures.filter(([, , file]) => !existsSync(path.join(root, file!)))).toEqual([]);
    expect(readme).toMatch(/## Try it without a cluster\s+1\. [^]*\n2\. [^]*\n3\. /);
    // Whoever has installed it has no checkout: what it is, a picture and the first steps in the editor come before anything that wants one.
    const [beginning] = readme.split('## From a terminal');
    expect(beginning).not.toMatch(/npm (start|test|run)/);
    expect(beginning!.slice(0, beginning!.indexOf('## Getting started in the editor'))).toMatch(/^# Informer Inspector\n[^#]*!\[[^#]*$/);
    expect(readme).toMatch(/No telemetry/);
    expect(readme).toMatch(/never writes/);
    const told = Object.keys(contributes.configuration?.properties ?? {}).filter((name) => !readme.includes(name) && !readme.includes(`\`.${name.split('.').at(-1)}\``));
    expect(told, 'settings that the README does not name').toEqual([]);
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
