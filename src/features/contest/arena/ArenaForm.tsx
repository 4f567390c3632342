/** Setting up an arena: what it is, its seasons, its challenges, and events that count in it. */
import { lazy } from 'react'
import { arena } from '../../../contract/contest/arena.ts'
import { href } from '../../../contract/screens/index.ts'
import { form } from '../../../kit/form/form.tsx'
import { ablePeople } from '../../../parts/people/ablePeople.tsx'

const SeasonsControl = lazy(() => import('./SeasonsControl.tsx'))
const ArenaItemsControl = lazy(() => import('./ArenaItemsControl.tsx'))
const EventsControl = lazy(() => import('./EventsControl.tsx'))
const staff = ablePeople('/flag-contests/staff')
const withBlood = (values: Record<string, unknown>): boolean => values['blood'] !== 'none'

export default form({
  of: arena,
  wide: true,
  screens: { add: 'arena-add', edit: 'arena-edit' },
  schema: () => import('../../../contract/contest/arena.schema.ts').then((m) => m.ArenaBody),
  back: () => href('arena-manage'),
  groups: [
    {
      title: 'arena.group_what',
      fields: [
        'name',
        { of: 'description', rows: 3 },
        { of: 'rules', rows: 6, across: true, hint: 'contest.rules_hint' },
        { of: 'organisers', control: staff, hint: 'arena.organisers_hint' },
      ],
    },
    {
      title: 'arena.group_seasons',
      fields: [{ of: 'seasons', control: SeasonsControl, across: true, hint: 'arena.seasons_hint' }],
    },
    {
      title: 'contest.group_items',
      fields: [{ of: 'items', control: ArenaItemsControl, across: true, hint: 'arena.items_hint' }],
    },
    {
      title: 'arena.group_events',
      fields: [{ of: 'events', control: EventsControl, across: true, hint: 'arena.events_hint' }],
    },
    {
      title: 'contest.group_score',
      fields: [
        { of: 'blood', hint: 'contest.blood_hint' },
        { of: 'blood_first', unit: 'contest.unit_permille', when: withBlood },
        { of: 'blood_second', unit: 'contest.unit_permille', when: withBlood },
        { of: 'blood_third', unit: 'contest.unit_permille', when: withBlood },
      ],
    },
  ],
})
