/**
 * A backup under a passphrase. The key comes from scrypt (N = 2^17, r = 8, p = 1: OWASP Password Storage Cheat Sheet); the content goes in
 * parts of 64 KiB through AES-256-GCM, each with its number and whether it is the last one in its nonce, so that parts cannot be dropped,
 * swapped or cut off unseen (the STREAM construction: https://eprint.iacr.org/2015/189).
 */
import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Transform, type TransformCallback } from 'node:stream'
import { BackupProblem } from './problem.ts'

const magic = Buffer.from('RANGEBK1')
const saltLength = 16
const prefixLength = 7
const headLength = magic.length + saltLength + prefixLength
const part = 64 * 1024
const tagLength = 16
const cost = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }

const keyOf = (passphrase: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(passphrase.normalize('NFC'), salt, 32, cost, (e, key) => (e ? reject(e) : resolve(key))),
  )

function nonceOf(prefix: Buffer, n: number, last: boolean): Buffer {
  const out = Buffer.alloc(12)
  prefix.copy(out)
  out.writeUInt32BE(n, prefixLength)
  out[11] = last ? 1 : 0
  return out
}

/** Encrypts what is written into it. */
export async function sealing(passphrase: string): Promise<Transform> {
  const head = Buffer.concat([magic, randomBytes(saltLength + prefixLength)])
  const key = await keyOf(passphrase, head.subarray(magic.length, magic.length + saltLength))
  const prefix = head.subarray(magic.length + saltLength)
  let held = Buffer.alloc(0)
  let n = 0
  const seal = (bytes: Buffer, last: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(prefix, n++, last)).setAAD(head)
    return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
  const out = new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      held = Buffer.concat([held, chunk])
      // one whole part stays behind: only the end knows which part is the last
      for (; held.length > part; held = held.subarray(part)) this.push(seal(held.subarray(0, part), false))
      done()
    },
    flush(done) {
      this.push(seal(held, true))
      done()
    },
  })
  out.push(head)
  return out
}

/** Whether the file is under a passphrase. */
export async function isSealed(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    return bytesRead === magic.length && buffer.equals(magic)
  } finally {
    await handle.close()
  }
}

const wrongPart = (n: number) => new BackupProblem(n === 0 ? 'passphrase_wrong' : 'backup_damaged', { at: n })
const incomplete = () => new BackupProblem('backup_incomplete')

/** Its parts one after the other, decrypted. @throws BackupProblem as `unseal` */
async function* partsOf(handle: FileHandle, passphrase: string): AsyncGenerator<Buffer, void, undefined> {
  const { size } = await handle.stat()
  const head = Buffer.alloc(headLength)
  if (size < headLength + tagLength) throw incomplete()
  await handle.read(head, 0, headLength, 0)
  const key = await keyOf(passphrase, head.subarray(magic.length, magic.length + saltLength))
  const prefix = head.subarray(magic.length + saltLength)
  for (let n = 0, at = headLength; at < size; n++) {
    const length = Math.min(part + tagLength, size - at)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
    at += length
    if (bytesRead !== length || length <= tagLength - 1) throw n === 0 ? wrongPart(n) : incomplete()
    const unsealed = (last: boolean): Buffer | undefined => {
      const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(prefix, n, last)).setAAD(head)
      decipher.setAuthTag(buffer.subarray(length - tagLength))
      try {
        return Buffer.concat([decipher.update(buffer.subarray(0, length - tagLength)), decipher.final()])
      } catch {
        return undefined
      }
    }
    const last = at >= size
    const plain = unsealed(last)
    // it ends with a part that is not the last, or in the middle of one, which the first cannot tell from a wrong passphrase
    if (!plain && last && (unsealed(false) || (n > 0 && length < part + tagLength))) throw incomplete()
    if (!plain) throw wrongPart(n)
    yield plain
  }
}

/** Whether it is the passphrase of the file, by its first part alone. */
export async function opens(file: string, passphrase: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    await partsOf(handle, passphrase).next()
    return true
  } catch (e) {
    if (e instanceof BackupProblem) return e.code !== 'passphrase_wrong'
    throw e
  } finally {
    await handle.close()
  }
}

/** Decrypts a file into another one. @throws BackupProblem `passphrase_wrong` at the first part, at a later one `backup_damaged` or `backup_incomplete` */
export async function unseal(from: string, to: string, passphrase: string): Promise<void> {
  const handle = await open(from, 'r')
  const out = fs.createWriteStream(to, { flags: 'wx', mode: 0o600 })
  try {
    for await (const plain of partsOf(handle, passphrase)) if (!out.write(plain)) await once(out, 'drain')
    out.end()
    await once(out, 'finish')
  } finally {
    out.destroy()
    await handle.close()
  }
}
