import { afterEach, describe, expect, it, vi } from 'vitest';
import { FakeClock } from '../../support/fakeClock.ts';
import { english, SaidError, say } from '../../../extension/base/saying.ts';
import { Credentials } from '../../../extension/cluster/credentials.ts';
import { loadKubeconfig } from '../../../extension/cluster/kubeconfig.ts';
import { selectContext } from '../../../extension/cluster/selectContext.ts';
import { validateContext } from '../../../extension/cluster/validateContext.ts';
import { checkDecision } from '../../../extension/debugger/decisions.ts';
import { objectStatus } from '../../../extension/inspector/objectStatus.ts';
import { ReconcilerError, type ReconcilerEnd } from '../../../extension/inspector/reconcilerError.ts';
import { PipelineWhatIf } from '../../../extension/inspector/whatIf/pipelineWhatIf.ts';
import type { KubeObject } from '../../../extension/kube/object.ts';
import { errorWords, sayingWords } from '../../../extension/ui/sayingWords.ts';
import { chinese, language } from '../../support/fakeVscode.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

vi.mock('vscode', async () => (await import('../../support/fakeVscode.ts')).fakeVscode);

const folder = temporaryFolder();

afterEach(() => {
  language.bundle = {};
});

/** In English, as the log has it, and as a window in Chinese shows it. */
function inBoth(error: unknown): { readonly english: string; readonly chinese: string } {
  if (!SaidError.isOne(error)) throw error;
  expect(errorWords(error)).toBe(error.message);
  language.bundle = chinese;
  expect(errorWords(error)).not.toBe(error.message);
  return { english: error.message, chinese: errorWords(error) };
}

