import { Histogram } from '../../../base/histogram.ts';
import { type CauseKind, causeKinds, type ControllerView, type HistogramView, type LoopLine, loopLines, type WorkQueueView } from '../../../protocol/pages/queues.ts';
import type { GatePoint } from '../../../trace/gate.ts';
import { clipName } from '../../clip.ts';
import { durationBounds } from '../../figures/sessionFigures.ts';
import type { PicturedController, SessionPicture } from '../../sessionPicture.ts';

/** Keys that are named beside a line. */
const shownKeys = 3;

/** Before which line of the loop a gate stands, or in which. */
const lineOfPoint: Partial<Record<GatePoint, LoopLine>> = {
  'workqueue.get': 'get',
  'reconcile.start': 'reconcile',
  'reconcile.read': 'reconcile',
  'reconcile.write': 'reconcile',
  'workqueue.done': 'done',
};

const none = new Histogram(durationBounds);

/** One controller: where its workers are in their loop, how long its keys wait and take, and who asks for them. */
export function controllerView(session: SessionPicture, controller: PicturedController, queue: WorkQueueView): ControllerView {
  const { name, workers, busy } = controller;
  const figures = session.figures?.queue(name);
  const causes = session.figures?.causes.of(name);
  return {
    name: clipName(name),
    workers,
    busy,
    lines: linesOf(session, controller, queue),
    last: figures?.last ?? null,
    latency: histogramView(figures?.latency ?? none),
    work: histogramView(figures?.work ?? none),
    causes: causeKinds.map((kind: CauseKind) => ({ kind, count: causes?.[kind] ?? 0 })).filter(({ count }) => count > 0),
  };
}

/** Held workers stand where they are held; of the others, those with a key reconcile it, and the rest wait for one. */
function linesOf({ stepper }: SessionPicture, { name, workers, busy }: PicturedController, { processing }: WorkQueueView): ControllerView['lines'] {
  const lines = new Map<LoopLine, { workers: number; keys: string[]; held: boolean }>();
  const stand = (line: LoopLine, key: string | undefined, held: boolean, count = 1): void => {
    const at = lines.get(line) ?? { workers: 0, keys: [], held: false };
    lines.set(line, { workers: at.workers + count, keys: key === undefined || at.keys.length >= shownKeys ? at.keys : [...at.keys, key], held: at.held || held });
  };
  const heldKeys = new Set<string>();
  let heldAtGet = 0;
  for (const step of stepper.held) {
    const line = step.owner === name ? lineOfPoint[step.point] : undefined;
    if (line === undefined) continue;
    if (line === 'get') heldAtGet++;
    const key = step.key === undefined ? undefined : clipName(step.key);
    if (key !== undefined && line !== 'get') heldKeys.add(key);
    stand(line, key, true);
  }
  const working = processing.filter((key) => !heldKeys.has(key)).slice(0, Math.max(0, busy - heldKeys.size));
  for (const key of working) stand('reconcile', key, false);
  const idle = workers - busy - heldAtGet;
  if (idle > 0) stand('get', undefined, false, idle);
  return loopLines.flatMap((line) => {
    const at = lines.get(line);
    return at ? [{ line, ...at }] : [];
  });
}

function histogramView({ bounds, counts, count, sum }: Histogram): HistogramView {
  return { bounds, counts: [...counts], count, sum };
}
