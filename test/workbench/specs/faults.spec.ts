import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { startPlayground } from '../startPlayground.ts';
import { Workbench } from '../workbench.ts';

/** The playground is broken on purpose by command, seen in tree and stream, and mended. */
let workbench: Workbench;
pictureOnFailure(() => workbench);

beforeAll(async () => {
  workbench = await Workbench.open({ name: 'faults', vsix: process.env['VSIX']!, settings: { 'informerInspector.playground.churn': 'off' }, env: { KUBECONFIG: '/nowhere/kubeconfig' } });
  await workbench.sideBar.open('Informers');
  await workbench.sideBar.content.getByRole('button', { name: 'Try the Playground', exact: true }).waitFor();
  await startPlayground(workbench);
  await row(/pods.*synced/).waitFor();
});
afterAll(() => workbench?.close());

/** By all that a row says: its label is its name alone. */
function row(name: RegExp): Locator {
  return workbench.sideBar.content.getByRole('treeitem', { name });
}

describe('a fault', () => {
  it('drops the watch of pods, once: the informer watches again, and nothing is broken any more', async () => {
    const { quickInput, panel, sideBar } = workbench;
    await sideBar.contextMenu('Playground', 'Inject Fault...');
    await quickInput.answer('Inject Fault', 'Drop Watch');
    await quickInput.answer(/Drop Watch/, 'v1/pods');
    await workbench.screenshot('how-often');
    await quickInput.answer(/Drop Watch/, 'Once');
    await panel.find('kind:apiserver.fault', /dropWatch|drop/i);
    await panel.find('kind:reflector.watch informer:v1/pods', /Reflector.*watch/);
    await row(/pods.*synced/).waitFor();
    await workbench.screenshot('dropped');
  });

  it('expires each watch of deployments until it is cleared: the row says so, and the informer lists anew', async () => {
    const { quickInput, panel, sideBar } = workbench;
    await workbench.runCommand('Informer Inspector: Inject Fault...', 'Expire Watch (410)', 'apps/v1/deployments', 'Each Time');
    await row(/Playground.*1 fault/).waitFor();
    await panel.find('code:410', /410/);
    await workbench.screenshot('expired');
    await sideBar.contextMenu('Playground', 'Clear Faults...');
    await quickInput.title.filter({ hasText: 'Clear Faults' }).waitFor();
    await workbench.screenshot('clear');
    await quickInput.input.press('Enter');
    await row(/Playground(?!.*fault)/).waitFor();
    await row(/deployments.*synced/).waitFor();
  });

  it('strikes by chance, from a seed that is asked for, and as late as was said', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Informer Inspector: Inject Fault...', 'Slow Server Down', 'v1/pods');
    await quickInput.say(/Slow Server Down .*3\/4/, '250');
    await quickInput.answer(/Slow Server Down .*4\/4/, 'One in Ten');
    // The seed is asked for in the same step.
    await quickInput.row('One in Ten').waitFor({ state: 'hidden' });
    await quickInput.say(/Slow Server Down .*4\/4/, '42');
    await row(/Playground.*1 fault/).waitFor();
    await workbench.runCommand('Informer Inspector: Clear Faults...');
    await quickInput.widget.getByText(/v1\/pods · 250 ms · at a rate of 10 % · seed 42/).waitFor();
    await quickInput.input.press('Enter');
    await row(/Playground(?!.*fault)/).waitFor();
  });

  it('is cleared with all others at once', async () => {
    await workbench.runCommand('Informer Inspector: Inject Fault...', 'Delay Watch Cache', 'All Resources');
    await workbench.quickInput.accept('5000');
    await row(/Playground.*1 fault/).waitFor();
    await workbench.runCommand('Informer Inspector: Clear All Faults');
    await row(/Playground(?!.*fault)/).waitFor();
  });
});
