import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KubeApi, pod } from '../kubeApi.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { playgroundApi } from '../playgroundApi.ts';
import { holdInDeltaFifo, secondsToAppear, stepUntilShown } from '../stories.ts';
import { startInformer } from '../startInformer.ts';
import { Workbench } from '../workbench.ts';

/** The main road, on the packaged extension and its playground, in one window from the first look to the last. */
let workbench: Workbench;
let api: KubeApi;
pictureOnFailure(() => workbench);

beforeAll(async () => {
  workbench = await Workbench.open({
    name: 'playground',
    vsix: process.env['VSIX']!,
    // Nothing happens there but what the tests do.
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: '/nowhere/kubeconfig' },
  });
});
afterAll(() => workbench?.close());

describe('with no kubeconfig', () => {
  it('says so in the side bar, and offers the playground', async () => {
    const { sideBar } = workbench;
    await sideBar.open('Informers');
    await sideBar.content.getByText('No kubeconfig was found').first().waitFor();
    await sideBar.content.getByRole('button', { name: 'Try the Playground', exact: true }).waitFor();
    expect(await workbench.page.locator('.statusbar-item:visible[id$="informerInspector.status"]').count()).toBe(0);
    await workbench.screenshot('no-kubeconfig');
  });
});

describe('the playground', () => {
  it('is started from the palette and shown in the tree', async () => {
    const { sideBar } = workbench;
    await workbench.runCommand('Informer Inspector: Start Playground');
    await sideBar.item('Playground').waitFor();
    await sideBar.expand('pods');
    await sideBar.expand('default');
    await sideBar.item(/^web-/).first().waitFor();
    await workbench.screenshot('tree');
  });

  it('S1, S2: is told of in the status bar, which leads to the panel, and where nothing is inspected there is nothing', async () => {
    const item = workbench.page.locator('.statusbar-item[id$="informerInspector.status"]');
    await expect.poll(() => item.innerText()).toMatch(/^\s*Playground · 2 informers$/);
    expect(await item.getAttribute('aria-label')).toMatch(/^Playground · 2 informers/);
    expect(await item.locator('.codicon').count()).toBe(1);
    await item.click();
    await workbench.panel.tab.waitFor();
  });

  it('shows its pipeline and the entries of its trace in a panel', async () => {
    const { panel } = workbench;
    await workbench.runCommand('Informer Inspector: Open Panel');
    await panel.tab.waitFor();
    await panel.frame.getByRole('heading', { name: 'DeltaFIFO' }).first().waitFor();
    await panel.find('reflector.watch', /Reflector.*watch/);
    await workbench.screenshot('panel');
  });

  it('lends its kubeconfig to other clients', async () => {
    ({ api } = await playgroundApi(workbench));
  });

  it('shows a pod that another client creates in tree and panel within a second', async () => {
    expect(await secondsToAppear(workbench, api, 'made-elsewhere')).toBeLessThanOrEqual(1);
    await workbench.screenshot('pod-created');
  });
});

describe('the tree', () => {
  it('keeps its selection and what is open while the cache changes', async () => {
    const { sideBar } = workbench;
    const pods = '/api/v1/namespaces/default/pods';
    await sideBar.item('made-elsewhere-1').click();
    await sideBar.item('made-elsewhere-1').and(sideBar.content.locator('[aria-selected="true"]')).waitFor();
    await api.create(pods, pod('another'));
    await sideBar.item('another').waitFor();
    await api.delete(`${pods}/another`);
    await sideBar.item('another').waitFor({ state: 'detached' });
    await expect.poll(() => sideBar.item('made-elsewhere-1').getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => sideBar.item('default').first().getAttribute('aria-expanded')).toBe('true');
    await workbench.panel.tab.click();
  });
});

describe('Pause, Step, Continue', () => {
  it('holds a new pod in the DeltaFIFO while the Reflector goes on, and keeps it out of the tree', async () => {
    await holdInDeltaFifo(workbench, api, 'kept-waiting');
    await expect.poll(() => workbench.sideBar.item('made-elsewhere-1').count()).toBe(1);
    await expect.poll(() => workbench.sideBar.item('kept-waiting').count()).toBe(0);
    await workbench.screenshot('paused');
  });

  it('lets it through by a step', async () => {
    await stepUntilShown(workbench, 'kept-waiting');
    await workbench.screenshot('stepped');
  });

  it('lets everything through by Continue', async () => {
    const { sideBar, panel } = workbench;
    await api.create('/api/v1/namespaces/default/pods', pod('let-through'));
    await panel.deltas('default/let-through').first().waitFor();
    await panel.button('Continue').click();
    await sideBar.item('let-through').waitFor();
    await expect.poll(() => panel.status.innerText()).toBe('Live');
  });
});

