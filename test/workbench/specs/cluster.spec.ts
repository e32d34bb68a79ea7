import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../cluster/apiServer.ts';
import { describeCluster } from '../../cluster/whenControlPlane.ts';
import { KubeApi } from '../kubeApi.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { holdInDeltaFifo, secondsToAppear, stepUntilShown } from '../stories.ts';
import { startInformer } from '../startInformer.ts';
import { Workbench } from '../workbench.ts';

/** The main road once more, on a kubeconfig context of a real kube-apiserver: there is no controller on it but ours. */
describeCluster('on a real API server', () => {
  let plane: ControlPlane;
  let workbench: Workbench;
  let api: KubeApi;
  let dryRunWrites = 0;
  pictureOnFailure(() => workbench);
  const deployments = '/apis/apps/v1/namespaces/default/deployments';
  const replicaSets = '/apis/apps/v1/namespaces/default/replicasets';
  const labels = { app: 'web' };
  const template = (image: string): object => ({ metadata: { labels }, spec: { containers: [{ name: 'nginx', image }] } });

  beforeAll(async () => {
    plane = await startControlPlane();
    api = await KubeApi.from(plane.kubeconfig);
    await api.create(deployments, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { replicas: 2, selector: { matchLabels: labels }, template: template('nginx:1.25') } });
    workbench = await Workbench.open({ name: 'cluster', vsix: process.env['VSIX']!, env: { KUBECONFIG: plane.kubeconfig } });
  });
  afterAll(async () => {
    await workbench?.close();
    await plane?.stop();
  });

  async function runReconciler(mode: string): Promise<void> {
    await workbench.runCommand('Informer Inspector: Run Sample Reconciler...', 'Deployment Rollout', 'All namespaces', mode);
  }

  async function stopReconciler(): Promise<void> {
    await workbench.runCommand('Informer Inspector: Stop Reconciler');
    await workbench.sideBar.item(/rollout/).waitFor({ state: 'detached' });
  }

  /** How often the workers have run, and what they have written, by the card of the panel. */
  async function work(): Promise<{ readonly reconciles: number; readonly writes: number }> {
    const card = await workbench.panel.stage('Workers').innerText();
    const count = (what: string): number => Number(new RegExp(`([\\d,]+) ${what}`).exec(card)?.[1]?.replaceAll(',', '') ?? 0);
    return { reconciles: count('reconcile'), writes: count('write') };
  }

  it('starts an informer on a resource of the current context', async () => {
    const { sideBar } = workbench;
    await sideBar.open('Informers');
    await startInformer(workbench, 'pods');
    await sideBar.item('pods').waitFor();
    await expect.poll(() => sideBar.item('pods').innerText()).toMatch(/synced/);
    await expect.poll(() => sideBar.item('admin').innerText()).toMatch(/v1\.\d+/);
  });

  it('shows a pod that another client creates in tree and panel within a second', async () => {
    const { sideBar, panel } = workbench;
    await workbench.runCommand('Informer Inspector: Open Panel');
    await panel.find('reflector.watch', /Reflector.*watch/);
    await plane.kubectl(['run', 'first', '--image=nginx:1.25']);
    await sideBar.expand('pods');
    await sideBar.expand('default');
    await sideBar.item('first').waitFor();
    expect(await secondsToAppear(workbench, api, 'made-elsewhere')).toBeLessThanOrEqual(1);
    await workbench.screenshot('pod-created');
  });

  it('holds a new pod in the DeltaFIFO, and lets it through by a step', async () => {
    await holdInDeltaFifo(workbench, api, 'kept-waiting');
    await expect.poll(() => workbench.sideBar.item('kept-waiting').count()).toBe(0);
    await workbench.screenshot('paused');
    await stepUntilShown(workbench, 'kept-waiting');
    await workbench.panel.button('Continue').click();
    await expect.poll(() => workbench.panel.status.innerText()).toBe('Live');
  });

  it('runs the sample reconciler as a server-side dry run, which changes nothing', async () => {
    await runReconciler('Dry Run (server-side)');
    await expect.poll(work).toMatchObject({ writes: expect.toSatisfy((writes: number) => writes > 0) });
    await workbench.panel.find('reconcile.write', /Reconcile, write/);
    await workbench.screenshot('dry-run');
    await expect.poll(() => api.list(replicaSets)).toEqual([]);
    dryRunWrites = (await work()).writes;
    await stopReconciler();
  });

  it('lets it write for one run, when that is confirmed: it creates a ReplicaSet, sees it come back, and writes nothing the second time', async () => {
    const { panel, notifications } = workbench;
    await runReconciler('Write to admin...');
    await notifications.answerDialog('Write to admin');
    await expect.poll(() => api.list(replicaSets)).toHaveLength(1);
    const [created] = await api.list(replicaSets);
    const name = created!.metadata.name;
    // Its own write comes back by the watch, and asks for another run.
    await panel.find(`reflector.event ${name}`, new RegExp(`Reflector, event, default/${name}, ADDED`));
    await panel.find(`store.add ${name}`, new RegExp(`Indexer, add, default/${name}`));
    // The panel counts on from the dry run.
    await expect.poll(async () => (await work()).writes).toBe(dryRunWrites + 1);
    const before = await work();
    await expect.poll(() => workbench.sideBar.item(/rollout/).innerText()).not.toMatch(/waits for/);
    // Another run, for a change that asks for nothing.
    await api.patch(`${deployments}/web`, { metadata: { annotations: { touched: 'yes' } } });
    await expect.poll(async () => (await work()).reconciles).toBeGreaterThan(before.reconciles);
    expect((await work()).writes).toBe(before.writes);
    expect((await api.list(replicaSets)).map(({ metadata }) => [metadata.name, metadata.resourceVersion])).toEqual([[name, created!.metadata.resourceVersion]]);
    await workbench.screenshot('reconciled');
  });

  it('makes a new ReplicaSet for a new image, and scales the old one down', async () => {
    await api.patch(`${deployments}/web`, { spec: { template: template('nginx:1.26') } });
    const sizes = async (): Promise<Record<string, number>> => {
      const sets = await api.list<{ readonly spec: { readonly replicas: number; readonly template: { readonly spec: { readonly containers: readonly [{ readonly image: string }] } } } }>(replicaSets);
      return Object.fromEntries(sets.map(({ spec }) => [spec.template.spec.containers[0].image, spec.replicas]));
    };
    await expect.poll(sizes).toEqual({ 'nginx:1.25': 0, 'nginx:1.26': 2 });
    await workbench.screenshot('rollout');
    await stopReconciler();
  });

  it('says that the server has gone, and goes on where it was when it is back', async () => {
    const { sideBar } = workbench;
    await plane.killApiServer();
    await expect.poll(() => sideBar.item('pods').innerText()).toMatch(/unreachable, |backing off/);
    await workbench.screenshot('server-gone');
    await plane.startApiServer();
    await plane.kubectl(['run', 'after', '--image=nginx:1.25']);
    await sideBar.item('after').waitFor({ timeout: 60_000 });
    await workbench.screenshot('server-back');
  }, 240_000);

  it('said nothing on the console that it should not have, and broke no content security policy', () => {
    expect(workbench.console.cspViolations).toEqual([]);
    expect(workbench.console.errors).toEqual([]);
  });
});
