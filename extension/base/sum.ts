/** What the elements come to, each by what is picked of it. */
export function sum<T>(elements: readonly T[], pick: (element: T) => number): number {
  return elements.reduce((total, element) => total + pick(element), 0);
}
