import { article } from './zhCn/article.ts';
import { cache } from './zhCn/cache.ts';
import { chain } from './zhCn/chain.ts';
import { inside } from './zhCn/inside.ts';
import { item } from './zhCn/item.ts';
import { lints } from './zhCn/lints.ts';
import { panel } from './zhCn/panel.ts';
import { pipeline } from './zhCn/pipeline.ts';
import { queues } from './zhCn/queues.ts';
import { recording } from './zhCn/recording.ts';
import { scenario } from './zhCn/scenario.ts';
import { server } from './zhCn/server.ts';
import { stepping } from './zhCn/stepping.ts';
import { stream } from './zhCn/stream.ts';
import { time } from './zhCn/time.ts';
import { timeline } from './zhCn/timeline.ts';

/**
 * The panel in Simplified Chinese, by the keys of the panel's own texts. Terms of the trade stay English. In this language there is one plural form,
 * `other`. What is missing is English.
 */
export const zhCn: Readonly<Record<string, string>> = {
  ...panel,
  ...pipeline,
  ...stream,
  ...stepping,
  ...time,
  ...timeline,
  ...item,
  ...chain,
  ...queues,
  ...cache,
  ...recording,
  ...scenario,
  ...server,
  ...inside,
  ...lints,
  ...article,
};