async function thrownBy(run: () => unknown): Promise<unknown> {
  try {
    await run();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

async function context(user: string, cluster = 'server: "https://10.0.0.1"') {
  const text = `current-context: one\nclusters: [{name: c, cluster: {${cluster}}}]\nusers: [{name: u, user: {${user}}}]\ncontexts: [{name: one, context: {cluster: c, user: u}}]\n`;
  return selectContext(await loadKubeconfig({ env: {}, home: '/nowhere', path: await folder.write('config', text) }));
}

describe('a kubeconfig', () => {
  it.each([
    ['a: [', /^kubeconfig \S+ 第 1 行 无效：.*。请改正该文件，或选择其他文件。$/],
    ['kind: Pod', /^kubeconfig \S+ 无效：它的 kind 不是 Config。请改正该文件，或选择其他文件。$/],
    ['clusters: 7', /^没有可用的 context：\S+：clusters 不是列表。请改正，或选择其他 kubeconfig。$/u],
    ['{}', /^\S+ 中没有 context。请用 "kubectl config set-context" 添加，或选择其他 kubeconfig。$/],
  ])('%s', async (text, sentence) => {
    const file = await folder.write('config', text);
    expect(inBoth(await thrownBy(async () => selectContext(await loadKubeconfig({ env: {}, home: '/nowhere', path: file })))).chinese).toMatch(sentence);
  });

  it.each([
    ['token: 7', 'server: x', '中的用户 "u" 的字段 "token" 不是文本：请加上引号。请改正，或选择其他 context。'],
    ['token: a, username: b', 'server: "https://x"', '中的用户 "u" 既有 token，又有密码。请去掉其中之一。'],
    ['client-certificate: /nowhere/cert', 'server: "https://x"', '中的用户 "u" 以 /nowhere/cert 作为 client-certificate，而它不存在。请改正 kubeconfig 中的路径。'],
    ['exec: {command: aws, apiVersion: client.authentication.k8s.io/v1}', 'server: "https://x"', '中的用户 "u" 的凭据插件没有 interactiveMode。请说明它是否要求输入：Never, IfAvailable, Always。'],
    ['token: a', 'proxy-url: "ftp://x", server: "https://x"', '中的集群 "c" 的 proxy-url "ftp://x" 不是 http、https 或 socks5 地址。请改正。'],
  ])('whose user has %s and whose cluster %s', async (user, cluster, sentence) => {
    const both = inBoth(await thrownBy(async () => validateContext(await context(user, cluster))));
    expect(both.english).toMatch(/^The (user|cluster) "/);
    expect(both.chinese).toMatch(/^\S+ 中的/);
    expect(both.chinese).toContain(sentence);
  });
});

it.each([
  ['tokenFile: /nowhere/token', 'kubeconfig 为用户 "u" 指定的文件 /nowhere/token 不存在。请改正 kubeconfig 中的路径。'],
  ['token: "a\\nb"', '用户 "u" 的 token 或密码含有无法发送的字符。请在 kubeconfig 中改正。'],
  ['exec: {command: no-such-plugin-here, apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never}', '用户 "u" 的凭据来自程序（no-such-plugin-here），而在不受信任的工作区中不运行程序。请信任此工作区，或选择不需要程序的 context。'],
])('credentials of %s', async (user, sentence) => {
  const options = { allowExec: false, interactive: false, env: {}, clock: new FakeClock(), onMessage: () => {} };
  const error = await thrownBy(async () => new Credentials(await context(user), options).prepare(new AbortController().signal));
  expect(inBoth(error).chinese).toBe(sentence);
});

const at = '/home/me/rollout.ts:12:3';
it.each<[ReconcilerEnd, string]>([
  [{ code: 'notStarted', reason: 'ENOENT' }, '无法启动 web 的进程：ENOENT。'],
  [{ code: 'file', problem: { code: 'noDefault', message: 'x', said: say`${'web.ts:1'} ${say`has no default export: end it with \`export default defineReconciler({ … })\``}.`, at } }, 'web.ts:1 没有默认导出：请以 `export default defineReconciler({ … })` 结尾。'],
  [{ code: 'notReady', ms: 5000 }, 'web 在 5 s 内没有就绪，因而被结束：它在加载时是否在等待或循环？'],
  [{ code: 'noDebugger', ms: 5000 }, '在 5 s 内没有调试器连接到 web，它的进程已被结束。'],
  [{ code: 'unresponsive', ms: 5000 }, 'web 有 5 s 没有应答，因而被结束：其中是否有既不结束也不等待的循环？'],
  [{ code: 'memory', bytes: 2 ** 30, limit: 2 ** 29 }, 'web 使用了 1024 MB 内存，超过了允许的 512 MB，因而被结束：它是否保留了不必保留的东西？'],
  [{ code: 'heap', limit: 2 ** 29 }, 'web 内存耗尽，其堆最多可用 512 MB：它是否保留了不必保留的东西？'],
  [{ code: 'exit', status: 3, at }, 'web 以 process.exit(3) 结束了自己 (rollout.ts:12)。'],
  [{ code: 'exception', error: { name: 'Error', message: 'no', at } }, 'web 在无人捕获之处抛出了异常，因而结束：no (rollout.ts:12)。'],
  [{ code: 'rejection', error: { name: 'Error', message: 'no', at } }, 'web 让一个无人等待的 promise 失败了，因而结束：no (rollout.ts:12)。'],
  [{ code: 'flood' }, 'web 不断发送无意义的消息，因而被结束。'],
  [{ code: 'tooLong', limit: 2 ** 20 }, 'web 发送了超过 1 MB 的消息，因而被结束。'],
  [{ code: 'closed' }, 'web 关闭了与扩展的连接，因而被结束。'],
  [{ code: 'killed' }, 'web 已被强制结束。'],
  [{ code: 'signal', signal: 'SIGKILL' }, 'web 被 SIGKILL 结束：它自己或他人向其进程发送了该信号。'],
  [{ code: 'status', status: null, said: '' }, 'web 以状态 未知 结束。'],
])('a reconciler that ended by %j', (end, sentence) => {
  expect(inBoth(new ReconcilerError('web', end)).chinese).toBe(sentence);
});

it.each([
  ['readOnly', () => checkDecision({ type: 'skip' }, { point: 'watch.event', allowsWhatIf: false }), '真实集群所说的从不改变：`skip` 只能在 playground 上和录制中进行。请打开其中之一，或让此步按原样继续。'],
  ['notHere', () => checkDecision({ type: 'skip' }, { point: 'queue.pop', allowsWhatIf: true }), '`skip` 不能在 queue.pop 处进行：此步只能放行。'],
  ['noInformer', () => whatIf().resync('v1/pods'), '没有 informer v1/pods。请先启动它。'],
  ['noWatch', () => whatIf(false).resync('v1/pods'), '现在无法对 v1/pods 进行 resync：resync 与 watch 并行，而它没有 watch，或已有 resync 正在进行。请在它 watch 时再试。'],
  ['noController', () => whatIf().failNextReconcile('web'), '没有正在运行的 controller web。请先运行它。'],
])('a What if that is refused: %s', async (code, run, sentence) => {
  const error = await thrownBy(run);
  expect(error).toHaveProperty('code', code);
  expect(inBoth(error).chinese).toBe(sentence);
});

/** @param resyncs what its informer answers to the wish; undefined: there is no informer */
function whatIf(resyncs?: boolean): PipelineWhatIf {
  return new PipelineWhatIf({
    informer: () => (resyncs === undefined ? undefined : { resyncNow: () => resyncs }),
    controllers: () => [],
    stepper: { decideNext: () => ({ dispose: () => {} }) },
    probe: { record: () => 0 },
  });
}

it.each<[string, object, string]>([
  ['Secret', { data: { a: '', b: '' } }, '2 个 key'],
  ['ConfigMap', { data: { a: '' } }, '1 个 key'],
  ['Pod', { status: { phase: 'Running', containerStatuses: [{ ready: true, restartCount: 3 }] } }, '重启 3 次'],
  ['CronJob', { status: { active: [{}] } }, '1 个进行中'],
  ['Event', { count: 7 }, '7 次'],
  ['HorizontalPodAutoscaler', { spec: { maxReplicas: 9 } }, '最多 9 个'],
  ['PodDisruptionBudget', { status: { disruptionsAllowed: 1 } }, '允许中断 1 个'],
])('what is counted of a %s', (kind, fields, words) => {
  const { note } = objectStatus({ apiVersion: 'v1', kind, metadata: { name: 'x' }, ...fields } as KubeObject);
  language.bundle = chinese;
  expect(sayingWords(note!)).toBe(words);
});

it('a value that looks like a place is none', () => {
  expect(english(say`${'{1}'} and ${'b'}`)).toBe('{1} and b');
});
