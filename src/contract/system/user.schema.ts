import { z } from 'zod'
import { Id, row } from '../lib/crud.ts'
import { tidyName } from '../lib/lookAlike.ts'
import { sized } from '../lib/text.ts'
import { limits } from '../limits.ts'
import { pictureName } from '../picture/picture.ts'
import { displayNameBreaks, type RuleBreak, usernameBreaks } from '../rules.ts'
import { NewPassword, obeys } from '../session/session.schema.ts'
import { userStatuses } from '../session/status.ts'
import { addressBreaks, idNumberBreaks, phoneNumberBreaks, signatureBreaks, workIdBreaks } from './identity.ts'

/** A text that may be left empty, and obeys its rule otherwise. */
const maybe = (breaks: (v: string) => RuleBreak[], most: number) =>
  z
    .string()
    .max(most)
    .superRefine((v, ctx) => (v === '' ? undefined : obeys(breaks)(v, ctx)))
    .default('')

export const Phone = maybe(phoneNumberBreaks, 40)
export const Signature = maybe(signatureBreaks, 200)
/** Name of a picture in the store. */
export const AvatarPicture = z.string().regex(pictureName).default('')
export const DisplayName = z.string().overwrite(tidyName).superRefine(obeys(displayNameBreaks))

export const UserBody = z.object({
  username: z.string().superRefine(obeys(usernameBreaks)),
  name: DisplayName,
  role_id: Id,
  org_id: Id.nullable(),
  expires_on: z.iso.date().nullable(),
  phone: Phone,
  work_id: maybe(workIdBreaks, 128),
  /** Its letter is a capital one, however it was typed. */
  id_number: z
    .string()
    .max(40)
    .toUpperCase()
    .superRefine((v, ctx) => (v === '' ? undefined : obeys(idNumberBreaks)(v, ctx)))
    .default(''),
  address: maybe(addressBreaks, 1024),
  signature: Signature,
  avatar: AvatarPicture,
  introduction: sized(z.string(), 0, limits.introduction.max).default(''),
})
/** A new user also takes the password he is given; without one the server makes one up. */
export const UserNew = UserBody.extend({ password: NewPassword.or(z.literal('')).default('') })
const text = z.string()
/** What stands is shown even where a rule came after it. */
const Standing = UserBody.extend({
  username: text,
  name: text,
  phone: text,
  work_id: text,
  id_number: text,
  address: text,
  signature: text,
  introduction: text,
  avatar: text,
})
export const User = row(Standing, {
  status: z.enum(userStatuses),
  role_name: z.string(),
  /** Of a role that ships; empty for one made later. */
  role_key: z.string(),
  org_name: z.string(),
  last_sign_in: z.iso.datetime().nullable(),
  online: z.boolean(),
  /** Why the registration was refused last, also while it waits again. */
  review_reason: z.string(),
  reviewed_at: z.iso.datetime().nullable(),
  reviewed_by: z.string(),
  reviewed_by_name: z.string(),
})
/** The only time the password is seen. */
export const UserMade = User.extend({ password: z.string() })
export type UserMade = z.output<typeof UserMade>
export type User = z.output<typeof User>
export type UserBody = z.input<typeof UserNew>