describe('the sample reconciler', () => {
  const replicaSets = '/apis/apps/v1/namespaces/default/replicasets';
  const images = async (): Promise<string[]> => {
    const sets = await api.list<{ readonly metadata: { readonly name: string }; readonly spec: { readonly template: { readonly spec: { readonly containers: readonly { readonly image: string }[] } } } }>(replicaSets);
    return sets.filter(({ metadata }) => metadata.name.startsWith('web-')).map(({ spec }) => spec.template.spec.containers[0]!.image);
  };

  it('runs from the palette', async () => {
    await workbench.runCommand('Informer Inspector: Run Sample Reconciler...', 'Deployment Rollout');
    await workbench.sideBar.item(/rollout/).waitFor();
    await workbench.panel.find('reconcile.end', /Reconcile, end/);
    await expect.poll(() => images()).not.toContain('nginx:1.26');
  });

  it('makes a new ReplicaSet when the image of a Deployment changes, and shows the way there', async () => {
    const { panel } = workbench;
    const change = { spec: { template: { spec: { containers: [{ name: 'nginx', image: 'nginx:1.26' }] } } } };
    const { spec } = (await api.get('/apis/apps/v1/namespaces/default/deployments/web')) as { spec: { template: { spec: { containers: { name: string }[] } } } };
    change.spec.template.spec.containers[0]!.name = spec.template.spec.containers[0]!.name;
    await api.patch('/apis/apps/v1/namespaces/default/deployments/web', change);
    await expect.poll(images).toContain('nginx:1.26');
    await panel.find('workqueue.add default/web', /WorkQueue, add, default\/web/);
    await panel.find('workqueue.get default/web', /WorkQueue, get, default\/web/);
    await panel.find('workqueue.done default/web', /WorkQueue, done, default\/web/);
    await panel.find('reconcile.write', /Reconcile, write, default\/web/);
    await workbench.screenshot('rollout');
  });

  it('scales the old ReplicaSet to 0', async () => {
    const replicas = async (): Promise<Record<string, number>> => {
      const sets = await api.list<{ readonly metadata: { readonly name: string }; readonly spec: { readonly replicas: number; readonly template: { readonly spec: { readonly containers: readonly { readonly image: string }[] } } } }>(replicaSets);
      return Object.fromEntries(sets.filter(({ metadata }) => metadata.name.startsWith('web-')).map(({ spec }) => [spec.template.spec.containers[0]!.image, spec.replicas]));
    };
    await expect.poll(replicas).toMatchObject({ 'nginx:1.25': 0 });
  });

  it('has its next Get held by Pause and released by Step Out', async () => {
    const { panel } = workbench;
    const web = '/apis/apps/v1/namespaces/default/deployments/web';
    const [queue, workers] = [panel.stage('WorkQueue'), panel.stage('Workers')];
    const done = async (): Promise<number> => Number(/(\d+) reconcile/.exec(await workers.innerText())?.[1] ?? 0);
    const isHeld = async (): Promise<boolean> => /workqueue\.get · /.test(await panel.status.innerText());
    // Until the rollout is over, its own events ask for reconciles, too.
    const rolledOut = { replicas: 3, updatedReplicas: 3, readyReplicas: 3 };
    await expect.poll(async () => ((await api.get(web)) as { readonly status: object }).status).toMatchObject(rolledOut);
    await panel.button('Pause').click();
    await panel.frame.getByText(/^Paused/).first().waitFor();
    await expect.poll(() => workers.innerText()).toMatch(/0 of \d+ busy/);
    const before = await done();
    await api.patch(web, { metadata: { annotations: { touched: 'yes' } } });
    await expect.poll(() => panel.deltaQueue()).toContain('default/web');
    // One Step is one Pop; then it goes on with the same item, from gate to gate, until a worker is to get it.
    await expect
      .poll(async () => {
        if (!(await isHeld()) && (await panel.button('Step').isEnabled())) await panel.button('Step').click();
        return isHeld();
      })
      .toBe(true);
    await expect.poll(() => panel.deltaQueue()).not.toContain('default/web');
    await expect.poll(() => queue.innerText()).toMatch(/1 ready/);
    await expect.poll(() => done()).toBe(before);
    await workbench.screenshot('get-held');
    await panel.button('Step Out').click();
    await expect.poll(isHeld).toBe(false);
    await expect.poll(done).toBe(before + 1);
    await panel.button('Continue').click();
    await expect.poll(() => panel.status.innerText()).toBe('Live');
  });

  it('is stopped', async () => {
    await workbench.runCommand('Informer Inspector: Stop Reconciler');
    await workbench.sideBar.item(/rollout/).waitFor({ state: 'detached' });
  });
});

