import { z } from 'zod'
import { Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { Me } from '../session/session.schema.ts'
import { AvatarPicture, DisplayName, Phone, Signature } from '../system/user.schema.ts'

const Profile = z.object({
  user: Me,
  status: z.string(),
  phone: z.string(),
  signature: z.string(),
  version: z.number().int(),
  created_at: Timestamp,
  expires_on: z.iso.date().nullable(),
  last_sign_in: Timestamp.nullable(),
  last_address: z.string(),
  sessions: z.number().int(),
  default_password: z.boolean(),
  /** The caller manages people, so he changes names, his own too. */
  may_rename: z.boolean(),
})

export const personalRoutes = routes({
  'GET /personal/profile': {
    summary: 'The caller’s own card',
    screens: 'signed-in',
    serves: ['personal'],
    reply: Profile,
  },
  'PUT /personal/profile': {
    summary: 'Change one’s own phone, signature and picture. The name is changed by whoever manages people',
    screens: 'signed-in',
    serves: ['personal'],
    body: z.strictObject({
      name: DisplayName,
      phone: Phone,
      signature: Signature,
      avatar: AvatarPicture,
      version: z.number().int(),
    }),
    reply: Profile,
    problems: ['stale_version', 'version_required'],
    audit: 'user.profile',
  },
})
