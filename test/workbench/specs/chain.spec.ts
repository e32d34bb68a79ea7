import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findKubectl } from '../../kubectl/findKubectl.ts';
import type { KubeApi } from '../kubeApi.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { playgroundApi } from '../playgroundApi.ts';
import { startPlayground } from '../startPlayground.ts';
import { Workbench } from '../workbench.ts';

/** The question that brings people here, asked on the playground of a sample at work: why did this reconcile run, and why did that not? */
let workbench: Workbench;
let api: KubeApi;
let kubeconfig: string;
pictureOnFailure(() => workbench);

const deployment = '/apis/apps/v1/namespaces/default/deployments/web';

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'chain',
    vsix: process.env['VSIX']!,
    // Nothing happens there but what the tests do.
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
});
afterAll(() => workbench?.close());

function page(): Locator {
  return workbench.panel.frame.getByRole('tabpanel');
}

function answers(): Promise<string[]> {
  return page().locator('.answer').allInnerTexts();
}

/** Chooses the newest entry that the filter leaves, and opens its chain. */
async function chainOf(filter: string, spoken: RegExp): Promise<void> {
  const { frame } = workbench.panel;
  await workbench.panel.filter(filter);
  await workbench.panel.row(spoken).first().click();
  await frame.getByRole('tab', { name: 'Chain' }).click();
  await page().locator('.question').first().waitFor();
}

it('a sample is at work on the playground', async () => {
  const { panel, sideBar } = workbench;
  await sideBar.open('Informers');
  await startPlayground(workbench);
  ({ api, kubeconfig } = await playgroundApi(workbench));
  await workbench.runCommand('Informer Inspector: Run Sample Reconciler...', 'Deployment Rollout');
  await panel.find('reconcile.end', /Reconcile, end/);
});

it('two changes that wait for one pop ask once each, and are merged into one run', async () => {
  const { panel } = workbench;
  await panel.button('Pause').click();
  await panel.frame.getByText(/^Paused/).first().waitFor();
  const { spec } = (await api.get(deployment)) as { spec: { template: { spec: { containers: { name: string }[] } } } };
  await api.patch(deployment, { metadata: { labels: { asked: 'once' } } });
  await api.patch(deployment, { spec: { template: { spec: { containers: [{ name: spec.template.spec.containers[0]!.name, image: 'nginx:1.26' }] } } } });
  await expect.poll(() => panel.deltas('default/web').count()).toBeGreaterThanOrEqual(2);
  await panel.button('Continue').click();
  await panel.find('workqueue.coalesced default/web', /WorkQueue, coalesced, default\/web/);
  await panel.find('reconcile.write default/web', /Reconcile, write, default\/web/);
});

