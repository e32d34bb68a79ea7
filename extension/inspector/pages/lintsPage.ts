import type { Page } from './page.ts';

export const lintsPage: Page<'lints'> = () => ({});
