import { describe, expect, it } from 'vitest';
import { withTyped } from '../../../../extension/ui/picks/typedChoices.ts';

const choices = [{ label: 'namespace', value: 'namespace' }, { label: 'Labels', kind: -1 }, { label: 'label tier', value: 'label:tier' }, { label: 'status.phase', value: 'field:status.phase' }];
const label = (of: string) => ({ label: `label ${of}`, value: `label:${of}` });
const field = (of: string) => ({ label: `field ${of}`, value: `field:${of}` });

describe('what is typed', () => {
  it('stands beside the choices, unless one is called so', () => {
    expect(withTyped(choices, { label: 'web', value: 'web' }, 'web')).toEqual({ items: [...choices, { label: 'web', value: 'web', alwaysShow: true }] });
    expect(withTyped(choices, { label: 'namespace', value: 'web' }, 'namespace')).toEqual({ items: choices });
    expect(withTyped(choices, undefined, 'web')).toEqual({ items: choices });
  });

  it('is each thing that it can be taken as, without what is offered already; Enter takes the choice that it names', () => {
    expect(withTyped(choices, [label('tier'), field('tier')], 'tier')).toEqual({ items: [...choices, { ...field('tier'), alwaysShow: true }], active: choices[2] });
    expect(withTyped(choices, [field('status.phase'), label('status.phase')], 'status.phase').active).toBe(choices[3]);
  });

  it('is not meant while it is the beginning of a choice; Enter takes that, whichever letters come first', () => {
    const { items, active } = withTyped(choices, [label('TI'), field('TI')], 'TI');
    expect(items.map((item) => item.label)).toEqual(['namespace', 'Labels', 'label tier', 'status.phase', 'label TI', 'field TI']);
    expect(active).toBe(choices[2]);
  });

  it('is, where no choice has it in its name, what it most likely is', () => {
    const { items, active } = withTyped(choices, [label('zone'), field('zone')], 'zone');
    expect(active).toEqual({ ...label('zone'), alwaysShow: true });
    expect(items).toContain(active);
  });

  it('that can be nothing adds nothing, and leaves what fits to Enter', () => {
    expect(withTyped(choices, [], 'a b')).toEqual({ items: choices });
    expect(withTyped(choices, [], 'phase')).toEqual({ items: choices, active: choices[3] });
  });
});