it('the one that was merged says into what, and which run served it', async () => {
  await chainOf('workqueue.coalesced default/web', /WorkQueue, coalesced, default\/web/);
  await expect.poll(() => page().locator('.question').first().innerText()).toMatch(/^Why did default\/web not reconcile by itself\?/);
  expect((await answers())[0]).toMatch(/^It was merged: default\/web was in the queue already, since #\d+\. The run #\d+ served them all\./);
  await workbench.screenshot('merged');
});

it('the run says who asked for it, what was changed by whom, and what it wrote', async () => {
  await chainOf('reconcile.write default/web', /Reconcile, write, default\/web/);
  await expect.poll(() => page().locator('.question').first().innerText()).toMatch(/^Why did default\/web reconcile\? #\d+ – #\d+/);
  const [answer] = await answers();
  expect(answer).toMatch(/#\d+: (?:MODIFIED|ADDED) of default\/web/);
  expect(answer).toMatch(/It wrote (?:once|\d+ times)/);
  expect(answer).toContain('deployment-rollout');
  await workbench.screenshot('why');
});

it('the waterfall tells where the time went, the sequence who spoke to whom', async () => {
  const rows = await page().locator('.span-row').evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
  for (const stage of [/watch event #\d+/, /in DeltaFIFO/, /in WorkQueue/, /reconcile, /, /replicasets default\/web/]) expect(rows.join('\n')).toMatch(stage);
  expect(rows.every((row) => /, .*\d (?:ms|s)/.test(row))).toBe(true);
  const lanes = await page().locator('.sequence .lane text:not(.lane-note)').allTextContents();
  expect(lanes).toEqual(['kubectl', 'API server', 'etcd', 'watch cache', 'Reflector', 'queue', 'Indexer', 'handler', 'WorkQueue', 'reconcile']);
  await page().locator('.sequence-text summary').click();
  await expect.poll(() => page().locator('.sequence-steps li').allInnerTexts()).toContainEqual(expect.stringMatching(/reconcile to API server: \w+ apps\/v1\/replicasets/));
  await page().locator('.sequence').scrollIntoViewIfNeeded();
  await workbench.screenshot('sequence');
});

it('what kubectl has patched leads back to its request, and to who has sent it', async () => {
  const { panel } = workbench;
  const kubectl = findKubectl();
  expect(kubectl, 'there is no kubectl').toBeDefined();
  // What is left of the rollout would ask for the next run, too.
  await expect.poll(async () => ((await api.get(deployment)) as { status: object }).status).toMatchObject({ replicas: 3, updatedReplicas: 3, availableReplicas: 3 });
  await promisify(execFile)(kubectl!, ['--kubeconfig', kubeconfig, '-n', 'default', 'patch', 'deployment', 'web', '--type=merge', '-p', '{"metadata":{"labels":{"asked":"kubectl"}}}']);
  await chainOf('verb:patch apiserver.request', /API server, request,.*patch \/apis\/apps\/v1\/namespaces\/default\/deployments\/web.*kubectl/);
  await workbench.screenshot('request');
  await panel.find('changed:metadata.labels.asked store.update apps/v1/deployments', /Indexer, update, default\/web/);
  await chainOf('key:default/web handler.update apps/v1/deployments', /Handler.*update, default\/web/);
  await expect.poll(() => page().locator('.sequence-steps li').allTextContents()).toContainEqual(expect.stringMatching(/kubectl to API server: kubectl patch 200/));
  const steps = await page().locator('.sequence-steps li').allTextContents();
  for (const step of [/API server to etcd: commit \d+/, /etcd to watch cache: slot \d+/, /watch cache to API server: watcher \d+/, /API server to Reflector: MODIFIED \d+/]) expect(steps.join('\n')).toMatch(step);
  const spans = await page().locator('.span-row').evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
  for (const span of [/kubectl patch/, /to its commit at revision \d+/, /to the watch cache of apps\/v1\/deployments/, /in the channel of watcher \d+/, /on the wire #\d+/]) expect(spans.join('\n')).toMatch(span);
  await page().locator('.waterfall').scrollIntoViewIfNeeded();
  await workbench.screenshot('request-waterfall');
  await page().locator('.sequence').scrollIntoViewIfNeeded();
  await workbench.screenshot('request-sequence');
});

it('and so does the reconcile that it asked for, whose write goes on to what the server made of it', async () => {
  await chainOf('reconcile.start default/web', /Reconcile, start, default\/web/);
  await expect.poll(answers).toContainEqual(expect.stringMatching(/#\d+: MODIFIED of default\/web.*, by kubectl patch of \S+ in #\d+/));
  await workbench.screenshot('why-request');
  await chainOf('code:200-299 reconcile.write', /Reconcile, write/);
  await expect.poll(() => page().locator('.sequence-steps li').allTextContents()).toContainEqual(expect.stringMatching(/API server to etcd: commit \d+/));
});

it('the item of an entry shows its object, what changed, and its history', async () => {
  const { frame } = workbench.panel;
  await workbench.panel.filter('store.update apps/v1/deployments default/web');
  await frame.getByRole('tab', { name: 'Queues' }).click();
  await workbench.panel.row(/Indexer, update, default\/web/).first().click();
  await expect.poll(() => frame.getByRole('tab', { selected: true }).innerText()).toMatch(/item/i);
  await expect.poll(() => page().locator('.object-text').innerText()).toContain('kind: Deployment');
  await expect.poll(() => page().locator('.diff-field').count()).toBeGreaterThan(0);
  await expect.poll(() => page().locator('.history-row').count()).toBeGreaterThan(5);
  await workbench.screenshot('item');
  await frame.getByRole('button', { name: 'Copy Object', exact: true }).click();
  await expect.poll(() => workbench.clipboard()).toContain('kind: Deployment');
});
