/**
 * The three codes of an activation without a network. The request code names the installation, the edition that is wanted and a commitment,
 * the hash of a secret that stays here; the activation code is a whole licence, packed and signed, that answers it; the confirmation code
 * opens the secret and binds it to that licence, so that the issuer knows that the installation which asked has activated it.
 */
import { type Decoded, decode, encode, base32Alphabet } from './base32.ts'
import { type Edition, editions, limitNames, modules, type SignedLicence, toSecond } from './licence.ts'
import { LicenceBody } from './licence.schema.ts'
import { serialBits, serialFromBits } from './serial.ts'
import { signedText } from './file.ts'
import { recordOf } from '../lib/typed.ts'

/** SHA-256; the contract has no cryptography of its own. */
export type Hash = (bytes: Uint8Array) => Uint8Array

export const secretBytes = 10
const commitBytes = 7
const boundBytes = 5
const version = 1

const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('')
const unhex = (text: string): Uint8Array =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const join = (...parts: Uint8Array[]): Uint8Array => {
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0))
  let at = 0
  for (const p of parts) {
    out.set(p, at)
    at += p.length
  }
  return out
}
/** Big-endian. */
const number = (value: number | bigint, bytes: number): Uint8Array => {
  const out = new Uint8Array(bytes)
  for (let i = bytes - 1, v = BigInt(value); i >= 0; i--, v >>= 8n) out[i] = Number(v & 255n)
  return out
}
const toNumber = (bytes: Uint8Array): bigint => bytes.reduce((n, b) => (n << 8n) | BigInt(b), 0n)

/** What a request binds itself to without giving the secret away; in hex. */
export const commitment = (secret: Uint8Array, hash: Hash): string =>
  hex(hash(join(utf8('range request\n'), secret)).subarray(0, commitBytes))

export interface ActivationRequest {
  serial: string
  edition: Edition
  /** In hex. */
  request: string
}
type Refused = Exclude<Decoded, { bytes: Uint8Array }>

/** 15 bytes, 28 characters: two bits of version, two of edition, 60 of serial number, 56 of commitment. */
export function requestCode({ serial, edition, request }: ActivationRequest): string {
  const head = (BigInt(version) << 62n) | (BigInt(editions.indexOf(edition)) << 60n) | serialBits(serial)
  return encode(join(number(head, 8), unhex(request)))
}

export function readRequest(typed: string): ActivationRequest | Refused {
  const found = decode(typed)
  if ('code' in found) return found
  const { bytes } = found
  const head = toNumber(bytes.subarray(0, 8))
  const edition = editions[Number((head >> 60n) & 3n)]
  if (bytes.length !== 15 || head >> 62n !== BigInt(version) || !edition) return { code: 'license_unreadable' }
  return { serial: serialFromBits(head & ((1n << 60n) - 1n)), edition, request: hex(bytes.subarray(8)) }
}

const seconds = (stamp: string): number => Date.parse(stamp) / 1000
const noLimit = 0xffff

/** The licence packed: names as numbers, modules as bits, instants as seconds. */
export function activationCode({ key, licence: l, signature }: SignedLicence): string {
  const bits = l.modules.reduce((n, m) => n | (1 << modules.indexOf(m)), 0)
  const id = Array.from(l.id.slice(1)).reduce((n, c) => (n << 5n) | BigInt(base32Alphabet.indexOf(c)), 0n)
  const named = utf8(key)
  const customer = utf8(l.customer)
  return encode(
    join(
      number((version << 4) | editions.indexOf(l.edition), 1),
      number(named.length, 1),
      named,
      number(serialBits(l.serial), 8),
      l.request === null ? number(0, 1) : join(number(1, 1), unhex(l.request)),
      number(id, 5),
      number(l.sequence, 3),
      number(bits, 4),
      number(seconds(l.from), 4),
      number(seconds(l.to), 4),
      number(seconds(l.issued_at), 4),
      ...limitNames.map((n) => number(l.limits[n] ?? noLimit, 2)),
      number(customer.length, 1),
      customer,
      signature,
    ),
  )
}

export function readActivation(typed: string): { sealed: SignedLicence } | Refused {
  const found = decode(typed)
  if ('code' in found) return found
  const { bytes } = found
  let at = 0
  const take = (n: number): Uint8Array => bytes.subarray(at, (at += n))
  const int = (n: number): number => Number(toNumber(take(n)))
  const text = (n: number): string => new TextDecoder().decode(take(n))
  const head = int(1)
  const key = text(int(1))
  const serial = serialFromBits(toNumber(take(8)) & ((1n << 60n) - 1n))
  const request = int(1) === 1 ? hex(take(commitBytes)) : null
  const number = toNumber(take(5))
  let id = 'L'
  for (let i = 35n; i >= 0n; i -= 5n) id += base32Alphabet[Number((number >> i) & 31n)]
  const sequence = int(3)
  const bits = int(4)
  const [from = '', to = '', issued_at = ''] = [0, 1, 2].map(() => toSecond(int(4) * 1000))
  const limits = recordOf(limitNames, () => {
    const v = int(2)
    return v === noLimit ? null : v
  })
  const customer = text(int(1))
  const licence = LicenceBody.safeParse({
    id,
    serial,
    customer,
    edition: head >> 4 === version ? editions[head & 15] : undefined,
    modules: modules.filter((_, i) => bits & (1 << i)),
    from,
    to,
    limits,
    issued_at,
    sequence,
    request,
  })
  if (!licence.success || bytes.length !== at + 64) return { code: 'license_unreadable' }
  const sealed: SignedLicence = { key, licence: licence.data, signature: bytes.slice(at) }
  // what was left out of the reading, unknown modules for instance, would be an unsigned difference
  return activationCode(sealed) === encode(bytes) ? { sealed } : { code: 'license_unreadable' }
}

const bound = (secret: Uint8Array, { licence, key, signature }: SignedLicence, hash: Hash): Uint8Array =>
  hash(join(utf8('range confirmation\n'), secret, utf8(signedText(licence, key)), signature)).subarray(0, boundBytes)

/** @param secret of the request that the licence answers */
export const confirmationCode = (secret: Uint8Array, sealed: SignedLicence, hash: Hash): string =>
  encode(join(secret, bound(secret, sealed, hash)))

/** Whether the code comes from the installation that asked for this licence, after it took it. */
export function confirms(typed: string, sealed: SignedLicence, hash: Hash): boolean {
  const found = decode(typed)
  if ('code' in found || found.bytes.length !== secretBytes + boundBytes) return false
  const secret = found.bytes.subarray(0, secretBytes)
  return (
    commitment(secret, hash) === sealed.licence.request &&
    hex(bound(secret, sealed, hash)) === hex(found.bytes.subarray(secretBytes))
  )
}
