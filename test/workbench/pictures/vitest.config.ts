import { defineConfig } from 'vitest/config';
import workbench from '../vitest.config.ts';

/** Pictures are taken when somebody asks for them, by the means of the workbench tests. */
export default defineConfig({ ...workbench, test: { ...workbench.test, include: ['test/workbench/pictures/*.spec.ts'] } });
