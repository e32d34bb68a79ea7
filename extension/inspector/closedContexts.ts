import type { Disposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import { type Identity, identityOf } from '../cluster/identity.ts';
import type { KubeconfigContext } from '../cluster/kubeconfig.ts';
import { selectContext } from '../cluster/selectContext.ts';
import type { KubeconfigStore } from './kubeconfigStore.ts';
import type { Sessions } from './sessions.ts';
import { sourceId } from './sessionSource.ts';
import { nodeId } from './treeNode.ts';

/** So many stand at the top. */
export const mostRows = 12;

/** A context of the kubeconfig on which there is no session. */
export interface ClosedContextNode extends Pick<KubeconfigContext, 'name' | 'cluster' | 'namespace' | 'server'> {
  readonly type: 'closedContext';
  readonly id: string;
  /** It is what is meant where nobody names one. */
  readonly isCurrent: boolean;
  /** Who would ask; undefined where it leads nowhere. */
  readonly identity: Identity | undefined;
  /** A KubeconfigError: why it cannot be opened. */
  readonly fault: unknown;
  /** The files that were read. */
  readonly paths: readonly string[];
}

/** Those that come after these stand below it. */
export interface MoreContextsNode {
  readonly type: 'moreContexts';
  readonly id: string;
  readonly count: number;
}

export type ClosedContextRow = ClosedContextNode | MoreContextsNode;

/**
 * The contexts that could be opened beside what is. All that is known of them is what the kubeconfig said when it was read last: nothing is asked of a cluster and no credential
 * plugin runs before somebody opens one.
 */
export class ClosedContexts implements Disposable {
  readonly #kubeconfig: Pick<KubeconfigStore, 'state' | 'context'>;
  readonly #sessions: Pick<Sessions, 'get'>;
  readonly #onChange = new Emitter<void>();
  readonly #subscription: Disposable;
  /** As they were made last, with what they say. */
  #nodes = new Map<string, { readonly text: string; readonly node: ClosedContextNode }>();
  /** Somebody has looked below the last row. */
  #isOpened = false;
  #told = '';

  constructor(kubeconfig: Pick<KubeconfigStore, 'state' | 'context' | 'onChange'>, sessions: Pick<Sessions, 'get'>) {
    this.#kubeconfig = kubeconfig;
    this.#sessions = sessions;
    this.#subscription = kubeconfig.onChange(() => this.#tell());
  }

  /** Fires when the kubeconfig says something else of them. That one is open now, or no more, the sessions tell. */
  readonly onChange: Event<void> = this.#onChange.event;

  /** In the order of the kubeconfig. */
  get all(): readonly KubeconfigContext[] {
    const { state } = this.#kubeconfig;
    if (state.kind !== 'read') return [];
    return state.kubeconfig.contexts.filter(({ name }) => !this.#sessions.get(sourceId({ kind: 'context', context: name })));
  }

  /** A dozen at most, the current one among them, and one row for all others. A row is the same object for as long as it says the same. */
  rows(): readonly ClosedContextRow[] {
    const { all } = this;
    const shown = firstOf(all, this.#kubeconfig.context);
    const rows = this.#made(shown);
    const count = all.length - shown.length;
    return count > 0 ? [...rows, { type: 'moreContexts', id: nodeId('moreContexts'), count }] : rows;
  }

  /** Those below the last row. */
  more(): readonly ClosedContextNode[] {
    this.#isOpened = true;
    const { all } = this;
    const shown = new Set(firstOf(all, this.#kubeconfig.context));
    return this.#made(all.filter((context) => !shown.has(context)));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#onChange.dispose();
  }

  #made(contexts: readonly KubeconfigContext[]): readonly ClosedContextNode[] {
    return contexts.map((context) => {
      const node = this.#node(context);
      const text = textOf(node);
      const known = this.#nodes.get(context.name);
      if (known?.text === text) return known.node;
      this.#nodes.set(context.name, { text, node });
      return node;
    });
  }

  #node(context: KubeconfigContext): ClosedContextNode {
    const { state, context: current } = this.#kubeconfig;
    const { name, cluster, namespace, server } = context;
    const paths = state.kind === 'read' ? state.kubeconfig.paths : [];
    const node = { type: 'closedContext', id: nodeId('closedContext', name), name, cluster, ...(namespace !== undefined && { namespace }), ...(server !== undefined && { server }), isCurrent: name === current, paths } as const;
    try {
      const identity = state.kind === 'read' ? identityOf(selectContext(state.kubeconfig, name)) : undefined;
      return { ...node, identity, fault: undefined };
    } catch (fault) {
      return { ...node, identity: undefined, fault };
    }
  }

  #tell(): void {
    const { all } = this;
    const there = new Set(all.map(({ name }) => name));
    for (const name of this.#nodes.keys()) if (!there.has(name)) this.#nodes.delete(name);
    const rows = [...this.rows(), ...(this.#isOpened ? this.more() : [])];
    const text = JSON.stringify([all.length, ...rows.map((row) => (row.type === 'closedContext' ? textOf(row) : ''))]);
    if (text === this.#told) return;
    this.#told = text;
    this.#onChange.fire();
  }
}

function firstOf(all: readonly KubeconfigContext[], current: string | undefined): readonly KubeconfigContext[] {
  const first = all.slice(0, mostRows);
  const meant = all.slice(mostRows).find(({ name }) => name === current);
  return meant ? [...first.slice(0, -1), meant] : first;
}

function textOf({ fault, ...node }: ClosedContextNode): string {
  return JSON.stringify([node, fault instanceof Error ? fault.message : fault]);
}
