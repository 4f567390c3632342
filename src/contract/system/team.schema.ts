import { z } from 'zod'
import { Id, row } from '../lib/crud.ts'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { AvatarPicture } from './user.schema.ts'

/** Each once. */
const Members = z
  .array(Id)
  .max(limits.teamMembers)
  .superRefine((ids, ctx) => {
    ids.forEach((id, n) => {
      if (ids.indexOf(id) < n)
        ctx.addIssue({ code: 'custom', message: 'repeated', path: [n], params: { rule: 'repeated' } })
    })
  })

export const TeamBody = z.object({
  name: sized(z.string().trim(), limits.name.min, limits.name.max),
  org_id: Id.nullable().default(null),
  description: sized(z.string(), 0, limits.description.max).default(''),
  logo: AvatarPicture,
  /** The first one leads: a team with members has exactly one leader, and he is one of them. */
  member_ids: Members.default([]),
})

/** Somebody to be chosen, or shown by his picture. */
export const Person = z.object({
  id: Id,
  name: z.string(),
  username: z.string(),
  avatar: z.string(),
  org_name: z.string(),
})
export type Person = z.output<typeof Person>

export const Team = row(TeamBody, {
  org_name: z.string(),
  leader_id: Id.nullable(),
  leader_name: z.string(),
  member_count: z.number().int(),
  /** The first few members, the leader in front. */
  faces: z.array(Person.pick({ id: true, name: true, avatar: true })),
})
export type Team = z.output<typeof Team>
export type TeamBody = z.input<typeof TeamBody>
