import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ControlPlane, startControlPlane } from '../../cluster/apiServer.ts';
import { describeCluster } from '../../cluster/whenControlPlane.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { startInformer } from '../startInformer.ts';
import { themes, Workbench } from '../workbench.ts';

/** A context of a real kube-apiserver through the eyes of a ServiceAccount, beside itself. */
describeCluster('connected as a ServiceAccount', () => {
  let plane: ControlPlane;
  let workbench: Workbench;
  pictureOnFailure(() => workbench);
  const command = 'Informer Inspector: Connect as ServiceAccount...';
  const title = 'Connect as ServiceAccount';
  const row = 'admin as shop/web';
  const user = 'system:serviceaccount:shop:web';

  beforeAll(async () => {
    plane = await startControlPlane();
    await plane.kubectl(['create', 'namespace', 'shop']);
    await plane.kubectl(['create', 'serviceaccount', 'web', '-n', 'shop']);
    await plane.kubectl(['create', 'configmap', 'of-shop', '-n', 'shop']);
    await plane.kubectl(['create', 'configmap', 'elsewhere', '-n', 'default']);
    await plane.kubectl(['create', 'role', 'web', '-n', 'shop', '--verb=list,watch', '--resource=configmaps']);
    await plane.kubectl(['create', 'rolebinding', 'web', '-n', 'shop', '--role=web', '--serviceaccount=shop:web']);
    workbench = await Workbench.open({ name: 'service-account', vsix: process.env['VSIX']!, env: { KUBECONFIG: plane.kubeconfig } });
  });
  afterAll(async () => {
    await workbench?.close();
    await plane?.stop();
  });

  const described = (): Promise<string> => workbench.sideBar.item(row).innerText();

  /** The informer that the account may have, with the one object that is there. */
  const seenInShop = () => [/\D1 · /, /\bshop\b/, /synced|watching/].reduce((found, hasText) => found.filter({ hasText }), workbench.sideBar.item('configmaps').filter({ hasNotText: /forbidden/ }));

  /** Starts an informer on configmaps, on what is clicked. */
  async function startConfigMaps(namespace: string): Promise<void> {
    await workbench.sideBar.contextMenu(row, 'Start Informer...');
    await workbench.quickInput.answer('Start Informer (1/3)', 'configmaps');
    await workbench.quickInput.answer('Start Informer (2/3)', namespace);
    await workbench.quickInput.answer('Start Informer (3/3)', 'Start');
  }

  it('says who asks, and in a remote window whose kubeconfig it is', async () => {
    const { sideBar } = workbench;
    await sideBar.open('Informers');
    await startInformer(workbench, 'configmaps');
    await expect.poll(() => sideBar.item('configmaps').innerText()).toMatch(/synced/);
    await expect.poll(() => sideBar.item('admin').innerText()).toMatch(/as admin · v1\.\d+/);
    // A VS Code that is used in a browser is on another machine, as far as it knows.
    await expect.poll(() => sideBar.part.innerText()).toContain(`${hostname()} kubeconfig`);
  });

  it('is opened beside the context, by what may be listed', async () => {
    const { sideBar } = workbench;
    await workbench.runCommand(command, 'shop', 'web');
    await sideBar.item(row).waitFor();
    await expect.poll(described).toMatch(/ServiceAccount · v1\.\d+/);
    await expect.poll(() => sideBar.item('admin').innerText()).toMatch(/as admin/);
    await workbench.screenshot('opened');
  });

  it('tells all that is known of who asks to whoever asks for it', async () => {
    const { sideBar } = workbench;
    const tooltip = await sideBar.tooltip(sideBar.item(row), /Acts\s+as/);
    expect((await tooltip.innerText()).replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`Namespace: shop User: admin Acts as: ${user} Groups: system:serviceaccounts, system:serviceaccounts:shop, system:authenticated Kubeconfig of: `));
    await workbench.screenshot('tooltip');
    await sideBar.leave();
  });

  it('shows what the account may see, and whom the server refuses what it may not', async () => {
    const { sideBar } = workbench;
    await startConfigMaps('All namespaces');
    await expect.poll(() => sideBar.part.innerText()).toMatch(new RegExp(`You may not list configmaps in all namespaces as ${user}`));
    await workbench.screenshot('refused');
    await startConfigMaps('shop');
    await seenInShop().waitFor();
    await workbench.screenshot('seen');
  });

  it('is told on the page of the API server', async () => {
    const { panel } = workbench;
    await workbench.sideBar.contextMenu(row, 'Open Panel');
    await panel.frame.getByRole('tab', { name: 'API server' }).click();
    const facts = panel.frame.locator('.server-facts');
    await expect.poll(async () => (await facts.innerText()).replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`User admin Acts as ${user} Groups system:serviceaccounts system:serviceaccounts:shop system:authenticated`));
    await workbench.screenshot('api-server');
  });

  it.each(themes)('can be read in %s', async (theme) => {
    await workbench.chooseTheme(theme);
    await workbench.screenshot(`theme-${theme.replaceAll(' ', '-')}`);
    await expect.poll(() => workbench.sideBar.item(row).isVisible()).toBe(true);
  });

  it('comes back after a reload as that account, with its informers', async () => {
    const { sideBar, panel } = workbench;
    await workbench.reload();
    await panel.tab.waitFor();
    await panel.frame.getByText(`The session on ${row} is gone.`).waitFor({ timeout: 120_000 });
    await panel.button(/^(Connect|Start|Open)/).first().click();
    await sideBar.item(row).waitFor();
    await seenInShop().waitFor();
    await workbench.screenshot('resumed');
  }, 240_000);

  it('takes a name that cannot be listed, if it can be one; and says so where one may not act as it', async () => {
    const { quickInput, notifications, sideBar } = workbench;
    await workbench.runCommand('Informer Inspector: Switch Context...', 'nobody');
    await sideBar.item('nobody').waitFor();
    await sideBar.item(row).waitFor({ state: 'detached' });
    await workbench.runCommand(command);
    await quickInput.fill(title, 'No_Namespace');
    await quickInput.widget.getByText(/This is not the name of a namespace/).waitFor();
    await quickInput.input.press('Enter');
    await expect.poll(() => quickInput.title.innerText()).toContain('1/2');
    await quickInput.fill(title, 'shop');
    // It was chosen before, so that it is offered although it cannot be listed.
    await quickInput.answer(title, 'shop');
    await quickInput.title.filter({ hasText: '2/2' }).waitFor();
    await quickInput.fill(title, 'web');
    await quickInput.answer(title, 'Use ServiceAccount web');
    await expect.poll(() => notifications.texts().then((texts) => texts.join('\n'))).toMatch(/nobody as shop\/web: you may not act as somebody else \(403\): .*cannot impersonate resource "serviceaccounts".*\. Ask an administrator for the verb impersonate on serviceaccounts/);
    await expect.poll(() => sideBar.item('nobody as shop/web').count()).toBe(0);
    await workbench.screenshot('not-allowed');
  });

  it('said nothing on the console that it should not have', () => {
    expect(workbench.console.cspViolations).toEqual([]);
    // VS Code repeats there what it tells in a toast.
    expect(workbench.console.errors.filter((text) => !text.startsWith('nobody as shop/web: you may not act as somebody else (403)'))).toEqual([]);
  });
});
