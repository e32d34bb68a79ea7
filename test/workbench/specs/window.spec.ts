import { afterAll, beforeAll, expect, it } from 'vitest';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { Workbench } from '../workbench.ts';

/** The driver itself, on a VS Code without the extension: what it reports elsewhere is the extension's doing. */
let workbench: Workbench;
pictureOnFailure(() => workbench);
beforeAll(async () => {
  workbench = await Workbench.open({ name: 'window' });
});
afterAll(() => workbench?.close());

it('opens a window and runs a command of its palette', async () => {
  await workbench.runCommand('View: Show Explorer');
  await workbench.sideBar.content.getByText('workspace', { exact: false }).first().waitFor();
  await workbench.screenshot('explorer');
});

it('hears nothing but the known noise from a window without the extension', () => {
  expect(workbench.console.errors).toEqual([]);
});

it('hears an error, an error that nobody caught and a violation of a content security policy', async () => {
  const before = workbench.console.errors.length;
  await workbench.page.evaluate(`
    console.error('planted error');
    setTimeout(() => { throw new Error('planted and not caught'); });
    const frame = document.createElement('iframe');
    frame.srcdoc = '<meta http-equiv="Content-Security-Policy" content="default-src \\'none\\'"><img src="http://127.0.0.1:1/planted.png">';
    document.body.append(frame);
  `);
  await expect.poll(() => workbench.console.errors.slice(before).join('\n')).toMatch(/planted error[^]*planted and not caught/);
  await expect.poll(() => workbench.console.cspViolations.length).toBeGreaterThan(0);
});
