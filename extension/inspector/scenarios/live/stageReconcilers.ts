import type { KubeObject } from '../../../kube/object.ts';
import type { Session } from '../../session.ts';
import type { ObjectRef } from '../objectRef.ts';
import type { ActionOf } from '../scenarioAction.ts';
import type { Undo } from '../scenarioStage.ts';
import { entriesAfter } from './traceSight.ts';

/** What a scenario's own client can tell and take away. */
interface Remover {
  /** Undefined where there is none. */
  find(ref: ObjectRef, signal: AbortSignal): Promise<KubeObject | undefined>;
  /** What is not there any more is as it should be. */
  deleted(ref: ObjectRef, signal: AbortSignal): Promise<void>;
}

/**
 * Runs a sample; what it has made is gone with it. One that a person runs already does as well, and is left alone.
 * @param wallTime milliseconds since the epoch
 * @throws when it did not come up
 */
export async function runReconciler(session: Session, { sample, priority, namespace }: ActionOf<'runReconciler'>, remover: Remover, wallTime: number): Promise<Undo | undefined> {
  const { controllers, tracer } = session;
  if (controllers.all.some(({ source, state }) => source.kind === 'sample' && source.name === sample && state !== 'crashed' && state !== 'stopped')) return undefined;
  const since = tracer.lastSeq;
  const controller = await controllers.run(
    { kind: 'sample', name: sample },
    { dryRun: false, ...(priority !== undefined && { priority }), ...(namespace !== undefined && { namespace }) },
  );
  if (controller.sentence !== undefined) {
    await controller.stop();
    throw new Error(controller.sentence);
  }
  return async (signal) => {
    const { name } = controller;
    await controller.stop();
    for (const made of madeBy(session, name, since)) if (await isSince(made, remover, wallTime, signal)) await remover.deleted(made, signal);
  };
}

/** The objects that it has created or applied, the newest first. */
function madeBy({ tracer }: Session, controller: string, since: number): readonly ObjectRef[] {
  const targets = entriesAfter(tracer, 'kind:reconcile.write verb:create,apply code:200..299', since).flatMap((entry) =>
    entry.kind === 'reconcile.write' && entry.controller === controller && !entry.dryRun ? [entry.target] : [],
  );
  return [...new Set(targets)].toReversed().flatMap((target) => {
    const [, resource, namespace, name] = /^(\S+) (?:([^/\s]+)\/)?([^/\s]+)$/.exec(target) ?? [];
    return resource === undefined || name === undefined ? [] : [{ resource, name, ...(namespace !== undefined && { namespace }) }];
  });
}

/** What was there before it ran was applied, and is somebody else's. */
async function isSince(made: ObjectRef, remover: Remover, wallTime: number, signal: AbortSignal): Promise<boolean> {
  const object = await remover.find(made, signal);
  // Whole seconds are all that is known of it.
  return Date.parse(object?.metadata.creationTimestamp ?? '') >= Math.floor(wallTime / 1000) * 1000;
}
