/** Nobody looks inside the informers and queues of the playground: nothing is traced, nothing held. */
export const unobserved = { probe: { record: () => 0 }, gate: { ask: () => undefined } } as const;
