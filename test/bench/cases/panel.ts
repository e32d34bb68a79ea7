import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { findChromium, launchChromium } from '../../workbench/chromium.ts';
import type { BenchCase } from '../benchCase.ts';
import { rounded } from '../figures.ts';
import type { HostFigures } from '../panel/hostFigures.ts';
import { startClient, startServer } from '../processes.ts';
import { bars } from '../standard.ts';

const rate = 5000;
/** Enough for all that is measured; the server makes them as it goes. */
const seconds = 60;
const leastFrames = 30;
const pauseBar = 50;

/** Host and panel under load, in two processes and a real browser. Nothing of it can be left to one round: what is slow at first is slow for a person, too. */
export const panel: BenchCase = {
  says: `The panel in a browser, ${rate} events a second: frames a second, whether the host keeps up, its longest block, Pause, and a hidden panel.`,
  async run({ pods }) {
    const executable = findChromium();
    if (!executable) throw new Error('There is no Chromium on this machine. Install it, or set CHROMIUM to the path of a browser of its kind.');
    await promisify(execFile)(process.execPath, ['esbuild.mjs', '--production', '--only=panel']);
    const server = await startServer({ pods, events: 1, set: 'shared' });
    try {
      const host = await startClient<{ readonly origin: string }>('panelHost', { port: server.port, pods, events: 0 });
      const browser = await launchChromium(executable);
      try {
        return await measure(browser, host.row.origin, server.port);
      } finally {
        await browser.close();
        host.stop();
      }
    } finally {
      server.stop();
    }
  },
};

async function measure(browser: Browser, origin: string, port: number): ReturnType<BenchCase['run']> {
  const page = await (await browser.newContext({ viewport: { width: 1400, height: 860 } })).newPage();
  await page.goto(origin);
  await page.locator('.stream-body .row').first().waitFor();
  const quietFrames = await framesPerSecond(page, 3000);
  await fetch(`http://127.0.0.1:${port}/events?rate=${rate}&count=${rate * seconds}`, { method: 'POST' });
  await wait(2000); // until both are compiled, and the ring is full
  const before = await control(origin);
  const watched = watch(origin, 10_000);
  const frames = await framesPerSecond(page, 10_000);
  const samples = await watched;
  const after = samples.at(-1)!;
  await page.getByRole('combobox', { name: 'Filter entries' }).fill('stage:store key:team-1/* -kind:store.add');
  await wait(500);
  await control(origin);
  const filteredFrames = await framesPerSecond(page, 4000);
  const filtered = await control(origin);
  await page.locator('#pause').click();
  const paused = await until(origin, ({ pauseMs }) => pauseMs !== null);
  await page.locator('#continue').click();
  await wait(1500);
  const hidden = await hide(page, origin);
  const took = 10;
  const third = Math.floor(samples.length / 3);
  const mean = (part: readonly HostFigures[], field: 'backlog' | 'latencyMs'): number => part.reduce((sum, each) => sum + each[field], 0) / part.length;
  const figures = {
    framesPerSecond: frames,
    quietFramesPerSecond: quietFrames,
    filteredFramesPerSecond: filteredFrames,
    eventsPerSecond: (after.events - before.events) / took,
    backlogAtFirst: mean(samples.slice(0, third), 'backlog'),
    backlogAtLast: mean(samples.slice(-third), 'backlog'),
    latencyAtFirstMs: mean(samples.slice(0, third), 'latencyMs'),
    latencyAtLastMs: mean(samples.slice(-third), 'latencyMs'),
    longestBlockMs: Math.max(...samples.map(({ longestBlockMs }) => longestBlockMs)),
    filteredLongestBlockMs: filtered.longestBlockMs,
    hostCpuShare: (after.cpuMs - before.cpuMs) / (took * 1000),
    messagesPerSecond: (after.messages - before.messages) / took,
    kilobytesPerSecond: (after.bytes - before.bytes) / took / 1000,
    pauseMs: paused.pauseMs ?? Number.NaN,
    ...hidden,
  };
  const keepsUp = figures.latencyAtLastMs <= 2 * figures.latencyAtFirstMs + 100 && figures.backlogAtLast <= figures.backlogAtFirst + rate / 10;
  const isQuick = figures.framesPerSecond >= leastFrames && figures.filteredFramesPerSecond >= leastFrames && Math.max(figures.longestBlockMs, figures.filteredLongestBlockMs) <= bars.longestBlockMs;
  const isStill = figures.messagesWhileHidden === 0 && figures.picturesAtReturn === 1;
  const ratios = { frames: rounded(frames / quietFrames), events: rounded(figures.eventsPerSecond / rate) };
  const pass = keepsUp && isQuick && isStill && figures.pauseMs <= pauseBar && ratios.events >= 0.95;
  return { figures: Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, rounded(figure)])), ratios, pass };
}

/** Nothing is sent to a panel that is hidden, and one whole picture to one that is back. */
async function hide(page: Page, origin: string): Promise<{ readonly messagesWhileHidden: number; readonly picturesAtReturn: number; readonly snapshotMs: number }> {
  const { messages } = await control(origin, 'hide');
  await wait(1000);
  const still = await control(origin);
  await page.goto('about:blank'); // VS Code throws the page away
  // Looked at as soon as the first picture is there: the second may come a tenth of a second later.
  void page.goto(origin).catch(() => undefined);
  const back = await until(origin, ({ snapshotMs, states, messages: sent }) => sent > still.messages && states > 0 && snapshotMs !== null);
  return { messagesWhileHidden: still.messages - messages, picturesAtReturn: back.states, snapshotMs: back.snapshotMs ?? Number.NaN };
}

/** What the host tells of itself, twice a second. */
async function watch(origin: string, ms: number): Promise<HostFigures[]> {
  const samples: HostFigures[] = [];
  const ends = performance.now() + ms;
  while (performance.now() < ends) {
    await wait(500);
    samples.push(await control(origin));
  }
  return samples;
}

async function until(origin: string, holds: (figures: HostFigures) => boolean): Promise<HostFigures> {
  const ends = performance.now() + 10_000;
  for (;;) {
    const figures = await control(origin);
    if (holds(figures)) return figures;
    if (performance.now() > ends) throw new Error(`what was waited for did not happen within ten seconds: ${JSON.stringify(figures)}`);
    await wait(10);
  }
}

async function control(origin: string, what = ''): Promise<HostFigures> {
  return (await (await fetch(`${origin}/control?do=${what}`)).json()) as HostFigures;
}

/** Counted in the page: as text, for the page knows what this side does not. */
function framesPerSecond(page: Page, ms: number): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const start = performance.now();
    let frames = 0;
    const count = (now) => {
      frames++;
      if (now - start < ${ms}) requestAnimationFrame(count);
      else resolve((frames * 1000) / (now - start));
    };
    requestAnimationFrame(count);
  })`);
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
