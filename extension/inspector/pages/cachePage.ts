import type { Page } from './page.ts';

export const cachePage: Page<'cache'> = () => ({});
