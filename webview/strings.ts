import { articleStrings } from './article/articleStrings.ts';
import { type ArticleTable, articleTable } from './article/articleTable.ts';
import type { cacheStrings } from './pages/cache/cacheStrings.ts';
import type { chainStrings } from './pages/chain/chainStrings.ts';
import type { insideStrings } from './pages/server/insideStrings.ts';
import type { itemStrings } from './pages/item/itemStrings.ts';
import { lintsStrings } from './pages/lints/lintsStrings.ts';
import { queuesStrings } from './pages/queues/queuesStrings.ts';
import type { recordingStrings } from './pages/recording/recordingStrings.ts';
import type { scenarioStrings } from './pages/scenario/scenarioStrings.ts';
import type { serverStrings } from './pages/server/serverStrings.ts';
import type { timelineStrings } from './pages/timeline/timelineStrings.ts';
import { pipelineStrings } from './views/pipelineStrings.ts';
import { steppingStrings } from './stepping/steppingStrings.ts';
import { streamStrings } from './stream/streamStrings.ts';
import { timeStrings } from './time/timeStrings.ts';

/**
 * Every text that the panel has before its pages, which bring their own ({@link LaterTexts}). The host may hand over a translated table with the page
 * (`<script id="strings">`); what is missing there stays English. `{name}` is filled in; a text that counts has a form for each plural category.
 */
export const english = {
  chainPage: 'Chain',
  itemPage: 'Item',
  itemNotThere: 'none',
  cachePage: 'Cache',
  'valueKeys.one': '{count} key',
  'valueKeys.other': '{count} keys',
  checkSame: 'The cache is true: {objects} compared at version {version}.',
  checkDiffers: 'The cache differs from the server at version {version} in {keys}.',
  checkUndecided: 'No difference was proved at version {version}, but {keys} could not be decided.',
  checkFailed: 'It could not be compared: {message} Verify again when that is mended.',
  serverPage: 'API server',
  recordingPage: 'Recording',
  recordingNothingRuns: 'As it was recorded: nothing runs. Replay it to step through it.',
  openAgain: 'Open {title} Again',
  comparing: 'Comparing…',
  scenarioPage: 'Scenario',
  timelinePage: 'Timeline',
  ...queuesStrings,
  ...lintsStrings,
  ...steppingStrings,
  ...streamStrings,
  ...pipelineStrings,
  ...timeStrings,
  ...articleStrings,
  title: 'Informer Inspector',
  loading: 'Loading…',
  unreadable: 'The panel cannot read what the extension has sent. Close it and open it again; the log of Informer Inspector says what was wrong.',

  informer: 'Informer',
  allInformers: 'All informers',
  failing: '{informer} {state}',
  failingInformers: '{failing} of {informers} informers failing',
  ended: 'The session on {title} has ended; this is the last that was known of it.',
  gone: 'The session on {title} is gone.',
  noSession: 'No session is open. Start an informer in the Informers view, or try the playground.',
  startPlayground: 'Start Playground',
  connect: 'Connect to {title}',

  details: 'Details',
  pages: 'Pages',
  enlarge: 'Enlarge Page',
  enlargeBack: 'Show the stream beside the page again',
  sideWidth: 'Width of the pages',
  timelineHeight: 'Height of the timeline',
  empty: 'empty',
  noDeltaQueue: 'No informer is running.',
  nothingWaits: 'No delta is waiting.',
  noWorkQueue: 'No controller is running.',
  andMore: 'and {count} more',
  earlier: '{count} earlier',
  dueIn: 'in {duration}',
  due: 'due',

  entry: 'Entry #{seq}',
  entryGone: 'This entry is not kept any more.',
  close: 'Close Details',
  openObject: 'Open Object',
  fieldTime: 'Time',
  fieldKind: 'Kind',
  fieldInformer: 'Informer',
  fieldKey: 'Key',
  fieldVersion: 'Version',
  fieldChange: 'Change',
  fieldCauses: 'Caused by',
  goToEntry: 'Go to entry #{seq}',

  announceReflector: 'Reflector of {informer}: {state}. {detail}',
  announceEnded: 'The session has ended.',
} as const;

/** Texts that come with a page, which is read when it is needed. */
export type LaterTexts = typeof cacheStrings &
  typeof chainStrings &
  typeof insideStrings &
  typeof itemStrings &
  typeof recordingStrings &
  typeof scenarioStrings &
  typeof serverStrings &
  typeof timelineStrings;

const later = new Map<string, string>();

/** From now on these are known, too: for the file of a page that brings its own. */
export function addTexts(texts: Readonly<Partial<Record<keyof LaterTexts, string>>>): void {
  for (const [key, text] of Object.entries(texts)) later.set(key, text);
}

export type StringKey = keyof typeof english | keyof LaterTexts;
type PluralOf<Key> = Key extends `${infer Noun}.other` ? Noun : never;
export type PluralKey = PluralOf<StringKey>;
export type Values = Readonly<Record<string, string>>;

export interface Texts {
  /** Of the texts (BCP 47). */
  readonly language: string;
  /** What the article tells otherwise, by row. */
  readonly article: ArticleTable;
  /** The text, with its `{name}`s filled in. */
  t(key: StringKey, values?: Values): string;
  /** The text in the plural form for `count`, which it names as `{count}`. */
  n(key: PluralKey, count: number): string;
  /** A whole number as it is written in this language. */
  count(number: number): string;
}

/**
 * @param language of the texts, for plural forms and numbers (BCP 47)
 * @param table translated texts; anything in it that is not a text for a known key is ignored
 * @param article what the article tells otherwise, in both languages
 */
export function createTexts(language: string, table: unknown = undefined, article: unknown = undefined): Texts {
  const numbers = new Intl.NumberFormat(language);
  const plurals = new Intl.PluralRules(language);
  const given: ReadonlyMap<string, unknown> = new Map(typeof table === 'object' && table !== null ? Object.entries(table) : []);
  const template = (key: StringKey): string => {
    const translated = given.get(key);
    return typeof translated === 'string' ? translated : (englishOf(key) ?? key);
  };
  return {
    language,
    article: articleTable(article),
    t: (key, values) => fill(template(key), values),
    n: (key, count) => {
      const form = `${key}.${plurals.select(count)}`;
      const known = englishOf(form) !== undefined || typeof given.get(form) === 'string';
      return fill(template((known ? form : `${key}.other`) as StringKey), { count: numbers.format(count) });
    },
    count: (number) => numbers.format(number),
  };
}

function englishOf(key: string): string | undefined {
  return (english as Readonly<Record<string, string>>)[key] ?? later.get(key);
}

function fill(template: string, values: Values = {}): string {
  return template.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
