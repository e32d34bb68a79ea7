import type { PlayedView, ScenarioPicture, StepView, WordsView } from '../../extension/protocol/pages/scenario.ts';

const both = (en: string, zh: string): WordsView => ({ en, zh });

const pending: StepView = {
  title: both('Back again', '改回去'),
  text: both('The image is set back.', '镜像改回去。'),
  actions: ['kubectl set image deployment/web -n default nginx=nginx:1.25'],
  state: 'pending',
  failure: null,
  checks: [],
  looks: [],
  figures: null,
};

const done: StepView = {
  ...pending,
  title: both('Ten that share nothing', '十个互不共享'),
  text: both('Each informer lists, watches and keeps everything for itself. That is what happens where each part of a program makes its own.', '每个 informer 各自 list、watch 并保留一切。'),
  actions: ['run 10 informers of v1/configmaps@scenario-ten that share nothing, and measure them', `kubectl patch configmap/busy -n scenario-ten --type=merge -p '{"data":{"value":"{n}"}}'  # 50 times`],
  state: 'done',
  checks: [
    { says: both('The server had ten watches more.', 'server 多了十个 watch。'), held: true },
    { says: both('Ten lists were sent.', '发出了十次 list。'), held: true },
  ],
  looks: [
    { type: 'page', page: 'server', filter: '', seq: 0 },
    { type: 'filter', page: 'scenario', filter: 'informer:v1/configmaps@scenario-ten seq:41..', seq: 0 },
    { type: 'entry', page: 'chain', filter: '', seq: 15 },
  ],
  figures: {
    columns: [both('ten informers', '十个 informer'), both('one shared', '一个共享')],
    rows: [
      { name: both('connections', '连接'), unit: 'count', values: [10, 1] },
      { name: both('bytes received', '收到的字节'), unit: 'bytes', values: [31_482_110, 3_148_211] },
      { name: both('memory', '内存'), unit: 'bytes', values: [32_900_120, 3_204_882] },
      { name: both('until it was known', '得知所需'), unit: 'ms', values: [12.4, 1.25] },
      { name: both('requests', '请求'), unit: 'perSecond', values: [20.04, 0.1] },
    ],
  },
};

const played: PlayedView = {
  id: 'tenInformers',
  title: both('Ten informers against one shared', '十个 informer 与一个共享'),
  chapter: 7,
  rules: ['X-01', 'S-13'],
  teaches: both('One shared informer costs the server and this process a tenth of what ten cost, and all ten handlers hear the same.', '一个共享 informer 的开销是十个的十分之一，而十个 handler 听到的完全一样。'),
  state: 'ready',
  at: 1,
  steps: [{ ...done, title: both('A namespace full of ConfigMaps', '满是 ConfigMap 的 namespace'), figures: null }, done, { ...pending, title: both('One that is shared', '一个共享的') }, pending],
};

/** Half-way through, with figures. */
export const scenarioPicture: ScenarioPicture = { playable: true, played };

export const failedScenario: ScenarioPicture = {
  playable: true,
  played: {
    ...played,
    state: 'failed',
    steps: [
      played.steps[0]!,
      {
        ...done,
        state: 'failed',
        failure: both('This was not so: <img src=x onerror=alert(1)>', '并非如此：<img src=x onerror=alert(1)>'),
        checks: [{ says: both('Ten lists were sent.', '发出了十次 list。'), held: false }],
        figures: null,
      },
      ...played.steps.slice(2),
    ],
  },
};
