/**
 * The key that signs certificates: Ed25519 (RFC 8032), derived from the server's secret (HKDF, RFC 5869), so that all servers on a database sign
 * alike and a backup that is restored elsewhere, which has the secret in it, goes on with the same key.
 */
import { createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto'
import { certificateKeyName } from '../../license/crypto.ts'
import type { Platform } from '#mock/http/request/handler.ts'

/** What stands before the 32 bytes of a private key in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

export interface CertificateKey {
  name: string
  /** Public: raw in base64url, and as others read it. */
  x: string
  pem: string
  /** @returns the signature in base64url */
  sign: (text: string) => string
}
export async function certificateKey({ secret }: Pick<Platform, 'secret'>): Promise<CertificateKey> {
  const seed = Buffer.from(hkdfSync('sha256', await secret(), 'certificate', 'sign', 32))
  const own = createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
  const open = createPublicKey(own)
  const { x = '' } = open.export({ format: 'jwk' })
  return {
    name: certificateKeyName(x),
    x,
    pem: open.export({ format: 'pem', type: 'spki' }).toString(),
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), own).toString('base64url'),
  }
}
