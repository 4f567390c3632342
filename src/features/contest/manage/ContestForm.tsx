/** Setting up a flag contest: what it is, when, for whom, by whom, how it is scored, and its challenges. */
import { lazy } from 'react'
import { fixedContestFields, flagContest } from '../../../contract/contest/flagContest.ts'
import type { FlagContest } from '../../../contract/contest/flagContest.schema.ts'
import { href } from '../../../contract/screens/index.ts'
import type { RowBase } from '../../../contract/lib/resource.ts'
import { form } from '../../../kit/form/form.tsx'
import { ablePeople } from '../../../parts/people/ablePeople.tsx'
import { ContestChecklist } from './Checklist.tsx'

const DivisionsControl = lazy(() => import('./DivisionsControl.tsx'))
const ChallengesControl = lazy(() => import('./ChallengesControl.tsx'))
const staff = ablePeople('/flag-contests/staff')

/** Why a field of this contest no longer changes: the server keeps the same ones. */
const fixed = (field: string) => (row: RowBase) =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- rows of this form are contests
  fixedContestFields({ begun: (row as FlagContest).begun }).has(field)
    ? field.startsWith('blood')
      ? ('contest.fixed_scoring' as const)
      : ('contest.fixed_begun' as const)
    : undefined
const ofTeams = (values: Record<string, unknown>): boolean => values['mode'] === 'team'
const withBlood = (values: Record<string, unknown>): boolean => values['blood'] !== 'none'

export default form({
  of: flagContest,
  wide: true,
  screens: { add: 'flag-add', edit: 'flag-edit' },
  schema: () => import('../../../contract/contest/flagContest.schema.ts').then((m) => m.FlagContestBody),
  back: () => href('flag-manage'),
  above: ContestChecklist,
  groups: [
    {
      title: 'contest.group_what',
      fields: [
        'name',
        { of: 'description', rows: 3 },
        { of: 'rules', rows: 6, across: true, hint: 'contest.rules_hint' },
        'ai',
      ],
    },
    {
      title: 'contest.group_when',
      fields: [
        { of: 'start_mode', fixed: fixed('start_mode'), hint: 'contest.start_mode_hint' },
        { of: 'starts_at', fixed: fixed('starts_at') },
        { of: 'freeze_at', hint: 'contest.freeze_hint' },
        'ends_at',
        { of: 'thaw_at', hint: 'contest.thaw_hint', when: (values) => Boolean(values['freeze_at']) },
        { of: 'write_up_until', hint: 'contest.write_up_hint' },
      ],
    },
    {
      title: 'contest.group_who',
      fields: [
        { of: 'mode', fixed: fixed('mode') },
        { of: 'team_least', fixed: fixed('team_least'), unit: 'contest.unit_people', when: ofTeams },
        { of: 'team_most', fixed: fixed('team_most'), unit: 'contest.unit_people', when: ofTeams },
        { of: 'founding', hint: 'contest.founding_hint', when: ofTeams },
        'registration',
        { of: 'code', when: (values) => values['registration'] === 'code' },
        { of: 'register_until', hint: 'contest.until_hint', when: (values) => values['registration'] !== 'closed' },
        { of: 'names', when: (values) => !ofTeams(values) },
        'board',
        { of: 'feed', hint: 'contest.feed_hint', when: (values) => values['board'] === 'public' },
      ],
    },
    {
      title: 'contest.group_divisions',
      fields: [
        {
          of: 'divisions',
          fixed: fixed('divisions'),
          control: DivisionsControl,
          across: true,
          hint: 'contest.divisions_hint',
        },
      ],
    },
    {
      title: 'contest.group_items',
      fields: [{ of: 'items', fixed: fixed('items'), control: ChallengesControl, across: true }],
    },
    {
      title: 'contest.group_score',
      fields: [
        { of: 'blood', fixed: fixed('blood'), hint: 'contest.blood_hint' },
        { of: 'blood_first', fixed: fixed('blood_first'), unit: 'contest.unit_permille', when: withBlood },
        { of: 'blood_second', fixed: fixed('blood_second'), unit: 'contest.unit_permille', when: withBlood },
        { of: 'blood_third', fixed: fixed('blood_third'), unit: 'contest.unit_permille', when: withBlood },
        { of: 'hints', fixed: fixed('hints'), hint: 'contest.hints_hint' },
      ],
    },
    {
      title: 'contest.group_machines',
      fields: [
        { of: 'instances_most', unit: 'contest.unit_scenes', hint: 'contest.instances_hint' },
        { of: 'instance_minutes', unit: 'contest.unit_minutes', hint: 'contest.instance_minutes_hint' },
        'instances_close',
      ],
    },
    {
      title: 'contest.group_staff',
      fields: [
        { of: 'organisers', control: staff, hint: 'contest.organisers_hint' },
        { of: 'referees', control: staff, hint: 'contest.referees_hint' },
        { of: 'observers', control: staff, hint: 'contest.observers_hint' },
      ],
    },
  ],
})
