import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { startPlayground } from '../startPlayground.ts';
import { Workbench } from '../workbench.ts';

/** What looks wrong, and is gone again, on the playground: two samples fight over one field. */
let workbench: Workbench;
pictureOnFailure(() => workbench);

const command = (title: string): string => `Informer Inspector: ${title}`;

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'lints',
    vsix: process.env['VSIX']!,
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
  await startPlayground(workbench, 'pods');
});
afterAll(() => workbench?.close());

describe('a hot loop', () => {
  it('is raised while both write, with the field and both writers, and says so on the tab', async () => {
    const { frame } = workbench.panel;
    await frame.getByRole('tab', { name: /^Lints/ }).click();
    await frame.getByText('Nothing looks wrong.').waitFor();
    await workbench.runCommand(command('Run Sample Reconciler...'), 'Hot Loop');
    const loop = frame.getByRole('article', { name: /Hot loop/ });
    await loop.waitFor({ timeout: 60_000 });
    await expect.poll(() => loop.innerText()).toMatch(/data\.color of default\/paint flips (?:blue ↔ green|green ↔ blue), written in turn by hot-loop-(?:blue and hot-loop-green|green and hot-loop-blue)/);
    await expect.poll(() => frame.getByRole('tab', { name: /^Lints/ }).textContent()).toMatch(/Lints\s*[1-9]/);
    await workbench.screenshot('lints-hot-loop');
  });

  it('is marked on the row of the object and on that of its informer, by badge, words and colour, though the object changes without end', async () => {
    const { sideBar } = workbench;
    await sideBar.expandOnly('Playground', 'configmaps', 'default');
    const paint = sideBar.item('paint').first();
    // Its being changed comes first: both letters together, and no more.
    await expect.poll(() => sideBar.badge(paint), { timeout: 60_000 }).toBe('M!');
    await expect.poll(() => sideBar.description(paint)).toMatch(/lint (unseen-write, )?hot-loop/);
    await expect.poll(() => paint.getAttribute('aria-label')).toMatch(/^ConfigMap, paint, .*lint (unseen-write, )?hot-loop/);
    await expect.poll(() => sideBar.description(sideBar.item('configmaps').first())).toMatch(/lint (unseen-write, )?hot-loop/);
    await workbench.screenshot('lints-row');
  });

  it('leads to the writes that show it', async () => {
    const { frame } = workbench.panel;
    const entries = frame.getByRole('article', { name: /Hot loop/ }).getByRole('listitem');
    await expect.poll(async () => (await entries.allInnerTexts()).join('\n')).toMatch(/reconcile\.write/);
    // By the keyboard: while the loop goes on, what stands under the pointer moves.
    await entries.filter({ hasText: 'reconcile.write' }).first().getByRole('button').press('Enter');
    await frame.locator('.row[aria-selected="true"]').filter({ hasText: /write/ }).waitFor({ timeout: 90_000 }); // two loops at work leave a small machine little
  });

  it('is gone when one of them has stopped', async () => {
    const { frame } = workbench.panel;
    await workbench.sideBar.contextMenu('hot-loop-green', 'Stop Reconciler');
    await frame.getByRole('tab', { name: /^Lints/ }).click();
    // A small machine that has two loops at work may have something else to say: of this one it is said that it is over.
    await frame.getByRole('article', { name: /Hot loop/ }).waitFor({ state: 'detached', timeout: 90_000 });
    await frame.getByRole('button', { name: /^Gone/i }).click();
    await expect.poll(() => frame.locator('#lints-gone').innerText()).toContain('Hot loop');
    // Its row says no more than that it is there: neither of the lint nor of a change.
    const { sideBar } = workbench;
    await expect.poll(() => sideBar.badge(sideBar.item('paint').first())).toBe('');
    await expect.poll(() => sideBar.description(sideBar.item('paint').first())).not.toContain('lint');
    await workbench.screenshot('lints-gone');
  });
});
