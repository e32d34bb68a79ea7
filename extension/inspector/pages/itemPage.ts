import type { Page } from './page.ts';

export const itemPage: Page<'item'> = () => ({});
