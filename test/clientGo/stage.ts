import { readFile } from 'node:fs/promises';
import { Buffer } from 'node:buffer';
import { expect } from 'vitest';
import { parse } from 'yaml';
import { seededRandomFor } from '../../extension/base/random.ts';
import { systemClock } from '../../extension/base/systemClock.ts';
import type { Cluster } from '../../extension/cluster/cluster.ts';
import { IntrospectionClient } from '../../extension/inspector/introspection/introspectionClient.ts';
import { readIntrospectionAddress } from '../../extension/inspector/introspection/introspectionTransport.ts';
import type { RequestFact } from '../../extension/introspection/apiserverFact.ts';
import type { FaultScope, FaultSpec } from '../../extension/introspection/faults.ts';
import type { KubeObject } from '../../extension/kube/object.ts';
import { parseResource } from '../../extension/kube/resource.ts';
import { resourcePath } from '../../extension/cluster/resourcePath.ts';
import { Changes } from '../cluster/support/changes.ts';
import { HttpsClient } from '../support/httpsClient.ts';
import { openClusterAt } from '../support/openCluster.ts';
import { PlaygroundProgram } from '../support/playgroundProgram.ts';
import { stateOf } from './informerCall.ts';

export type Fault = Pick<FaultSpec, 'kind'> & Partial<Omit<FaultSpec, 'scope'>> & { readonly scope?: Pick<FaultScope, 'verb'> };

/** Of what the seeded changes are made. */
export const changed = 'v1/configmaps';

const patience = { timeout: 120_000, interval: 20 };

/** A playground in a process of its own, and one who changes its config maps and asks what it has. */
export class Stage {
  readonly kubeconfig: string;
  readonly inside: IntrospectionClient;
  readonly #program: PlaygroundProgram;
  readonly #client: HttpsClient;
  readonly #cluster: Cluster;
  readonly #changes: Changes;
  readonly #requests: RequestFact[] = [];
  readonly #stop = new AbortController();
  readonly #following: Promise<void>;

  private constructor(program: PlaygroundProgram, kubeconfig: string, inside: IntrospectionClient, client: HttpsClient, cluster: Cluster, seed: number) {
    this.#program = program;
    this.kubeconfig = kubeconfig;
    this.inside = inside;
    this.#client = client;
    this.#cluster = cluster;
    this.#changes = new Changes({ cluster, resource: parseResource(changed)!, kind: 'ConfigMap', random: seededRandomFor(seed, 'changes'), namespaces: ['default', 'shop'], keys: 12 });
    this.#following = inside.follow((facts) => this.#requests.push(...facts.filter((fact): fact is RequestFact => fact.kind === 'apiserver.request' && fact.stage === 'RequestReceived')), this.#stop.signal);
  }

  /** Nothing moves in it by itself. */
  static async open(seed: number): Promise<Stage> {
    const program = new PlaygroundProgram(['--churn', 'off', '--speed', '0', '--introspection']);
    const { server, kubeconfig, introspection } = (await program.ready()) as Awaited<ReturnType<PlaygroundProgram['ready']>> & { readonly introspection: unknown };
    const { clusters, users } = parse(await readFile(kubeconfig, 'utf8')) as { clusters: { cluster: { 'certificate-authority-data': string } }[]; users: { user: { token: string } }[] };
    const client = new HttpsClient(server, Buffer.from(clusters[0]!.cluster['certificate-authority-data'], 'base64').toString(), users[0]!.user.token);
    const inside = new IntrospectionClient(readIntrospectionAddress(introspection)!, systemClock);
    return new Stage(program, kubeconfig, inside, client, await openClusterAt(kubeconfig, { userAgent: 'changes' }), seed);
  }

  /** What it wrote to standard error: nothing, when all is well. */
  get complaints(): string {
    return this.#program.err;
  }

  /** So many changes as the seed has them, one after the other, each after the one before was stored. */
  async write(count: number): Promise<void> {
    for (let index = 0; index < count; index++) await this.#changes.random();
  }

  /** One change of one kind, of the object of that number; those from 100 on are not the seed's. */
  async create(index: number): Promise<void> {
    await this.#changes.create(index);
  }

