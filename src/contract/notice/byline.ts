import { z } from 'zod'

/**
 * Who says something: names are chosen by people and may be shared, so the account, which is one person's alone, and the role stand beside it
 * wherever words are shown. Without an account its owner was removed since.
 */
export const Byline = z.object({
  name: z.string(),
  username: z.string(),
  /** Of a role that ships; empty for one made later. */
  role_key: z.string(),
  role_name: z.string(),
})
export type Byline = z.output<typeof Byline>

/** For sentences that name somebody: no name has an @ in it, so none can pretend to another's account. */
export const signed = ({ name, username }: Pick<Byline, 'name' | 'username'>): string =>
  username === '' ? name : `${name} @${username}`
