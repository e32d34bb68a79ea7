/** What one part of the playground tells of itself, and what it lets be changed, by path. Refusals are ApiErrors. */
export interface Endpoints {
  /** By GET. */
  readonly reads?: Readonly<Record<string, (query: URLSearchParams) => unknown>>;
  /** By POST. @returns what to answer, or a promise of it */
  readonly commands?: Readonly<Record<string, (body: Readonly<Record<string, unknown>>) => unknown>>;
}