describe('an object of the tree', () => {
  it('opens as a read-only YAML document', async () => {
    const { sideBar, editor, page } = workbench;
    await sideBar.item('made-elsewhere-1').click();
    await expect.poll(() => editor.text()).toMatch(/kind: Pod/);
    await page.keyboard.type('scribble');
    await page.getByRole('alert').filter({ hasText: 'Cannot edit in read-only editor' }).waitFor({ state: 'attached' });
    await expect.poll(() => editor.text()).not.toContain('scribble');
    await workbench.screenshot('document');
  });

  it('has its key copied', async () => {
    await workbench.sideBar.contextMenu('made-elsewhere-1', 'Copy Key');
    await expect.poll(() => workbench.clipboard()).toBe('default/made-elsewhere-1');
  });
});

describe('an informer', () => {
  it('is stopped, and leaves the others alone', async () => {
    const { sideBar } = workbench;
    await sideBar.contextMenu('deployments', 'Stop Informer');
    await sideBar.item('deployments').waitFor({ state: 'detached' });
    await expect.poll(() => sideBar.item('pods').innerText()).toMatch(/synced/);
  });

  it('is started on a resource of the playground', async () => {
    const { sideBar } = workbench;
    await startInformer(workbench, 'configmaps');
    await sideBar.item('configmaps').waitFor();
    await expect.poll(() => sideBar.item('configmaps').innerText()).toMatch(/synced/);
  });

  it('says before what it will cost, and is started on metadata alone', async () => {
    const { sideBar, quickInput } = workbench;
    await workbench.runCommand('Informer Inspector: Start Informer...', 'pods');
    const everywhere = quickInput.row('All namespaces');
    const cost = async (): Promise<string> => /about \d+ objects, [\d.]+ kB/.exec(await everywhere.innerText())?.[0] ?? '';
    await expect.poll(cost).not.toBe('');
    const whole = await cost();
    await workbench.screenshot('preflight');
    await quickInput.button(/^Metadata only/).click();
    await expect.poll(() => quickInput.title.innerText()).toMatch(/^Start Informer: metadata only\b/);
    await expect.poll(cost).not.toBe('');
    const kilobytes = (words: string): number => Number(/([\d.]+) kB/.exec(words)![1]);
    expect(kilobytes(await cost())).toBeLessThan(kilobytes(whole));
    await workbench.screenshot('preflight-metadata');
    await everywhere.click();
    await quickInput.answer('Start Informer: metadata only (3/3)', 'Start');
    const informer = sideBar.item('pods').filter({ hasText: 'metadata only' });
    await expect.poll(() => informer.innerText()).toMatch(/synced/);
    await workbench.screenshot('metadata-only');
    await workbench.panel.tab.click();
    await workbench.panel.frame.locator('[value="v1/pods#metadata"]').first().waitFor({ state: 'attached' });
    await sideBar.contextMenu(informer, 'Stop Informer');
    await informer.waitFor({ state: 'detached' });
  });
});

describe('the panel', () => {
  it('is whole again after it was hidden', async () => {
    const { panel } = workbench;
    await panel.tab.click();
    await panel.find('reconcile', /Reconcile/);
  });

  it('says after the window was reloaded that its playground is gone, and brings another', async () => {
    const { panel, sideBar } = workbench;
    await workbench.reload();
    await panel.tab.waitFor();
    // Another extension host has to start.
    await panel.frame.getByText('The session on Playground is gone.').waitFor({ timeout: 120_000 });
    await workbench.screenshot('reloaded');
    await panel.button('Start Playground').click();
    await sideBar.item('Playground').waitFor();
    await panel.find('reflector.watch', /Reflector.*watch/);
    await expect.poll(() => panel.status.innerText()).toBe('Live');
    await workbench.screenshot('resumed');
  }, 240_000);
});

it('kept to itself in the log: no token of the playground is in it', async () => {
  const log = await workbench.extensionLog();
  expect(log).not.toBe('');
  expect(log).not.toMatch(/bearer\s+\S{12}|token["']?\s*[:=]\s*["']?\w{12}/i);
});

it('said nothing on the console that it should not have, and broke no content security policy', () => {
  expect(workbench.console.cspViolations).toEqual([]);
  expect(workbench.console.errors).toEqual([]);
});

// Last, because VS Code says much on the console about a host that was killed.
describe('the extension host', () => {
  it('takes its playground with it when it is killed while watching, and the next one starts anew', async () => {
    const { server, sideBar } = workbench;
    await expect.poll(() => server.processes('dist/playground.js')).toHaveLength(1);
    const [host] = await server.processes('--type=extensionHost');
    await server.killExtensionHost();
    await expect.poll(() => server.processes('dist/playground.js')).toEqual([]);
    await expect.poll(async () => (await server.processes('--type=extensionHost')).filter((pid) => pid !== host)).toHaveLength(1);
    await sideBar.content.getByRole('button', { name: 'Try the Playground', exact: true }).click();
    await sideBar.item('Playground').waitFor();
    await sideBar.item('pods').waitFor();
    await workbench.screenshot('host-restarted');
  });
});
