/** Bounds on what passes between the extension and a reconciler's process. What a process may cost its host ends here. */

/** Characters of one line, a batch of messages or part of one: a write as large as etcd takes fits in, and it is parsed within a few milliseconds. */
export const maxFrame = 2 * 1024 * 1024;

/** Characters of the JSON of what is written: etcd takes 1.5 MB in all. */
export const maxBody = 1.5 * 1024 * 1024;

/** Attempts to change an object that are reported: one of a loop says what all of them would. */
export const mutationsPerSecond = 20;

/** How deep a body may be nested; the API server's own bound is not far above. */
export const maxDepth = 200;

/** Calls of one process that are on their way at once. */
export const maxCalls = 1000;

/** Objects to be mapped that are on their way at once; others wait, and cost no copy meanwhile. */
export const maxMaps = 32;

/** Characters of one line of output, and of a message of an error. */
export const maxText = 8192;

/** Characters of what is a name: resources, namespaces, indexes, places. */
export const maxName = 1024;

/** Keys that one object may ask for. */
export const maxKeys = 10_000;

/** Objects of a list that are sent together. */
export const objectsPerPart = 20;

/** Longest wait that a result may ask for: more is what `setTimeout` does not take. */
export const maxRequeueMs = 2 ** 31 - 1;

/** Cut where it is too long, with a word on how long it was. */
export function shortened(text: string, limit = maxText): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length} characters)`;
}
