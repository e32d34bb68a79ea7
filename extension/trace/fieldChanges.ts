/** One field that an update changed; its values in a few characters, empty where there is none. */
export interface FieldChange {
  /** `spec.replicas`, `metadata.labels["app/name"]` */
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Which fields an update changed. Comparing two objects costs as much as the whole way of one through the pipeline, so it
 * is done when somebody asks: until then both objects are held, and whoever keeps many of these sees to it that they
 * are not held for long. In JSON it is the list of paths.
 */
export interface FieldChanges {
  /** Undefined once it was given up before anybody had asked. */
  readonly fields: readonly FieldChange[] | undefined;
  /** There are more than these. */
  readonly more: boolean;
  /** Finds out now and lets go of both objects. */
  settle(): void;
  /** Lets go of both objects; what nobody has asked for by now is not known any more. */
  giveUp(): void;
  /** The paths, and `…` where there are more; undefined, and with that no field of JSON, once it was given up. */
  toJSON(): readonly string[] | undefined;
}
