import type { Scenario } from './scenario.ts';
import { chapter9 } from './scripts/chapter9.ts';
import { createdAndDeleted } from './scripts/createdAndDeleted.ts';
import { updateStorm } from './scripts/updateStorm.ts';

/** All of them: the chapters of the article in their order, then the rules that people trip over. */
export const scenarios: readonly Scenario[] = [chapter9, updateStorm, createdAndDeleted];
