/** Checking a certificate: anybody may ask, and is told all that is printed on it. */
import { readCertificateNumber } from '#src/contract/record/certificate.ts'
import { certificateFields, type CertificateVerdict, noVerdict } from '#src/contract/record/certificate.schema.ts'
import { isSignedCertificate, readCertificateFile } from '#src/contract/record/certificateFile.ts'
import type { Queryable } from '#mock/db/db.ts'
import type { Handler } from '#mock/http/request/handler.ts'
import { verify } from '../../license/crypto.ts'
import { certificateKey } from './key.ts'
import { certificateBy, fileOf, certificateStandingOf } from './store.ts'

/** As the register has it, its own signature looked at too: a register that was changed is no better than a file that was. */
async function registered(q: Queryable, number: string, x: string, now: Date): Promise<CertificateVerdict> {
  const row = await certificateBy(q, number)
  if (!row) return { ...noVerdict, verdict: 'unknown' }
  if (!isSignedCertificate(fileOf(row), x, verify)) return { ...noVerdict, verdict: 'changed' }
  return { ...noVerdict, verdict: 'genuine', certificate: row.says, ...certificateStandingOf(row, now) }
}

export const verifyCertificate: Handler<'POST /certificates/verify'> = async ({ q, platform, body }) => {
  const now = platform.now()
  const { x, name } = await certificateKey(platform)
  if ('number' in body) {
    const read = readCertificateNumber(body.number)
    if (!read) return { ...noVerdict, verdict: 'unreadable' }
    if ('mistyped' in read) return { ...noVerdict, verdict: 'mistyped', group: read.mistyped }
    return registered(q, read.number, x, now)
  }
  const read = readCertificateFile(body.file, { [name]: x }, verify)
  if (read.found === 'unreadable' || read.found === 'foreign') return { ...noVerdict, verdict: read.found }
  if (read.found === 'signed') {
    const { certificate } = read.file
    const found = await registered(q, certificate.number, x, now)
    return found.verdict === 'unknown' ? { ...noVerdict, verdict: 'unrecorded', certificate } : found
  }
  const { claims } = read
  const typed = typeof claims['number'] === 'string' ? readCertificateNumber(claims['number']) : undefined
  const found = typed && 'number' in typed ? await registered(q, typed.number, x, now) : undefined
  const { certificate } = found ?? noVerdict
  return {
    ...(found ?? noVerdict),
    verdict: 'changed',
    differs: certificate === null ? [] : certificateFields.options.filter((f) => claims[f] !== certificate[f]),
  }
}

export const certificatePublicKey: Handler<'GET /certificates/key'> = async ({ platform }) => {
  const { name, x, pem } = await certificateKey(platform)
  return { key: name, algorithm: 'Ed25519', x, pem }
}
