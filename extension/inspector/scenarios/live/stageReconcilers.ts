import type { TraceEntry } from '../../../trace/entry.ts';
import type { Session } from '../../session.ts';
import type { ObjectRef } from '../objectRef.ts';
import type { ActionOf } from '../scenarioAction.ts';
import type { Undo } from '../scenarioStage.ts';

/** What a scenario's own client can take away. */
interface Remover {
  /** What is not there any more is as it should be. */
  deleted(ref: ObjectRef, signal: AbortSignal): Promise<void>;
}

/**
 * Runs a sample; what it has made is gone with it. One that a person runs already does as well, and is left alone.
 * @throws when it did not come up
 */
export async function runReconciler(session: Session, { sample, priority, namespace }: ActionOf<'runReconciler'>, remover: Remover, signal: AbortSignal): Promise<Undo | undefined> {
  const { controllers, tracer } = session;
  if (controllers.all.some(({ source, state }) => source.kind === 'sample' && source.name === sample && state !== 'crashed' && state !== 'stopped')) return undefined;
  const made = new MadeObjects();
  // From the first write of its setup on, and whatever the trace may drop meanwhile.
  const listening = tracer.onEntry((entry) => made.note(entry));
  const controller = await controllers
    .run({ kind: 'sample', name: sample }, { dryRun: false, ...(priority !== undefined && { priority }), ...(namespace !== undefined && { namespace }) })
    .catch((error: unknown) => {
      listening.dispose();
      throw error;
    });
  const undo: Undo = async (later) => {
    await controller.stop();
    listening.dispose();
    for (const each of made.of(controller.name)) await remover.deleted(each, later);
  };
  if (controller.sentence === undefined) return undo;
  const { sentence } = controller;
  await undo(signal);
  throw new Error(sentence);
}

/** What controllers have created. The server says so (201), since an apply creates only what is not there, and what is there is somebody's. */
class MadeObjects {
  readonly #targets = new Map<string, Set<string>>();

  note(entry: TraceEntry): void {
    if (entry.kind !== 'reconcile.write' || entry.code !== 201 || entry.dryRun || entry.decided === 'skipped') return;
    const targets = this.#targets.get(entry.controller) ?? new Set();
    this.#targets.set(entry.controller, targets.add(entry.target));
  }

  /** The newest first. */
  of(controller: string): readonly ObjectRef[] {
    return [...(this.#targets.get(controller) ?? [])].toReversed().flatMap((target) => {
      const [, resource, namespace, name] = /^(\S+) (?:([^/\s]+)\/)?([^/\s]+)$/.exec(target) ?? [];
      return resource === undefined || name === undefined ? [] : [{ resource, name, ...(namespace !== undefined && { namespace }) }];
    });
  }
}
