import { bars, type Ratios, type StandardResult } from './standard.ts';
import type { Figures } from './figures.ts';

/** The standard work as people read it. */
export function standardTable({ floor, clientNode, engine, ratios, clientNodeRatios, processorRatios }: StandardResult): string {
  const lines = [
    row('', 'sync ms', 'events/s', 'memory MB', 'longest block ms'),
    figuresRow('floor', floor),
    figuresRow('client-node 2.0.1', clientNode),
    figuresRow('engine', engine),
    ratiosRow('client-node ÷ floor', clientNodeRatios),
    ratiosRow('engine ÷ floor', ratios),
    row('  in processor time', processorRatios.sync.toFixed(2), processorRatios.events.toFixed(2)),
    row('to reach first', `≤ ${bars.sync}`, `≥ ${bars.events}`, `≤ ${bars.memory}`, `≤ ${bars.longestBlockMs}`),
  ];
  return lines.join('\n');
}

function figuresRow(name: string, { syncMs, eventsPerSecond, memoryMB, longestBlockMs }: Figures): string {
  return row(name, ...[syncMs, eventsPerSecond, memoryMB, longestBlockMs].map((figure) => figure.toFixed(figure < 100 ? 1 : 0)));
}

function ratiosRow(name: string, { sync, events, memory }: Ratios): string {
  return row(name, sync.toFixed(2), events.toFixed(2), memory.toFixed(2), '');
}

function row(name: string, ...cells: readonly string[]): string {
  return [name.padEnd(22), ...cells.map((cell) => cell.padStart(17))].join('').trimEnd();
}
