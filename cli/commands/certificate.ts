/** `range certificate`: a certificate checked by its number or its file, with the server or without it. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { createPublicKey } from 'node:crypto'
import { certificateStanding, readCertificateNumber } from '#src/contract/record/certificate.ts'
import { type Certificate, type CertificateVerdict, noVerdict } from '#src/contract/record/certificate.schema.ts'
import { readCertificateFile } from '#src/contract/record/certificateFile.ts'
import { isRecord } from '#src/contract/lib/typed.ts'
import { certificateKeyName, verify } from '#mock/areas/license/crypto.ts'
import { connectToServer, type Io, toolEnv } from '../context.ts'
import { CliError, exits, usageError } from '../errors.ts'
import { outFile, readTextFile, writeFile } from '../files.ts'
import { type CommandOutput, displayWidthOf } from '../output.ts'
import type { RegisterCommand } from '../program.ts'
import { wordsOf } from '../words.ts'

/** A public key in PEM, or as the server answers it. @throws CliError usage */
function publicKeyIn(text: string, file: string): string {
  const refused = new CliError(
    'bad_key',
    `${file} holds no Ed25519 public key. Save one with: range certificate key`,
    exits.usage,
  )
  try {
    // the answer of the server has the other form in it
    if (!text.trimStart().startsWith('{')) {
      const { crv, x } = createPublicKey(text).export({ format: 'jwk' })
      if (crv === 'Ed25519' && x) return x
    } else {
      const raw: unknown = JSON.parse(text)
      const x = isRecord(raw) ? raw['x'] : undefined
      if (typeof x === 'string' && Buffer.from(x, 'base64url').length === 32) return x
    }
  } catch {
    throw refused
  }
  throw refused
}

/** By the key alone: what became of it since it was issued, only the server knows. */
function offline(text: string, x: string, now: Date): CertificateVerdict {
  const read = readCertificateFile(text, { [certificateKeyName(x)]: x }, verify)
  if (read.found !== 'signed') return { ...noVerdict, verdict: read.found }
  const { certificate } = read.file
  const standing = certificateStanding({ revoked_at: null, replaced_at: null, expires_at: certificate.expires_at }, now)
  return { ...noVerdict, verdict: 'genuine', certificate, ...standing }
}

const day = (at: string): string => at.slice(0, 10)
type Fact = [name: string, value: string]
const placeOf = ({ rank, of, team }: NonNullable<Certificate['contest']>): Fact[] => {
  const place: Fact = ['rank', `${rank} of ${of}`]
  return team ? [place, ['team', team]] : [place]
}
const workOf = (c: Certificate): Fact[] => [
  ['class hours', `${c.theory_hours} theory, ${c.experiment_hours} lab`],
  ['credits', String(c.credit)],
]
const scoreOf = ({ score, grade }: Certificate): Fact[] =>
  score === undefined ? [] : [['score', `${Math.round(score * 100)} % (${grade ?? ''})`]]
const facts = (c: Certificate): Fact[] => [
  ['number', c.number],
  ['holder', c.holder],
  [c.contest ? 'contest' : 'course', [c.course, c.course_other].filter(Boolean).join(' / ')],
  ...(c.contest ? placeOf(c.contest) : workOf(c)),
  ...scoreOf(c),
  [c.contest ? 'ended' : 'completed', day(c.completed_at)],
  ['issued', day(c.issued_at)],
  ['valid until', c.expires_at === null ? 'no end date' : day(c.expires_at)],
  ['issued by', c.issuer],
]
const table = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([name]) => displayWidthOf(name)))
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

function told(io: Io, of: CertificateVerdict, alone: boolean): CommandOutput {
  const words = wordsOf(toolEnv(io).language)
  const { verdict, state, since, group, differs, certificate } = of
  const key = verdict === 'genuine' ? `genuine.${state ?? 'valid'}` : verdict
  const said = words.certificate(key, { group, at: since === null ? '' : day(since) })
  const lines = [
    said,
    ...(differs.length ? [`The file differs from the register in: ${differs.join(', ')}`] : []),
    ...(certificate ? [table(facts(certificate))] : []),
  ]
  return {
    data: { ...of, offline: alone },
    text: lines.join('\n'),
    ...(alone && verdict === 'genuine'
      ? { warnings: ['Checked by the key alone: whether it was revoked or replaced, only the server knows.'] }
      : {}),
    exit: verdict === 'genuine' && state === 'valid' ? exits.ok : exits.failed,
  }
}

async function check(io: Io, what: string, o: { key?: string; api?: string }): Promise<CommandOutput> {
  const isFile = what === '-' || existsSync(path.resolve(io.cwd, what))
  const number = isFile ? undefined : readCertificateNumber(what)
  if (o.key !== undefined) {
    if (number) throw usageError('By its number a certificate is checked with the server; --key checks a file.')
    const x = publicKeyIn(readTextFile(io, o.key), o.key)
    return told(io, offline(readTextFile(io, what), x, new Date()), true)
  }
  const body = number ? { number: what } : { file: readTextFile(io, what) }
  return told(io, await connectToServer(io, o.api).client('POST /certificates/verify', { body }), false)
}

export const certificates: RegisterCommand = (parent, run, io) => {
  const certificate = parent
    .command('certificate')
    .description('certificates of courses and contests: verify one, save the public key')
  certificate
    .command('verify <file|number>')
    .description(
      'is a certificate genuine, and how does it stand; its file or its number, - is standard input. Without a server: a file and --key',
    )
    .option('--key <file>', 'the public key of the platform, to check a file without its server')
    .option('--api <url>', 'address of the server')
    .action(run(async (what: string, o: { key?: string; api?: string }) => check(io, what, o)))
  certificate
    .command('key')
    .description('the public key by which certificates of a server are checked without it, as PEM')
    .option('--out <file>', 'write it there')
    .option('--force', 'overwrite the file')
    .option('--api <url>', 'address of the server')
    .action(
      run(async (o: { out?: string; force?: boolean; api?: string }) => {
        const data = await connectToServer(io, o.api).client('GET /certificates/key')
        if (o.out === undefined) return { data, text: data.pem.trimEnd() }
        const file = writeFile(io, outFile(io, o.out, o.force), data.pem)
        return { data: { ...data, file }, text: `${file}: key ${data.key}` }
      }),
    )
}
