import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesIn } from '../support/filesIn.ts';
import { bareTexts } from '../support/bareTexts.ts';
import { hostTexts } from '../support/hostTexts.ts';
import { sayingTexts } from '../support/sayingTexts.ts';
import { root } from '../tools/project.ts';
import { readJson } from './manifest.ts';

type Texts = Readonly<Record<string, string>>;

/** Held to each other here, and to VS Code's way of finding them: `package.nls.LANGUAGE.json`, and `bundle.l10n.LANGUAGE.json` in the folder that the manifest names. */
const language = 'zh-cn';
const { l10n: folder } = readJson<{ l10n: string }>('package.json');
const english = readJson<Texts>('package.nls.json');
const manifestTexts = readJson<Texts>(`package.nls.${language}.json`);
const hostTranslations = readJson<Texts>(path.join(folder, `bundle.l10n.${language}.json`));

const sources = [...filesIn(path.join(root, 'extension'))].filter(([file]) => file.endsWith('.ts')).map(([file, source]) => ({ file, source: source.toString() }));
const read = sources.map(({ file, source }) => ({ file, ...hostTexts(source) }));
/** What errors say: their texts stand where they are made, and this file alone has them translated. */
const sayings = sources.flatMap(({ file, source }) => sayingTexts(source).map(({ text, line }) => ({ at: `${file}:${line}`, text })));
const wordsOfSayings = 'ui/sayingWords.ts';
const texts = [...read.flatMap((found) => found.texts), ...sayings.map(({ text }) => ({ key: text, text, values: undefined }))];

/** `{0}`, `{name}`: what VS Code fills in. */
const places = (text: string): readonly string[] => [...new Set(Array.from(text.matchAll(/\{\w+\}/g), ([place]) => place))].toSorted();
const without = (all: readonly string[], known: Texts): readonly string[] => [...new Set(all)].filter((key) => !Object.hasOwn(known, key));
/** What must be in a translation as it is in the English: commands of links, icons, code, ids of settings. */
const kept = (text: string): readonly string[] => (text.match(/\]\(command:[^)]*\)|\$\([\w~-]+\)|`[^`]*`|#[\w.]+#/g) ?? []).toSorted();
const hasChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);
/** Terms of the trade and names stay English, so that they are found in client-go's documents, and units are the panel's. */
const terms = new Set(
  `informer inspector playground kubeconfig context namespace serviceaccount server replica workers handler handlers controller reconciler reconcile
  reflector deltafifo delta indexer workqueue event key owner node label kind list watch resync bookmark dry run done expired s min h`.split(/\s+/),
);

describe('the manifest in Simplified Chinese', () => {
  it('has each text, and none that the manifest does not have', () => {
    expect(without(Object.keys(english), manifestTexts)).toEqual([]);
    expect(without(Object.keys(manifestTexts), english)).toEqual([]);
  });

  it('links to the same commands, and has the same icons, names of settings and code', () => {
    const differing = Object.entries(manifestTexts).filter(([key, text]) => kept(text).join(' ') !== kept(english[key] ?? '').join(' '));
    expect(differing).toEqual([]);
  });

  it('says of a command that it asks for more where the English does', () => {
    const asks = (text = ''): boolean => text.endsWith('...');
    expect(Object.entries(manifestTexts).filter(([key, text]) => key.startsWith('command.') && asks(text) !== asks(english[key]))).toEqual([]);
  });

  it('is Chinese where it is more than names', () => {
    const names = new Set(['extension.displayName', 'category', 'container.title', 'view.informers', 'view.controllers']);
    expect(Object.keys(manifestTexts).filter((key) => !names.has(key) && !hasChinese(manifestTexts[key]!))).toEqual([]);
  });
});

describe('the host in Simplified Chinese', () => {
  it('every text is a literal, which somebody can translate', () => {
    expect(read.flatMap(({ file, unreadable }) => (file === wordsOfSayings ? [] : unreadable.map(({ line, what }) => `${file}:${line} ${what}`)))).toEqual([]);
    expect(read.find(({ file }) => file === wordsOfSayings)?.unreadable).toHaveLength(1);
    expect(texts.length).toBeGreaterThan(500);
  });

  it('has each text, and none that nobody shows', () => {
    const keys = texts.map(({ key }) => key);
    expect(without(keys, hostTranslations)).toEqual([]);
    expect(without(Object.keys(hostTranslations), Object.fromEntries(keys.map((key) => [key, key])))).toEqual([]);
  });

  it('fills in the same, of each text as many as it has places', () => {
    const differing = texts.filter(({ key, text }) => places(text).join() !== places(hostTranslations[key] ?? '').join());
    expect(differing.map(({ text }) => text)).toEqual([]);
    const miscounted = texts.filter(({ text, values }) => values !== undefined && places(text).filter((place) => /\d/.test(place)).join() !== Array.from({ length: values }, (_, index) => `{${index}}`).join());
    expect(miscounted.map(({ text }) => text)).toEqual([]);
  });

  it('is Chinese where it is more than terms of the trade', () => {
    const words = (text: string): readonly string[] => text.replaceAll(/\{\w+\}/g, '').toLowerCase().match(/\p{L}+/gu) ?? [];
    expect(Object.entries(hostTranslations).filter(([, text]) => !hasChinese(text) && words(text).some((word) => !terms.has(word)))).toEqual([]);
  });

  it('has each sentence of an error in Chinese, and none shows a person the English one', () => {
    expect(sayings.length).toBeGreaterThan(150);
    const hasWords = (text: string): boolean => /\p{L}/u.test(text.replaceAll(/\{\d+\}/g, ''));
    expect(sayings.filter(({ text }) => hasWords(text) && (hostTranslations[text] ?? text) === text)).toEqual([]);
    expect(sources.filter(({ file, source }) => file.startsWith('ui/') && /\b(error|reason)\.(message|data\.problem\.message)\b/.test(source)).map(({ file }) => file)).toEqual(['ui/sentences.ts']);
  });

  it('is found where VS Code looks for it', async () => {
    expect(existsSync(path.join(root, folder))).toBe(true);
    expect(await readdir(path.join(root, folder))).toEqual([`bundle.l10n.${language}.json`]);
  });
});

it('terms of the trade stay as they are', () => {
  const translated = /反射器|索引器|墓碑|(?<!证)书签|命名空间|上下文|工作队列|调谐|通知器|处理器|容器组/;
  expect([...Object.entries(manifestTexts), ...Object.entries(hostTranslations)].filter(([, text]) => translated.test(text))).toEqual([]);
});

it('nothing that a person reads is written without being translated', () => {
  /** Names of resources, languages and the product, and examples of what is typed: the same in each language. */
  const same = /^(Informer Inspector|TypeScript|JavaScript|[a-z0-9/]+\/v?[a-z0-9/]*|label-keeper|spec\.replicas|object\.spec\.replicas != oldObject\.spec\.replicas|\{key\} \{delta\})$/;
  const bare = sources.filter(({ file }) => file.startsWith('ui/') && !file.startsWith('ui/panelTexts/')).flatMap(({ file, source }) => bareTexts(source).map(({ text, line }) => ({ at: `${file}:${line}`, text })));
  expect(bare.length).toBeGreaterThan(0);
  expect(bare.filter(({ text }) => !same.test(text))).toEqual([]);
});
