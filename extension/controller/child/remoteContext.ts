import type { KubeObject, ReconcileCache, ReconcileClient, ReconcileContext, ResourceName, StatusClient } from '../api.ts';
import type { Call } from '../process/messages.ts';
import { frozenView, type OnMutation } from '../frozenView.ts';

/** What contexts have in common: the way to the extension. */
export interface Calls {
  /** @throws what the extension, or the server behind it, refuses with */
  ask(run: number, call: Call): Promise<unknown>;
  log(run: number, message: unknown): void;
  mutation(run: number, path: string): void;
  /** Aborts when the controller stops. */
  signal(run: number): AbortSignal;
}

/** The context of one run, made of calls to the extension. */
export class RemoteContext implements ReconcileContext {
  readonly cache: ReconcileCache;
  readonly client: ReconcileClient;
  readonly log: (message: string) => void;
  readonly #calls: Calls;
  readonly #run: number;

  constructor(calls: Calls, run: number) {
    this.#calls = calls;
    this.#run = run;
    this.cache = new RemoteCache(calls, run);
    this.client = new RemoteClient(calls, run);
    this.log = (message) => calls.log(run, message);
  }

  /** Made when somebody asks for it: most reconciles do not. */
  get signal(): AbortSignal {
    return this.#calls.signal(this.#run);
  }
}

class RemoteCache implements ReconcileCache {
  readonly #calls: Calls;
  readonly #run: number;

  constructor(calls: Calls, run: number) {
    this.#calls = calls;
    this.#run = run;
  }

  async get(resource: ResourceName, namespace: string | undefined, name: string): Promise<KubeObject | undefined> {
    const object = await this.#calls.ask(this.#run, { verb: 'get', resource, ...inNamespace(namespace), name });
    return object === undefined || object === null ? undefined : this.#frozen(object as KubeObject);
  }

  async list(resource: ResourceName, namespace?: string): Promise<readonly KubeObject[]> {
    return this.#allFrozen(await this.#calls.ask(this.#run, { verb: 'list', resource, ...inNamespace(namespace) }));
  }

  async byIndex(resource: ResourceName, index: string, value: string): Promise<readonly KubeObject[]> {
    return this.#allFrozen(await this.#calls.ask(this.#run, { verb: 'byIndex', resource, index, value }));
  }

  /** The list itself is the author's own; client-go gives a new one, too. */
  #allFrozen(objects: unknown): readonly KubeObject[] {
    return (objects as readonly KubeObject[]).map((object) => this.#frozen(object));
  }

  #frozen(object: KubeObject): KubeObject {
    const onMutation: OnMutation = (path) => this.#calls.mutation(this.#run, path);
    return frozenView(object, onMutation);
  }
}

class RemoteClient implements ReconcileClient {
  readonly status: StatusClient;
  readonly #calls: Calls;
  readonly #run: number;

  constructor(calls: Calls, run: number) {
    this.#calls = calls;
    this.#run = run;
    this.status = {
      update: (resource, object) => this.#write({ verb: 'update', resource, object, status: true }),
      patch: (resource, namespace, name, patch) => this.#write({ verb: 'patch', resource, ...inNamespace(namespace), name, patch, status: true }),
      apply: (resource, object, options) => this.#write({ verb: 'apply', resource, object, status: true, ...options }),
    };
  }

  create(resource: ResourceName, object: KubeObject): Promise<KubeObject> {
    return this.#write({ verb: 'create', resource, object });
  }

  update(resource: ResourceName, object: KubeObject): Promise<KubeObject> {
    return this.#write({ verb: 'update', resource, object });
  }

  patch(resource: ResourceName, namespace: string | undefined, name: string, patch: unknown): Promise<KubeObject> {
    return this.#write({ verb: 'patch', resource, ...inNamespace(namespace), name, patch });
  }

  apply(resource: ResourceName, object: KubeObject, options?: { readonly force?: boolean }): Promise<KubeObject> {
    return this.#write({ verb: 'apply', resource, object, ...options });
  }

  async delete(resource: ResourceName, namespace: string | undefined, name: string): Promise<void> {
    await this.#write({ verb: 'delete', resource, ...inNamespace(namespace), name });
  }

  #write(call: Call): Promise<KubeObject> {
    return this.#calls.ask(this.#run, call) as Promise<KubeObject>;
  }
}

/** An author may say `undefined`, or nothing, for what has none. */
function inNamespace(namespace: string | undefined): { readonly namespace?: string } {
  return namespace === undefined || namespace === null ? {} : { namespace };
}
