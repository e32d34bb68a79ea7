/** From this minor of Kubernetes 1 on, a watch cache hears of progress that is not its own (EfficientWatchResumption), so that a bookmark is always news. */
const since = 24;

/** Whether a server of this version sends bookmarks to every watch, also where nothing happens. @param version `v1.34.0-gke.1`; undefined: it has not said */
export function sendsBookmarksAlways(version: string | undefined): boolean {
  return Number(/^v?1\.(\d+)/.exec(version ?? '')?.[1] ?? 0) >= since;
}
