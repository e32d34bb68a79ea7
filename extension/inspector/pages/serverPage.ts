import type { Page } from './page.ts';

export const serverPage: Page<'server'> = () => ({});
