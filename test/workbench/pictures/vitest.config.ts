import { defineConfig } from 'vitest/config';
import workbench from '../vitest.config.ts';

/** The pictures of the README are taken anew, in their place, when somebody asks for them. */
export default defineConfig({ ...workbench, test: { ...workbench.test, include: ['test/workbench/specs/readme.spec.ts'], env: { PICTURES: 'media' } } });
