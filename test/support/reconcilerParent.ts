import { systemClock } from '../../extension/base/systemClock.ts';
import { RunningFile } from './reconcilerFile.ts';

/** A program that starts the reconciler in its argument, has it reconcile, and says the pid: to be killed by a test. */
const started = await RunningFile.start(process.argv[2]!, { silentMs: 600_000 }).ready();
started.reconcile().catch(() => undefined);
console.log(started.process.pid);
systemClock.setTimer(600_000, () => process.exit());
