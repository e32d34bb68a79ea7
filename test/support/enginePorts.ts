import type { EnginePorts } from '../../extension/informer/informerController.ts';
import { FakeClock } from './fakeClock.ts';
import { ManualGate } from './manualGate.ts';
import { RecordingLogger } from './recordingLogger.ts';
import { RecordingProbe } from './recordingProbe.ts';

/** Every port of the engine, such that a test can look into it. Every draw of chance is 0. */
export function enginePorts() {
  const ports = { clock: new FakeClock(), random: () => 0, probe: new RecordingProbe(), gate: new ManualGate(), logger: new RecordingLogger() };
  return ports satisfies EnginePorts;
}
