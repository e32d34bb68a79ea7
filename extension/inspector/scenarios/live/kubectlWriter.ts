import { type Clock, sleep } from '../../../base/clock.ts';
import type { Random } from '../../../base/random.ts';
import { isRecord, type KubeObject } from '../../../kube/object.ts';
import { ApiError } from '../../../kube/status.ts';
import type { WriteVerb } from '../../../trace/entry.ts';
import type { ObjectRef } from '../objectRef.ts';
import type { ActionOf } from '../scenarioAction.ts';
import type { Undo } from '../scenarioStage.ts';
import { resourceOf } from './resourceOf.ts';
import { reversePatch } from './reversePatch.ts';
import type { OpenClient, ScenarioClient } from './scenarioClient.ts';

/** Who writes, in `managedFields`: as kubectl does. */
const managers = { create: 'kubectl-create', patch: 'kubectl-patch', setImage: 'kubectl-set' } as const;

/** Writes to the playground as a person with kubectl would, on a connection of its own; each write says how it is taken back. */
export class KubectlWriter {
  readonly #openClient: OpenClient;
  readonly #random: Random;
  readonly #clock: Clock;
  /** Namespaces that were made here: what is in them goes with them. */
  readonly #own = new Set<string>();
  #client: Promise<ScenarioClient> | undefined;

  constructor(openClient: OpenClient, clock: Clock, random: Random) {
    this.#openClient = openClient;
    this.#clock = clock;
    this.#random = random;
  }

  async create({ resource, object, times = 1, fill = 0 }: ActionOf<'create'>, signal: AbortSignal): Promise<Undo> {
    const made: ObjectRef[] = [];
    const undo: Undo = async (later) => {
      for (const each of made.toReversed()) await this.#unmake(each, later);
    };
    return this.#wholly(undo, async () => {
      for (let number = 1; number <= times; number++) {
        const numbered = numberedBody(object, number);
        const body = fill > 0 ? { ...numbered, data: { ...(isRecord(numbered['data']) && numbered['data']), filler: this.#filler(fill) } } : numbered;
        const { name = '', namespace } = body.metadata;
        const ref: ObjectRef = { resource, name, ...(namespace !== undefined && { namespace }) };
        await this.#write('create', ref, signal, managers.create, body);
        made.push(ref);
        if (resource === namespaces) this.#own.add(name);
      }
    });
  }

  async patch({ body, times = 1, ...ref }: ActionOf<'patch'>, signal: AbortSignal): Promise<Undo> {
    const before = await this.#get(ref, signal);
    return this.#wholly(this.#patchedBack(ref, reversePatch(body, before)), async () => {
      for (let number = 1; number <= times; number++) await this.#write('patch', ref, signal, managers.patch, numberedBody(body, number));
    });
  }

  async setImage({ namespace, deployment, container, image }: ActionOf<'setImage'>, signal: AbortSignal): Promise<Undo> {
    const ref: ObjectRef = { resource: 'apps/v1/deployments', namespace, name: deployment };
    const containers = containersOf(await this.#get(ref, signal));
    const index = containers.findIndex(({ name }) => name === container);
    if (index < 0) throw new Error(`deployment ${namespace}/${deployment} has no container ${container}`);
    const imageIs = (value: string | undefined) => [{ op: 'replace', path: `/spec/template/spec/containers/${index}/image`, value }];
    return this.#wholly(this.#patchedBack(ref, imageIs(containers[index]!.image)), () => this.#write('patch', ref, signal, managers.setImage, imageIs(image)));
  }

  async delete(ref: ObjectRef, signal: AbortSignal): Promise<void> {
    await this.#write('delete', ref, signal);
  }

  /** As the server has it; undefined where it has none. */
  async find(ref: ObjectRef, signal: AbortSignal): Promise<KubeObject | undefined> {
    return this.#get(ref, signal).catch(nothingFor404);
  }

  /** What is gone already is as it should be. */
  async deleted(ref: ObjectRef, signal: AbortSignal): Promise<void> {
    await this.delete(ref, signal).catch(nothingFor404);
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => undefined);
    this.#client = undefined;
    await client?.close();
  }

  /** All of it, or as good as nothing: what a failure leaves half done is taken back at once, since nobody else knows of it. */
  async #wholly(undo: Undo, write: () => Promise<void>): Promise<Undo> {
    try {
      await write();
      return undo;
    } catch (error) {
      const late = new AbortController();
      const timer = this.#clock.setTimer(undoneWithinMs, () => late.abort());
      await Promise.resolve(undo(late.signal)).catch(() => undefined);
      timer.dispose();
      throw error;
    }
  }

  #patchedBack(ref: ObjectRef, body: unknown): Undo {
    return async (signal) => {
      if (!this.#goesAlong(ref)) await this.#write('patch', ref, signal, managers.patch, body).catch(nothingFor404);
    };
  }

  async #unmake(ref: ObjectRef, signal: AbortSignal): Promise<void> {
    if (this.#goesAlong(ref)) return;
    await this.deleted(ref, signal);
    if (ref.resource !== namespaces) return;
    this.#own.delete(ref.name);
    // The next run of the scenario makes it again.
    while (await this.find(ref, signal)) if (!(await sleep(this.#clock, lookMs, signal))) return;
  }

  #goesAlong({ namespace }: ObjectRef): boolean {
    return namespace !== undefined && this.#own.has(namespace);
  }

  /** @throws ApiError 404 where the server has none */
  async #get({ resource, namespace, name }: ObjectRef, signal: AbortSignal): Promise<KubeObject> {
    return (await this.#opened()).objects.get(resourceOf(resource), namespace, name, signal);
  }

  async #write(verb: WriteVerb, { resource, namespace, name }: ObjectRef, signal: AbortSignal, fieldManager?: string, body?: unknown): Promise<void> {
    const { objects } = await this.#opened();
    const request = { verb, resource: resourceOf(resource), name, ...(namespace !== undefined && { namespace }), ...(body !== undefined && { body }) };
    await objects.write(request, { dryRun: false, ...(fieldManager !== undefined && { fieldManager }) }, signal);
  }

  #opened(): Promise<ScenarioClient> {
    return (this.#client ??= this.#openClient({ userAgent: kubectlAgent }));
  }

  /** Such as shares nothing with another, and cannot be made smaller. */
  #filler(bytes: number): string {
    let text = '';
    while (text.length < bytes) text += Math.floor(this.#random() * 2 ** 52).toString(36);
    return text.slice(0, bytes);
  }
}

const kubectlAgent = 'kubectl/v1.32.0 (scenario)';

const namespaces = 'v1/namespaces';
const undoneWithinMs = 10_000;
const lookMs = 50;

function numberedBody<Body extends object>(body: Body, number: number): Body {
  return JSON.parse(JSON.stringify(body).replaceAll('{n}', String(number))) as Body;
}

function nothingFor404(error: unknown): undefined {
  if (!ApiError.is(error, 404)) throw error;
}

interface Container {
  readonly name?: string;
  readonly image?: string;
}

function containersOf(deployment: KubeObject): readonly Container[] {
  const { spec } = deployment as { readonly spec?: { readonly template?: { readonly spec?: { readonly containers?: readonly Container[] } } } };
  return spec?.template?.spec?.containers ?? [];
}
