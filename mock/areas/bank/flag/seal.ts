/**
 * Flags at rest: AES-256-GCM under a key of this server's own, derived from its secret (HKDF, RFC 5869). A copy of the database alone gives no
 * flag away, and the audit trail, which holds rows as they are stored, none either.
 */
import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto'
import type { FlagRule } from '#src/contract/bank/question.schema.ts'
import type { Platform } from '#mock/http/request/handler.ts'
import type { Match } from './pattern.ts'
import { ownJson } from '#src/contract/lib/typed.ts'

const cipher = 'aes-256-gcm'
const nonceBytes = 12

/** What stands in the place of a rule. */
export interface SealedRule {
  sealed: string
}
export interface FlagKeys {
  seal: Buffer
  /** Of the digests that are compared. */
  compare: Buffer
  /** Of the texts that are made for each owner. */
  make: Buffer
  /** Where patterns are tried. */
  threads: Match
}

export async function flagKeys({ secret, threads }: Pick<Platform, 'secret' | 'threads'>): Promise<FlagKeys> {
  const own = await secret()
  const key = (of: string) => Buffer.from(hkdfSync('sha256', own, 'flag', of, 32))
  return { seal: key('seal'), compare: key('compare'), make: key('make'), threads }
}

export function sealText(text: string, { seal }: Pick<FlagKeys, 'seal'>, random: Platform['random']): string {
  const nonce = random(nonceBytes)
  const c = createCipheriv(cipher, seal, nonce)
  return Buffer.concat([nonce, c.update(text, 'utf8'), c.final(), c.getAuthTag()]).toString('base64')
}
/** Throws on a seal that another key made or that was changed. */
export function openText(sealed: string, { seal }: Pick<FlagKeys, 'seal'>): string {
  const all = Buffer.from(sealed, 'base64')
  const d = createDecipheriv(cipher, seal, all.subarray(0, nonceBytes))
  d.setAuthTag(all.subarray(-16))
  return Buffer.concat([d.update(all.subarray(nonceBytes, -16)), d.final()]).toString('utf8')
}

export const sealRule = (rule: FlagRule, keys: FlagKeys, random: Platform['random']): SealedRule => ({
  sealed: sealText(JSON.stringify(rule), keys, random),
})
/** The rule as keepers see it. Throws on a seal that another key made or that was changed. */
export const openRule = ({ sealed }: SealedRule, keys: FlagKeys): FlagRule => ownJson<FlagRule>(openText(sealed, keys))
