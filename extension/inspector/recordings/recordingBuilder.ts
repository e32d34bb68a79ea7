import type { KeyedHash } from '../../kube/mask.ts';
import { formatResource, informerName, parseInformerName, parseResource } from '../../kube/resource.ts';
import type { TraceEntry, TraceKind } from '../../trace/entry.ts';
import { type CacheLine, formatVersion, type ListInput, type RecordedInformer, type RecordingHeader, type RecordingLine, type SummaryLine, type WatchInput } from '../../trace/recording.ts';
import { maskEntry, maskLine } from './maskLine.ts';
import { numberEntries } from './numberEntries.ts';
import type { RecordedInput, Recording, RecordingFaults } from './recording.ts';
import { isEntryLine } from './recordingLine.ts';

/** So many lines are looked at in one turn of the event loop. */
const linesPerTurn = 1000;

/** And so many items of one list. */
const itemsPerTurn = 500;

/** A session has hardly more; each has a row wherever informers are shown. */
const maxInformers = 1000;

/** Kinds of entries that may quote what an object holds. */
const quoting: ReadonlySet<TraceKind> = new Set(['lint.raised', 'lint.cleared', 'reflector.error']);

/** Gathers the lines of a recording, and makes of them what can be looked at and replayed. */
export class RecordingBuilder {
  readonly #hash: KeyedHash;
  readonly #maxEntries: number;
  #header: RecordingHeader | undefined;
  readonly #entries: TraceEntry[] = [];
  readonly #input: { readonly line: ListInput | WatchInput; readonly number: number }[] = [];
  readonly #cache: CacheLine[] = [];
  #summary: SummaryLine | undefined;
  #skipped = 0;
  #first: RecordingFaults['first'];
  #cut: RecordingFaults['cut'];

  constructor({ hash, maxEntries }: { readonly hash: KeyedHash; readonly maxEntries: number }) {
    this.#hash = hash;
    this.#maxEntries = maxEntries;
  }

  add(line: RecordingLine, number: number): void {
    if (isEntryLine(line)) this.#addEntry(line);
    else if (!('kind' in line)) this.#header ??= line;
    else if (line.kind === 'summary') this.#summary = line;
    else if (line.kind === 'cache') this.#cache.push(line);
    else this.#input.push({ line, number });
  }

  skip(number: number, why: string): void {
    this.#skipped++;
    this.#first ??= { line: number, why };
  }

  /** What follows is not read. */
  cut(bound: NonNullable<RecordingFaults['cut']>): void {
    this.#cut ??= bound;
  }

