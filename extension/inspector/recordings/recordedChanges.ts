import type { FieldChange, FieldChanges } from '../../trace/fieldChanges.ts';

const more = '…';

/** The changes that a recording tells of: paths, without the values. */
export class RecordedChanges implements FieldChanges {
  readonly fields: readonly FieldChange[];
  readonly more: boolean;

  /** @param paths as {@link toJSON} writes them */
  constructor(paths: readonly string[]) {
    this.more = paths.at(-1) === more;
    this.fields = (this.more ? paths.slice(0, -1) : paths).map((path) => ({ path, before: '', after: '' }));
  }

  settle(): void {
    // They are known.
  }

  giveUp(): void {
    // They hold no objects.
  }

  toJSON(): readonly string[] {
    const paths = this.fields.map(({ path }) => path);
    return this.more ? [...paths, more] : paths;
  }
}
