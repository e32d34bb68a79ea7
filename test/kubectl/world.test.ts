import { afterAll, beforeAll, expect, it } from 'vitest';
import { Kubectl } from './kubectl.ts';

let kubectl: Kubectl;
beforeAll(async () => {
  kubectl = await Kubectl.start(['--churn', 'off', '--speed', '10']);
});
afterAll(async () => {
  expect(kubectl.complaints).toBe('');
  await kubectl.stop();
});

it('rollout status, history, undo, restart', async () => {
  expect(await kubectl.ok('set image deployment/web nginx=nginx:1.26')).toContain('updated');
  expect(await kubectl.ok('rollout status deployment/web --timeout=60s')).toContain('successfully rolled out');
  expect(await kubectl.ok('rollout history deployment/web')).toMatch(/1 +<none>\n2 +<none>\n3 +<none>/);
  expect(await kubectl.ok('rollout undo deployment/web')).toContain('rolled back');
  expect(await kubectl.ok('rollout status deployment/web --timeout=60s')).toContain('successfully rolled out');
  expect(await kubectl.ok('get deployment web -o jsonpath={.spec.template.spec.containers[0].image}')).toBe('nginx:1.25');
  expect(await kubectl.ok('rollout restart deployment/web')).toContain('restarted');
  expect(await kubectl.ok('rollout status deployment/web --timeout=60s')).toContain('successfully rolled out');
});

it('create job, wait, expose, create service', async () => {
  expect(await kubectl.ok('create job once --image=busybox -- sleep 2')).toBe('job.batch/once created\n');
  expect(await kubectl.ok('wait --for=condition=complete job/once --timeout=60s')).toContain('condition met');
  expect(await kubectl.ok('get job once')).toMatch(/once +Complete +1\/1/);
  expect(await kubectl.ok('expose deployment/web --name=again --port=8080 --target-port=80')).toBe('service/again exposed\n');
  expect(await kubectl.ok('create service clusterip plain --tcp=80:8080')).toBe('service/plain created\n');
  expect(await kubectl.ok('describe service again')).toMatch(/Endpoints: +10\.244\./);
});

it('drain: evicts what runs on a node, which takes nothing new until it is uncordoned', async () => {
  const node = 'playground-worker2';
  const onNode = async (): Promise<string> => kubectl.ok(`get pods -A --field-selector spec.nodeName=${node} -o name`);
  expect(await onNode()).toContain('pod/');
  expect(await kubectl.ok(`drain ${node} --ignore-daemonsets --force --delete-emptydir-data --timeout=60s`)).toMatch(new RegExp(`evicting pod [^]*node/${node} (drained|evicted)`));
  expect(await kubectl.ok(`get node ${node}`)).toContain('Ready,SchedulingDisabled');
  expect(await onNode()).toBe('');
  expect(await kubectl.ok(`uncordon ${node}`)).toContain('uncordoned');
  expect(await kubectl.ok('rollout status deployment/web --timeout=60s')).toContain('successfully rolled out');
});
