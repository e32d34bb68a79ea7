import { afterAll, beforeAll, expect, it } from 'vitest';
import { WalkthroughPage } from '../pages/walkthroughPage.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { Workbench } from '../workbench.ts';

/** The walkthrough as a person takes it, with no cluster and no kubeconfig: from the first button to a delta that was stepped by hand. */
let workbench: Workbench;
let walkthrough: WalkthroughPage;
pictureOnFailure(() => workbench);

const steps = ['playground', 'cache', 'panel', 'reconciler', 'pause', 'step'];

const title = 'Watch an Informer Think';

/** Comes back to the walkthrough, which the last step may have covered, and unfolds a step. */
async function take(step: string): Promise<void> {
  await walkthrough.show(title);
  await walkthrough.open(step);
}

async function expectDone(...done: readonly string[]): Promise<void> {
  await walkthrough.show(title);
  await expect.poll(async () => (await Promise.all(steps.map(async (step) => ((await walkthrough.isDone(step)) ? [step] : [])))).flat()).toEqual(done);
}

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'walkthrough',
    vsix: process.env['VSIX']!,
    // VS Code's own welcome page would be opened over it while the window starts.
    settings: { 'workbench.startupEditor': 'none' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
  walkthrough = new WalkthroughPage(workbench.page);
  await workbench.sideBar.open('Informers');
});
afterAll(() => workbench?.close());

it('V4, K1, K4: nothing opens by itself; whoever wants it opens it, and finds its steps, none of them done', async () => {
  await expect.poll(() => workbench.editor.tab(/./).count()).toBe(0);
  await workbench.runCommand('Welcome: Open Walkthrough...', title);
  await expect.poll(() => walkthrough.steps()).toEqual(steps);
  await expectDone();
  await take('playground');
  await walkthrough.picture.waitFor();
  await workbench.screenshot('begun');
});

it('K2: each picture is drawn in the colours of the theme', async () => {
  for (const step of steps) {
    await take(step);
    await walkthrough.picture.getByText(step === 'step' ? 'Stepped to' : step === 'pause' ? 'Paused before' : /./).first().waitFor();
    const paint = await walkthrough.picture.locator('text').first().evaluate((text) => (globalThis as unknown as { getComputedStyle(element: unknown): { fill: string } }).getComputedStyle(text).fill);
    // Where a variable is none of the theme, the fill is that of a picture without any: black.
    expect(paint, step).toMatch(/^rgb/);
    expect(paint, step).not.toBe('rgb(0, 0, 0)');
    await workbench.screenshot(`picture-${step}`);
  }
});

it('K1: a button whose command has nothing to do ticks nothing, and says why', async () => {
  await take('step');
  await walkthrough.act('Step Pipeline');
  await expect.poll(() => workbench.notifications.texts()).toContainEqual(expect.stringContaining('Nothing is held that could be stepped'));
  await expectDone();
});

it('K3: the playground starts', async () => {
  await take('playground');
  await walkthrough.act('Start Playground');
  await workbench.sideBar.item('Playground').waitFor();
  await expectDone('playground');
});

it('an object of the cache is read', async () => {
  const { quickInput, page } = workbench;
  await take('cache');
  await walkthrough.act('Open Object by Key...');
  await quickInput.answer('Open Object by Key', 'apps/v1/deployments');
  await quickInput.row('default/web').waitFor();
  await page.keyboard.press('Escape');
  // Dismissed: nothing was read.
  await expectDone('playground');
  await walkthrough.open('cache');
  await walkthrough.act('Open Object by Key...');
  await quickInput.answer('Open Object by Key', 'apps/v1/deployments');
  await quickInput.answer('Open Object by Key', 'default/web');
  await expect.poll(() => workbench.editor.text()).toContain('kind: Deployment');
  await expectDone('playground', 'cache');
});

it('the panel is opened', async () => {
  await take('panel');
  await walkthrough.act('Open Panel');
  await workbench.panel.status.waitFor();
  await expectDone('playground', 'cache', 'panel');
});

it('a reconciler runs', async () => {
  await take('reconciler');
  await walkthrough.act('Run Sample Reconciler...');
  await workbench.quickInput.row('Deployment Rollout').first().click();
  await workbench.sideBar.item(/rollout/).waitFor();
  await expectDone('playground', 'cache', 'panel', 'reconciler');
});

it('K1: ends with a delta that the person has stepped by hand', async () => {
  const { panel, editor } = workbench;
  await take('pause');
  await walkthrough.act('Pause Pipeline');
  await expectDone('playground', 'cache', 'panel', 'reconciler', 'pause');
  await editor.tab(/Informer Inspector/).click();
  // On the playground something happens by itself; that it waits at a Pop is what the person reads in the panel.
  await expect.poll(() => panel.status.innerText()).toMatch(/^Paused before/);
  await take('step');
  // A work queue's Get or a write may be held before it: then it is stepped, too.
  await expect
    .poll(
      async () => {
        if (!(await walkthrough.isDone('step'))) await walkthrough.act('Step Pipeline');
        return walkthrough.isDone('step');
      },
      { timeout: 60_000, interval: 1000 },
    )
    .toBe(true);
  await workbench.screenshot('done');
  await expectDone(...steps);
  await walkthrough.act('continue');
  await editor.tab(/Informer Inspector/).click();
  await expect.poll(() => panel.status.innerText()).toMatch(/^Live/);
}, 240_000);

it('said nothing on the console that it should not have, and broke no content security policy', () => {
  expect(workbench.console.cspViolations).toEqual([]);
  expect(workbench.console.errors).toEqual([]);
});
