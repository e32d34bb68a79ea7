/** What pollers of our own call themselves: they alone are told what was read for them. */
export const pollerAgent = 'playground-poller';
/** Where from and how many objects: `cache 5000`. */
export const readHeader = 'x-playground-read';