  /** @param turn gives others a turn now and then */
  async build(format: Recording['format'], turn: () => Promise<void>): Promise<Recording> {
    const header = this.#header ?? { informerTrace: formatVersion };
    const informers = this.#informers(header);
    const ofSecrets = new Set(informers.filter(({ resource }) => isOfSecrets(resource)).map(({ name }) => name));
    const hasSecrets = ofSecrets.size > 0 || isOfSecrets(header.resource ?? '') || (header.informers ?? []).some(({ resource }) => isOfSecrets(resource));
    // Where it is not said of which informer something is, it may be of any.
    const areSecrets = (informer: string | undefined): boolean => (informer === undefined ? hasSecrets : ofSecrets.has(informer) || isOfSecrets(informer));
    const input = await this.#attributed(informers, areSecrets, turn);
    return {
      format,
      header,
      informers,
      entries: await numberEntries(this.#maskedEntries(areSecrets), turn),
      input: input.toSorted((one, other) => one.t - other.t),
      cache: this.#cache.map((line) => maskLine(line, this.#hash, areSecrets(undefined) || (informers.length === 0 && !('kind' in line.object)))),
      summary: this.#summary,
      faults: { skipped: this.#skipped, first: this.#first, cut: this.#cut },
    };
  }

  #addEntry(entry: TraceEntry): void {
    if (this.#entries.length < this.#maxEntries) this.#entries.push(entry);
    else this.cut('entries');
  }

  #maskedEntries(areSecrets: (informer: string | undefined) => boolean): readonly TraceEntry[] {
    return this.#entries.map((entry) => (quoting.has(entry.kind) && areSecrets(entry.informer) ? maskEntry(entry, this.#hash) : entry));
  }

  /** The line of an informer that cannot be told is of no use. */
  async #attributed(informers: readonly RecordedInformer[], areSecrets: (informer: string) => boolean, turn: () => Promise<void>): Promise<RecordedInput[]> {
    const only = informers.length === 1 ? informers[0]!.name : undefined;
    const attributed: RecordedInput[] = [];
    for (const [index, { line, number }] of this.#input.entries()) {
      const informer = line.informer ?? only;
      if (informer === undefined) this.skip(number, 'it does not say of which informer it is, and there are several');
      else attributed.push({ ...(await this.#masked(line, areSecrets(informer), turn)), informer });
      if (index % linesPerTurn === linesPerTurn - 1) await turn();
    }
    return attributed;
  }

  /** A list of a large cluster is one line. */
  async #masked(line: ListInput | WatchInput, secret: boolean, turn: () => Promise<void>): Promise<ListInput | WatchInput> {
    if (line.kind === 'input.watch' || !line.page || line.page.items.length <= itemsPerTurn) return maskLine(line, this.#hash, secret);
    const { items: all, ...page } = line.page;
    const items: object[] = [];
    let masked: ListInput = line;
    for (let start = 0; start < all.length; start += itemsPerTurn) {
      masked = maskLine({ ...line, page: { ...page, items: all.slice(start, start + itemsPerTurn) } }, this.#hash, secret);
      for (const item of masked.page!.items) items.push(item);
      await turn();
    }
    return { ...masked, page: { ...page, items } };
  }

  #informers(header: RecordingHeader): readonly RecordedInformer[] {
    const informers = new Map<string, RecordedInformer>();
    const add = (informer: RecordedInformer): void => {
      if (informers.size < maxInformers && !informers.has(informer.name) && parseResource(informer.resource)) informers.set(informer.name, informer);
    };
    for (const informer of header.informers ?? []) add(informer);
    const names = new Set<string>();
    for (const { informer } of this.#entries) if (informer !== undefined) names.add(informer);
    for (const { line } of this.#input) if (line.informer !== undefined) names.add(line.informer);
    const own = header.informers ? undefined : this.#ownInformer(header, names);
    if (own) add(own);
    for (const name of names) {
      const identity = parseInformerName(name);
      if (!identity) continue;
      add({ name, resource: formatResource(identity.resource), ...identity.scope });
    }
    return [...informers.values()];
  }

  /** The one of which the header itself tells. A bare name was looked up: then the entries have the whole. */
  #ownInformer(header: RecordingHeader, names: ReadonlySet<string>): RecordedInformer | undefined {
    const { resource, namespace, labelSelector, fieldSelector, metadataOnly, clientGo, queue, resyncPeriodMs, featureGates } = header;
    const [name] = names;
    const whole = (resource === undefined ? undefined : parseResource(resource)) ?? (name !== undefined && names.size === 1 ? parseInformerName(name)?.resource : undefined);
    if (!whole) return undefined;
    return {
      name: informerName(whole, namespace, metadataOnly),
      resource: formatResource(whole),
      ...(namespace !== undefined && { namespace }),
      ...(labelSelector !== undefined && { labelSelector }),
      ...(fieldSelector !== undefined && { fieldSelector }),
      ...(metadataOnly !== undefined && { metadataOnly }),
      ...(clientGo !== undefined && { clientGo }),
      ...(queue !== undefined && { queue }),
      ...(resyncPeriodMs !== undefined && { resyncPeriodMs }),
      ...(featureGates && { featureGates }),
    };
  }
}

/** A resource or the name of an informer, as whoever wrote it has it: `v1/secrets`, `secrets`, `v1/secrets@d`. */
function isOfSecrets(resource: string): boolean {
  const parsed = parseResource(resource) ?? parseInformerName(resource)?.resource;
  return parsed ? parsed.group === '' && parsed.resource === 'secrets' : /(?:^|\/)secrets?(?:@|$)/i.test(resource);
}