  async patch(index: number): Promise<void> {
    await this.#changes.patch(index);
  }

  async delete(index: number): Promise<void> {
    await this.#changes.delete(index);
  }

  /** A consistent list, as soon as there is one: `KEY UID VERSION` of each object, sorted. */
  async list(resource: string): Promise<readonly string[]> {
    const ask = (): ReturnType<HttpsClient['ask']> => this.#client.ask('GET', resourcePath(parseResource(resource)!, undefined));
    let { status, text } = await ask();
    while (status === 429) ({ status, text } = await ask()); // its caches begin anew
    if (status !== 200) throw new Error(`the list of ${resource} was answered with ${status}: ${text}`);
    return (JSON.parse(text) as { readonly items: readonly KubeObject[] }).items.map(stateOf).toSorted();
  }

  /** Switches it on for each of these clients, for their config maps. @returns its numbers */
  async strike(userAgents: readonly string[], fault: Fault): Promise<readonly number[]> {
    const ids: number[] = [];
    for (const userAgent of userAgents) ids.push((await this.inside.addFault({ ...fault, scope: { ...fault.scope, resource: changed, userAgent } })).at(-1)!.id);
    return ids;
  }

  /** Each of these faults has struck so often. */
  async struck(ids: readonly number[], times = 1): Promise<void> {
    const missing = async (): Promise<readonly string[]> => {
      const faults = await this.inside.faults();
      return faults.filter((fault) => ids.includes(fault.id) && fault.struck < times).map(({ kind, scope }) => `${kind} of ${scope.userAgent}`);
    };
    await expect.poll(missing, patience).toEqual([]);
  }

  /** Whom they have struck. */
  async struckBy(ids: readonly number[]): Promise<readonly string[]> {
    return (await this.inside.faults()).filter(({ id, struck }) => struck > 0 && ids.includes(id)).map(({ scope }) => scope.userAgent!);
  }

  /** How often they have struck, together. */
  async strikesOf(ids: readonly number[]): Promise<number> {
    return (await this.inside.faults()).filter(({ id }) => ids.includes(id)).reduce((sum, { struck }) => sum + struck, 0);
  }

  /** Its world moves so fast, and much happens in it. */
  async live(speed: number): Promise<void> {
    await this.inside.setChurn('busy');
    await this.inside.setWorldSpeed(speed);
  }

  async rest(): Promise<void> {
    await this.inside.setChurn('off');
    await this.inside.setWorldSpeed(0);
  }

  /** Resolves when so much more has been written, whoever wrote it. */
  async untilWritten(count: number): Promise<void> {
    const { revision } = await this.inside.storage();
    await expect.poll(async () => (await this.inside.storage()).revision, patience).toBeGreaterThan(revision + count);
  }

  /** Makes a change, and waits until it has struck. */
  async struckOnce(ids: readonly number[], change: () => Promise<void>): Promise<void> {
    await change();
    await this.struck(ids);
  }

  /** Each of these has a watch of config maps that has been sent all that it began with. */
  async watching(userAgents: readonly string[]): Promise<void> {
    const missing = async (): Promise<readonly string[]> => {
      const watchers = await this.inside.watchers(changed);
      return userAgents.filter((userAgent) => !watchers.some((watcher) => watcher.userAgent === userAgent && watcher.live && watcher.ended === ''));
    };
    await expect.poll(missing, patience).toEqual([]);
  }

  /** Lists and watches of config maps by that client, in order, without the bound of their time, which is drawn. */
  requestsOf(userAgent: string): readonly string[] {
    const own = this.#requests.filter((request) => request.userAgent === userAgent && request.path.endsWith('/configmaps'));
    return own.map(({ verb, query }) => {
      const parameters = new URLSearchParams(query);
      parameters.delete('timeoutSeconds');
      parameters.delete('timeout');
      parameters.sort();
      return `${verb} ${parameters}`;
    });
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#following;
    this.inside.dispose();
    this.#client.close();
    await this.#cluster.close();
    await this.#program.stop();
  }
}
