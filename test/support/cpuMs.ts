/** Processor time of this thread so far, in milliseconds: what others do on the machine is not in it. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** What some work takes of it. */
export async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = cpuMs();
  await work();
  return cpuMs() - before;
}
