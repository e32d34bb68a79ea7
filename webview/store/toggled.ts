/** With `element`, or without it where it was there. */
export function toggled<T>(elements: readonly T[], element: T): readonly T[] {
  return elements.includes(element) ? elements.filter((each) => each !== element) : [...elements, element];
}
