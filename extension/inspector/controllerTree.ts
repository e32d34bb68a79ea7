import type { Clock } from '../base/clock.ts';
import { type Disposable, DisposableStore, toDisposable } from '../base/disposable.ts';
import { Emitter, type Event } from '../base/emitter.ts';
import type { HeldStep } from '../debugger/heldStep.ts';
import { ChangeBatches } from './changeBatches.ts';
import { type ControllerNode, type ControllerTreeNode, controllerNodeOf, type KeyNode, type KeyRangeNode } from './controllerNode.ts';
import { ControllerKeyNodes } from './controllerKeyNodes.ts';
import { HeldSteps } from './heldSteps.ts';
import type { KeyRow, KeyWrite } from './keyTable.ts';
import type { Session } from './session.ts';
import type { SessionController } from './sessionController.ts';
import type { Sessions } from './sessions.ts';
import { nodeId } from './treeNode.ts';
import { watchSessions } from './watchSessions.ts';

/** Nodes that look different now, or have other children; undefined: there are other controllers than before. */
export type ControllerTreeChange = readonly ControllerTreeNode[] | undefined;

interface Branch extends Disposable {
  readonly node: ControllerNode;
  readonly keys: ControllerKeyNodes;
}

/** The tree of everything that controllers do, without a view: who shows it asks for children and is told of changes. */
export class ControllerTree implements Disposable {
  readonly #sessions: Sessions;
  readonly #branches = new Map<SessionController, Branch>();
  readonly #held = new Map<Session, HeldSteps>();
  readonly #owned = new DisposableStore();
  readonly #onChange = new Emitter<ControllerTreeChange>();
  readonly #batches: ChangeBatches<ControllerTreeNode | undefined>;
  #made = 0;

  constructor(sessions: Sessions, clock: Clock) {
    this.#sessions = sessions;
    this.#batches = new ChangeBatches(clock, (changed) => this.#tell(changed));
    this.#owned.add(watchSessions(sessions, (session) => this.#watch(session)));
  }

  readonly onChange: Event<ControllerTreeChange> = this.#onChange.event;

  roots(): readonly ControllerNode[] {
    return this.#sessions.all.flatMap(({ controllers }) => controllers.all.flatMap((controller) => this.#branches.get(controller)?.node ?? []));
  }

  children(node: ControllerTreeNode): readonly ControllerTreeNode[] {
    switch (node.type) {
      case 'controller':
      case 'keyRange':
        return this.#keysOf(node)?.children(node) ?? [];
      case 'key': {
        const held = this.heldOf(node);
        const isWrite = held?.point === 'reconcile.write';
        return [
          ...(isWrite ? [{ type: 'heldWrite', id: nodeId('heldWrite', node.id, String(held.id)), parent: node, hold: held.id } as const] : []),
          ...(this.rowOf(node)?.writes ?? []).map(({ seq }) => ({ type: 'write', id: nodeId('write', node.id, String(seq)), parent: node, seq }) as const),
        ];
      }
      default:
        return [];
    }
  }

  parentOf(node: ControllerTreeNode): ControllerTreeNode | undefined {
    return node.type === 'controller' ? undefined : node.parent;
  }

  nodeOf(controller: SessionController): ControllerNode | undefined {
    return this.#branches.get(controller)?.node;
  }

  /** The node of a key; undefined when the controller has not got it. */
  find(controller: SessionController, key: string): KeyNode | undefined {
    return this.#branches.get(controller)?.keys.find(key);
  }

  rowOf({ key, ...node }: KeyNode): KeyRow | undefined {
    return controllerNodeOf(node.parent).controller.record.keys.get(key);
  }

  writeOf({ parent, seq }: { readonly parent: KeyNode; readonly seq: number }): KeyWrite | undefined {
    return this.rowOf(parent)?.writes.find((write) => write.seq === seq);
  }

  /** The step of this key that is held now. */
  heldOf(node: KeyNode): HeldStep | undefined {
    const { session, controller } = controllerNodeOf(node);
    return this.#held.get(session)?.of({ owner: controller.name, key: node.key });
  }

  /** Keys of a range, and the first and the last of them. */
  range(node: KeyRangeNode): { readonly count: number; readonly first: string; readonly last: string } {
    return this.#keysOf(node)?.range(node) ?? { count: 0, first: '', last: '' };
  }

  /** Keys that somebody has asked for: others are not shown. */
  shownKeys(): readonly KeyNode[] {
    return [...this.#branches.values()].flatMap(({ keys }) => keys.shown());
  }

  dispose(): void {
    this.#owned.dispose();
    this.#batches.dispose();
    this.#onChange.dispose();
  }

  #keysOf(node: ControllerTreeNode): ControllerKeyNodes | undefined {
    return this.#branches.get(controllerNodeOf(node).controller)?.keys;
  }

  #watch(session: Session): Disposable {
    const held = new HeldSteps(session.stepper);
    this.#held.set(session, held);
    const listeners = [
      session.controllers.onChange(() => this.#syncControllers(session)),
      session.stepper.onChange(() => {
        held.invalidate();
        this.#batches.tellLater();
      }),
    ];
    this.#syncControllers(session);
    return toDisposable(() => {
      for (const listener of listeners) listener.dispose();
      this.#held.delete(session);
      for (const branch of this.#branches.values()) if (branch.node.session === session) this.#drop(branch);
    });
  }

  #syncControllers(session: Session): void {
    const present = new Set(session.controllers.all);
    for (const branch of this.#branches.values()) if (branch.node.session === session && !present.has(branch.node.controller)) this.#drop(branch);
    for (const controller of present) {
      const branch = this.#branches.get(controller);
      if (branch) {
        this.#batches.change(branch.node);
      } else {
        this.#branches.set(controller, this.#newBranch(session, controller));
        this.#batches.change(undefined);
      }
    }
  }

  #drop(branch: Branch): void {
    branch.dispose();
    this.#branches.delete(branch.node.controller);
    this.#batches.forget(branch.node);
    this.#batches.change(undefined);
  }

  #newBranch(session: Session, controller: SessionController): Branch {
    const node: ControllerNode = { type: 'controller', id: nodeId('controller', session.instance, String(++this.#made)), session, controller };
    const keys = new ControllerKeyNodes(node);
    const listener = controller.record.keys.onChange((key) => {
      this.#batches.count(node);
      const shown = key === undefined ? undefined : keys.shownNode(key);
      if (key === undefined) {
        keys.reset();
        this.#batches.change(node);
      } else if (shown) {
        this.#batches.change(shown);
      }
    });
    return { node, keys, dispose: () => listener.dispose() };
  }

  #tell(told: Set<ControllerTreeNode | undefined>): void {
    for (const node of this.#otherwiseHeld()) told.add(node);
    const all = told.has(undefined);
    const present = [...told].filter((node) => node !== undefined && this.#branches.has(controllerNodeOf(node).controller)) as ControllerTreeNode[];
    const controllers = new Set(present.filter((node) => node.type === 'controller'));
    // With a controller all that is below it is looked at.
    const changed = present.filter((node) => node.type === 'controller' || !controllers.has(controllerNodeOf(node)));
    if (all) this.#onChange.fire(undefined);
    else if (changed.length > 0) this.#onChange.fire(changed);
  }

  #otherwiseHeld(): readonly KeyNode[] {
    return Array.from(this.#held, ([{ controllers }, held]) =>
      held.takeChanges().flatMap(({ owner, key }) => {
        const controller = controllers.get(owner);
        return (controller && this.#branches.get(controller)?.keys.shownNode(key)) ?? [];
      }),
    ).flat();
  }
}
