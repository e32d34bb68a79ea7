import { metaNamespaceKey } from '../../kube/key.ts';
import { type Job, jobEnd } from '../registry/jobShapes.ts';
import { jobs } from '../registry/resources/jobs.ts';
import { type ControllerPorts, lookAgainMs, onEveryChange } from './controllerPorts.ts';

/** Deletes Jobs that are done, when they have been for as long as they say (kubernetes `pkg/controller/ttlafterfinished`). */
export function deleteFinishedJobs(ports: ControllerPorts): void {
  const informer = ports.informer(jobs);
  const queue = ports.queue((key) => {
    const job = informer.indexer.get(key) as Job | undefined;
    const left = job && timeLeft(job, ports);
    if (!job || left === undefined) return;
    if (left > 0) queue.addAfter(key, Math.max(lookAgainMs, left));
    else ports.client.delete(jobs, job.metadata.namespace!, job.metadata.name!, { uid: job.metadata.uid!, propagation: 'Foreground' });
  });
  informer.addEventHandler(onEveryChange((job) => queue.add(metaNamespaceKey(job))));
}

/** Undefined where it may stay. */
function timeLeft(job: Job, { clock }: ControllerPorts): number | undefined {
  const { ttlSecondsAfterFinished: seconds } = job.spec;
  const end = jobEnd(job)?.lastTransitionTime;
  if (seconds === undefined || end === undefined || job.metadata.deletionTimestamp) return undefined;
  return seconds * 1000 - clock.elapsedSince(Date.parse(end));
}
