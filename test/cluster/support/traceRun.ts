import { expect } from 'vitest';
import type { Random } from '../../../extension/base/random.ts';
import type { Cluster } from '../../../extension/cluster/cluster.ts';
import type { InformerScope } from '../../../extension/informer/sharedInformer.ts';
import type { InformerChoices } from '../../../extension/informer/sharedInformerFactory.ts';
import { metaNamespaceKey } from '../../../extension/kube/key.ts';
import { type GroupVersionResource, formatResource } from '../../../extension/kube/resource.ts';
import { ApiError } from '../../../extension/kube/status.ts';
import { openClusterAt } from '../../support/openCluster.ts';
import type { ComparedServer } from './comparedServer.ts';
import { type NormalTrace, normalTrace } from './normalTrace.ts';
import { NetworkLine } from './networkLine.ts';
import { before, bulkBefore, type ScriptedWrite, type ScriptStep } from './traceScript.ts';
import { type ClusterState, identityOf, WatchedInformer } from './watchedInformer.ts';

const patience = { timeout: 120_000, interval: 5 };
const never = new AbortController().signal;
const atOnce = 16;

export interface TraceVariant {
  readonly name: string;
  readonly resource: GroupVersionResource;
  readonly scope: InformerScope;
  readonly settings: InformerChoices;
}

/** Of one step: what the server answered to each change, and what each informer did, by its name. */
export interface StepTrace {
  readonly answers: readonly string[];
  readonly informers: Readonly<Record<string, NormalTrace>>;
}

interface Running {
  readonly variant: TraceVariant;
  readonly watched: WatchedInformer;
  /** Up to where its trace belongs to earlier steps. */
  seen: number;
}

/** Plays a script to one server, with informers that look on through connections that can be dropped. */
export class TraceRun {
  readonly #server: ComparedServer;
  readonly #line: NetworkLine;
  /** Writes and looks past the line. */
  readonly #writer: Cluster;
  readonly #running: Running[];

  private constructor(server: ComparedServer, line: NetworkLine, writer: Cluster, reader: Cluster, variants: readonly TraceVariant[], random: Random) {
    this.#server = server;
    this.#line = line;
    this.#writer = writer;
    this.#running = variants.map((variant) => ({ variant, watched: new WatchedInformer({ cluster: reader, ...variant, random }), seen: 0 }));
  }

  /** @returns what each step led to, the first list before them all */
  static async play(server: ComparedServer, script: readonly ScriptStep[], variants: readonly TraceVariant[], random: Random): Promise<readonly StepTrace[]> {
    const line = await NetworkLine.to(server.server);
    const [writer, reader] = [await openClusterAt(server.kubeconfig), await openClusterAt(await line.kubeconfig(server))];
    const answers: string[] = [];
    for (const write of before) answers.push(await sent(writer, server, write));
    for (let index = 0; index < bulkBefore.length; index += atOnce) answers.push(...(await Promise.all(bulkBefore.slice(index, index + atOnce).map((write) => sent(writer, server, write)))));
    const run = new TraceRun(server, line, writer, reader, variants, random);
    try {
      const steps = [await run.#ended(answers)];
      for (const step of script) steps.push(await run.#play(step));
      return steps;
    } finally {
      for (const { watched } of run.#running) await watched.stop();
      await Promise.all([writer.close(), reader.close()]);
      await line.close();
    }
  }

  async #play(step: ScriptStep): Promise<StepTrace> {
    switch (step.do) {
      case 'write':
        return this.#ended([await sent(this.#writer, this.#server, step.write)], step.write.resource);
      case 'away':
        return this.#ended(await this.#away(step), undefined, step.back === 'relist');
      case 'resync':
        for (const { watched, variant } of this.#running) expect(watched.informer.resyncNow(), variant.name).toBe(true);
        return this.#ended([]);
    }
  }

  async #away({ writes, back }: ScriptStep & { readonly do: 'away' }): Promise<string[]> {
    this.#line.stall();
    this.#line.cut('closed');
    for (const one of this.#running) await expect.poll(() => this.#since(one).some(({ kind }) => kind === 'reflector.watch'), { ...patience, message: `${one.variant.name} opens its watch again` }).toBe(true);
    const answers: string[] = [];
    for (const write of writes) answers.push(await sent(this.#writer, this.#server, write));
    if (back === 'relist') for (const { watched } of this.#running) watched.informer.relist('the script has it');
    this.#line.resume('late');
    return answers;
  }

  /** Waits until everybody knows what the server has. */
  async #ended(answers: readonly string[], resource?: GroupVersionResource, relisted = false): Promise<StepTrace> {
    for (const one of this.#running) {
      const { watched, variant } = one;
      if (resource && resource !== variant.resource) continue;
      const state = await this.#stateFor(variant);
      const said = (what: string): object => ({ ...patience, message: `${what} of ${variant.name} on ${this.#server.name}` });
      await expect.poll(() => watched.cached, said('the cache')).toEqual(state);
      await expect.poll(() => watched.told, said('the handler')).toEqual(state);
      if (relisted) await expect.poll(() => this.#since(one).findLast(({ kind }) => kind === 'reflector.relist' || kind === 'reflector.watch')?.kind, said('the list')).toBe('reflector.watch');
      await expect.poll(() => watched.entries().findLast(({ kind }) => kind === 'reflector.watch' || kind === 'reflector.accepted')?.kind, said('the watch')).toBe('reflector.accepted');
      await expect.poll(() => watched.isIdle, said('the rest')).toBe(true);
    }
    const informers = this.#running.map((one) => {
      const trace = normalTrace(this.#since(one));
      one.seen = one.watched.trace.lastSeq;
      return [one.variant.name, trace] as const;
    });
    return { answers, informers: Object.fromEntries(informers) };
  }

  #since({ watched, seen }: Running) {
    return watched.entries().filter(({ seq }) => seq > seen);
  }

  async #stateFor({ resource, scope }: TraceVariant): Promise<ClusterState> {
    const { items } = await this.#writer.listerWatcher(resource, scope).list({}, never);
    return new Map(items.map((object) => [metaNamespaceKey(object), identityOf(object)]));
  }
}

/** In a word what the server made of a change. */
async function sent(writer: Cluster, server: ComparedServer, write: ScriptedWrite): Promise<string> {
  if (write.verb === 'kubectl') {
    const done = await server.kubectl(write.args).then(() => 'done', () => 'refused');
    return `kubectl ${write.args.join(' ')}: ${done}`;
  }
  const what = `${write.verb} ${formatResource(write.resource)} ${write.name}`;
  try {
    await writer.objects.write(write, { dryRun: false, fieldManager: 'test' }, never);
    return `${what}: done`;
  } catch (error) {
    if (ApiError.is(error)) return `${what}: ${error.status} ${error.reason}`;
    throw error;
  }
}
