import { isMainThread, Worker, workerData } from 'node:worker_threads';
import type { ChildOptions } from './childOptions.ts';
import { guardProcess } from './guard.ts';
import { runReconciler } from './reconcilerChild.ts';

/** The program of a reconciler's process: `main.ts '{"file": …}'`. Its guard is the same program in a thread of its own. */
if (isMainThread) {
  const options = JSON.parse(process.argv[2]!) as ChildOptions;
  const guard = new Worker(new URL(import.meta.url), { workerData: options.maxMemory, argv: [], execArgv: [], stderr: true, stdout: true });
  // Before it is there, nothing of the author's may run.
  guard.once('online', () => void runReconciler(options));
} else {
  guardProcess(workerData as number);
}
