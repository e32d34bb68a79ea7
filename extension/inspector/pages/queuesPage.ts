import type { Page } from './page.ts';

export const queuesPage: Page<'queues'> = () => ({});
