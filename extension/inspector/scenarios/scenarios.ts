import type { Scenario } from './scenario.ts';
import { chapter1 } from './scripts/chapter1.ts';
import { chapter2 } from './scripts/chapter2.ts';
import { chapter3 } from './scripts/chapter3.ts';
import { chapter4 } from './scripts/chapter4.ts';
import { chapter5 } from './scripts/chapter5.ts';
import { chapter6 } from './scripts/chapter6.ts';
import { chapter7 } from './scripts/chapter7.ts';
import { chapter8 } from './scripts/chapter8.ts';
import { chapter9 } from './scripts/chapter9.ts';
import { ciFlood } from './scripts/ciFlood.ts';
import { createdAndDeleted } from './scripts/createdAndDeleted.ts';
import { deleteAndRecreate } from './scripts/deleteAndRecreate.ts';
import { expiredAfterSleep } from './scripts/expiredAfterSleep.ts';
import { hotLoop } from './scripts/hotLoop.ts';
import { missedDelete } from './scripts/missedDelete.ts';
import { priorities } from './scripts/priorities.ts';
import { relistStorm } from './scripts/relistStorm.ts';
import { resync } from './scripts/resync.ts';
import { slowHandler } from './scripts/slowHandler.ts';
import { slowWatcher } from './scripts/slowWatcher.ts';
import { tenInformers } from './scripts/tenInformers.ts';
import { unseenWrite } from './scripts/unseenWrite.ts';
import { updateStorm } from './scripts/updateStorm.ts';

/** All of them: the chapters of the article in their order, then the rules that people trip over. */
export const scenarios: readonly Scenario[] = [
  chapter1,
  chapter2,
  chapter3,
  chapter4,
  chapter5,
  chapter6,
  chapter7,
  chapter8,
  chapter9,
  updateStorm,
  createdAndDeleted,
  missedDelete,
  deleteAndRecreate,
  relistStorm,
  resync,
  tenInformers,
  slowHandler,
  slowWatcher,
  expiredAfterSleep,
  hotLoop,
  priorities,
  unseenWrite,
  ciFlood,
];
