import type { Page } from './page.ts';

export const chainPage: Page<'chain'> = () => ({});
