/** The cryptography behind the contract’s rules, of the server and of the tool: Ed25519 (RFC 8032) and SHA-256 of Node. No private key is anywhere near. */
import { createHash, createPublicKey, verify as check } from 'node:crypto'
import type { Hash } from '#src/contract/license/codes.ts'
import type { Verifier } from '#src/contract/license/verify.ts'

export const sha256: Hash = (bytes) => createHash('sha256').update(bytes).digest()

export const verify: Verifier = (publicKey, text, signature) =>
  check(
    null,
    Buffer.from(text, 'utf8'),
    createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: publicKey } }),
    signature,
  )

/** Name of a public key, raw in base64url: the beginning of its SHA-256. */
export const certificateKeyName = (x: string): string =>
  createHash('sha256').update(Buffer.from(x, 'base64url')).digest('hex').slice(0, 16)
