import type { Page } from './page.ts';

export const timelinePage: Page<'timeline'> = () => ({});
