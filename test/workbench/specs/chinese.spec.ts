import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { kubeconfigWith } from '../../support/kubeconfigWith.ts';
import { pictureOnFailure } from '../pictureOnFailure.ts';
import { Workbench } from '../workbench.ts';

/** What VS Code finds of the translations in the package, where it is in that language: of each of the three kinds of texts something. */
let workbench: Workbench;
let folder: string;
pictureOnFailure(() => workbench);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'informer-chinese-'));
  workbench = await Workbench.open({
    name: 'chinese',
    vsix: process.env['VSIX']!,
    settings: { 'informerInspector.playground.churn': 'off' },
    env: { KUBECONFIG: path.join(folder, 'config') },
    language: 'zh-cn',
  });
});
afterAll(async () => {
  await workbench?.close();
  await rm(folder, { recursive: true, force: true });
});

it('welcomes in Chinese', async () => {
  const { sideBar } = workbench;
  await sideBar.open('Informers');
  await sideBar.content.getByText('没有找到 kubeconfig').first().waitFor();
  await sideBar.content.getByRole('button', { name: '试试 Playground', exact: true }).waitFor();
  await workbench.screenshot('welcome');
});

it('has its commands in the palette, and says in the tree how informers are', async () => {
  const { sideBar } = workbench;
  await workbench.runCommand('Informer Inspector: 启动 Playground');
  await sideBar.item('Playground').waitFor();
  const pods = sideBar.item('pods').first();
  await expect.poll(() => pods.innerText()).toContain('已同步');
  await expect.poll(() => pods.innerText()).toContain('所有 namespace');
  await workbench.screenshot('tree');
});

it('says in Chinese what is counted on the row of an object', async () => {
  const { sideBar } = workbench;
  await workbench.runCommand('Informer Inspector: 启动 Informer...', 'configmaps', '所有 namespace', '启动');
  await sideBar.item('configmaps').waitFor();
  await sideBar.expand('configmaps');
  await sideBar.expand('kube-system');
  const authority = sideBar.item('kube-root-ca.crt').first();
  await expect.poll(() => sideBar.description(authority)).toBe('1 个 key');
  expect(await authority.getAttribute('aria-label')).toContain('1 个 key');
  await workbench.screenshot('row');
});

it('asks in Chinese', async () => {
  const { quickInput } = workbench;
  await workbench.runCommand('Informer Inspector: 添加断点...');
  await quickInput.title.filter({ hasText: '添加断点' }).waitFor();
  await quickInput.row('字段改变').waitFor();
  await workbench.screenshot('question');
  await workbench.page.keyboard.press('Escape');
});

it.each([
  ['labels: -app=x', '无法使用此 label selector："-app" 不是 label 的 key。'],
  ['cel: object.status.phase ==', '无法使用此表达式：从 1:21 处的 `=` 起无法读懂。'],
  ['cel: pod.status.phase', '无法使用此表达式：`pod` 未知，可用的是 `object`。'],
])('says in Chinese why %j is no filter', async (text, reason) => {
  const { quickInput } = workbench;
  await workbench.runCommand('Informer Inspector: 筛选...');
  await quickInput.fill('筛选对象', text);
  await quickInput.widget.locator('.quick-input-message').filter({ hasText: reason }).waitFor();
  await workbench.screenshot('filter');
  await quickInput.dismiss();
});

it('says in Chinese why a selector of an informer is none', async () => {
  const { quickInput } = workbench;
  await workbench.runCommand('Informer Inspector: 启动 Informer...', 'pods', '所有 namespace', '按 label 选择...');
  await quickInput.widget.getByPlaceholder(/^app=web,tier/).fill('tier in (front');
  await quickInput.widget.locator('.quick-input-message').filter({ hasText: '"tier in (front" 不是 label requirement。请按此写法：' }).waitFor();
  await workbench.screenshot('selector');
  await quickInput.dismiss();
});

it('says above the rows in Chinese why an expression has no answer', async () => {
  const { quickInput, sideBar } = workbench;
  await workbench.runCommand('Informer Inspector: 筛选...');
  await quickInput.say('筛选对象', 'cel: object.nowhere == 1');
  await sideBar.part.getByText('没有字段 `nowhere`').first().waitFor();
  await workbench.screenshot('filter-fails');
  await workbench.runCommand('Informer Inspector: 清除筛选');
});

it('shows the panel in Chinese', async () => {
  const { panel } = workbench;
  await workbench.runCommand('Informer Inspector: 打开面板');
  await panel.tab.waitFor();
  await panel.button('暂停').waitFor();
  await workbench.screenshot('panel');
});

it('says in Chinese what is wrong with a context of the kubeconfig', async () => {
  const { sideBar } = workbench;
  const file = path.join(folder, 'config');
  await writeFile(file, kubeconfigWith({ clusters: {}, users: {}, contexts: { lost: { cluster: 'no-such-cluster', user: 'jane' } } }));
  await sideBar.item('lost').waitFor();
  await workbench.runCommand('Informer Inspector: 切换 Context...', 'lost');
  await expect.poll(() => sideBar.part.innerText()).toContain(`Context "lost" 指定了集群 "no-such-cluster"，它不在 ${file} 中。请添加，或选择其他 context。`);
  await workbench.screenshot('kubeconfig');
});
