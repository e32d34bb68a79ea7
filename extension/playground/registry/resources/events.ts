import { invalidField } from '../../fieldErrors.ts';
import type { FieldError } from '../../statusErrors.ts';
import { nameColumn } from '../columns.ts';
import { ageOf } from '../humanDuration.ts';
import { defineResource, type TableColumn } from '../resourceDefinition.ts';
import type { CoreEvent } from '../shapes.ts';

const involved = (['kind', 'namespace', 'name', 'uid', 'apiVersion', 'resourceVersion', 'fieldPath'] as const).map(
  (field) => [`involvedObject.${field}`, (object: object) => (object as CoreEvent).involvedObject[field] ?? ''] as const,
);

function text(name: string, description: string, cell: (event: CoreEvent, now: number) => string, wide = false): TableColumn {
  return { name, type: 'string', description, ...(wide && { wide }), cell: (object, now) => cell(object as CoreEvent, now) };
}

/** An event is where what it is about is; about what is nowhere, in the default namespace (kubernetes `legacyValidateEvent`). */
function validateInvolved({ metadata: { namespace }, involvedObject }: CoreEvent): FieldError[] {
  const where = involvedObject.namespace || 'default';
  return namespace === where ? [] : [invalidField('involvedObject.namespace', involvedObject.namespace ?? '', 'does not match event.namespace')];
}

export const events = defineResource({
  group: '',
  version: 'v1',
  resource: 'events',
  kind: 'Event',
  qualifiedFinalizers: false,
  namespaced: true,
  shortNames: ['ev'],
  blank: { metadata: {}, involvedObject: {}, source: {}, firstTimestamp: null, lastTimestamp: null, eventTime: null, reportingComponent: '', reportingInstance: '' },
  createsOnUpdate: true,
  defaultPropagation: 'Unsupported',
  anyNames: true,
  validate: (object) => validateInvolved(object as CoreEvent),
  timeToLiveMs: 60 * 60_000,
  selectableFields: {
    ...Object.fromEntries(involved),
    reason: (object) => (object as CoreEvent).reason ?? '',
    reportingComponent: (object) => (object as CoreEvent).reportingComponent ?? '',
    source: (object) => (object as CoreEvent).source?.component ?? '',
    type: (object) => (object as CoreEvent).type ?? '',
  },
  columns: [
    text('Last Seen', 'Time since it happened last', (event, now) => ageOf(event.lastTimestamp ?? event.eventTime, now)),
    text('Type', 'Normal or Warning', (event) => event.type ?? ''),
    text('Reason', 'Why, in one word', (event) => event.reason ?? ''),
    text('Object', 'What it happened to', ({ involvedObject: { kind = '', name = '' } }) => `${kind.toLowerCase()}/${name}`),
    text('Subobject', 'The part that it happened to', ({ involvedObject }) => involvedObject.fieldPath ?? '', true),
    text('Source', 'Who says so', ({ source = {} }) => [source.component, source.host].filter(Boolean).join(', '), true),
    text('Message', 'What happened', (event) => event.message?.trim() ?? ''),
    text('First Seen', 'Time since it happened first', (event, now) => ageOf(event.firstTimestamp ?? event.eventTime, now), true),
    { name: 'Count', type: 'string', description: 'How often it happened', wide: true, cell: (object) => (object as CoreEvent).count ?? 1 },
    { ...nameColumn, wide: true },
  ],
});
