import { isRecord } from '../../../kube/object.ts';
import type { EntryOf } from '../../../trace/entry.ts';
import type { Session } from '../../session.ts';
import type { SessionController } from '../../sessionController.ts';
import type { ObjectRef } from '../objectRef.ts';
import type { ScenarioAction } from '../scenarioAction.ts';
import type { Undo } from '../scenarioStage.ts';
import { entriesAfter } from './traceSight.ts';

type RunReconciler = Extract<ScenarioAction, { readonly do: 'runReconciler' }>;

/** Whatever is not there any more is as it should be. */
interface Remover {
  deleted(ref: ObjectRef, signal: AbortSignal): Promise<void>;
}

/**
 * Runs a sample; what it has made is gone with it. One that a person runs already does as well, and is left alone.
 * @throws when it did not come up
 */
export async function runReconciler(session: Session, { sample, workers, priority, namespace }: RunReconciler, remover: Remover): Promise<Undo | undefined> {
  const { controllers, tracer } = session;
  if (controllers.all.some(({ source, state }) => source.kind === 'sample' && source.name === sample && state !== 'crashed' && state !== 'stopped')) return undefined;
  const since = tracer.lastSeq;
  const controller = await controllers.run(
    { kind: 'sample', name: sample },
    { dryRun: false, ...(workers !== undefined && { workers }), ...(priority !== undefined && { priority }), ...(namespace !== undefined && { namespace }) },
  );
  if (controller.sentence !== undefined) {
    await controller.stop();
    throw new Error(controller.sentence);
  }
  return async (signal) => {
    await controller.stop();
    for (const made of madeBy(session, controller, since)) await remover.deleted(made, signal);
  };
}

/** The objects that it created, or that an apply of it did. Those whose names the server made up belong to others, and go with them. */
function madeBy({ tracer }: Session, { name }: Pick<SessionController, 'name'>, since: number): readonly ObjectRef[] {
  const writes = entriesAfter(tracer, `kind:reconcile.write code:201`, since).filter((entry): entry is EntryOf<'reconcile.write'> & typeof entry => isRecord(entry) && entry.kind === 'reconcile.write' && entry.controller === name && !entry.dryRun);
  const targets = new Set(writes.map(({ target }) => target));
  return [...targets].toReversed().flatMap((target) => {
    const [, resource, namespace, object] = /^(\S+) (?:([^/\s]+)\/)?([^/\s]+)$/.exec(target) ?? [];
    if (resource === undefined || object === undefined || object.endsWith('-')) return [];
    return [{ resource, name: object, ...(namespace !== undefined && { namespace }) }];
  });
}
