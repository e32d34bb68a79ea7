import path from 'node:path';
import { systemClock } from '../../../extension/base/systemClock.ts';
import { PanelModel } from '../../../extension/inspector/panelModel.ts';
import type { HostMessage, PanelMessage } from '../../../extension/protocol/messages.ts';
import { validatePanelMessage } from '../../../extension/protocol/validate.ts';
import { filesIn } from '../../support/filesIn.ts';
import { Bridge } from '../panel/bridge.ts';
import type { HostFigures } from '../panel/hostFigures.ts';
import { benchSession } from './benchSession.ts';
import { readClientOptions } from './clientOptions.ts';
import { LoopBlocks } from './loopBlocks.ts';
import { openCluster, podsResource, untilWatching } from './openEngine.ts';

/** The host side of a panel, as the extension composes it, on the server of the bench; the panel is in a browser. Runs until its standard input ends. */
const { port } = readClientOptions();
const blocks = new LoopBlocks();
let events = 0;
let latencyMs = 0;
let states = 0;
let visible = true;
let pausedAt = 0;
let pauseMs: number | null = null;
let readyAt = 0;
let snapshotMs: number | null = null;

const session = benchSession(await openCluster(port));
const informer = session.informers.start(podsResource);
informer.addEventHandler(
  {
    onUpdate(_old, pod) {
      events++;
      latencyMs = Number(process.hrtime.bigint() - BigInt(pod.metadata.annotations?.['prometheus.io/port'] ?? 0)) / 1e6;
    },
  },
  { name: 'bench' },
);
session.stepper.onChange(() => {
  if (pauseMs === null && session.stepper.held.length > 0) pauseMs = performance.now() - pausedAt;
});

const folder = path.join(import.meta.dirname, '..', '..', '..', 'dist', 'webview');
const bridge = await Bridge.start({
  files: Object.fromEntries(filesIn(folder)),
  onMessage: receive,
  onControl: control,
});
const model = new PanelModel({ session, clock: systemClock, title: () => 'bench', words: ({ informers }, name) => ({ word: informers.stateOf(name).phase, detail: '' }), post });
await untilWatching(informer);
console.log(JSON.stringify({ origin: bridge.origin }));
process.stdin.on('end', () => process.exit(0)).resume();

/** As the panel's owner in VS Code does: nothing while it is hidden. */
function post(message: HostMessage): void {
  if (!visible) return;
  if (message.type === 'panel/state') {
    states++;
    snapshotMs ??= performance.now() - readyAt;
  }
  bridge.post(message);
}

function receive(received: unknown): void {
  const { message } = validatePanelMessage(received);
  if (!message) throw new Error('the panel sent what the host does not take');
  handle(message);
}

function handle({ type, body }: PanelMessage): void {
  if (type === 'panel/ready') {
    visible = true;
    readyAt = performance.now();
    snapshotMs = null;
    states = 0;
    model.show();
  } else if (type === 'stream/view') model.view(body);
  else if (type === 'stream/find') model.find(body.seq, body.filter);
  else if (type === 'page/look') model.look(body);
  else if (type === 'filter/complete') model.complete(body.text, body.caret);
  else if (type === 'stepper/continue') session.stepper.continue();
  else if (type === 'stepper/pause') {
    pausedAt = performance.now();
    pauseMs = null;
    session.stepper.pause();
  } else if (type === 'panel/fault') console.error(body.message);
}

function control(what: string): HostFigures {
  if (what === 'hide') {
    visible = false;
    model.hide();
  }
  const { user, system } = process.cpuUsage();
  const longestBlockMs = blocks.take();
  const backlog = informer.queueSnapshot(0).deltas + informer.handlers.reduce((sum, handler) => sum + handler.backlog, 0);
  return { events, latencyMs, backlog, longestBlockMs, messages: bridge.messages, bytes: bridge.bytes, states, cpuMs: (user + system) / 1000, pauseMs, snapshotMs };
}
