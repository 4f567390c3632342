import { z } from 'zod'
import { grades } from '../exam/score.ts'
import { textLanguages } from '../bank/question.ts'
import { Id, Timestamp } from '../lib/crud.ts'
import { certificateLimits, certificateStates } from './certificate.ts'

const { min, max } = certificateLimits.months
/** That a course gives a certificate to whoever completes it. */
export const CourseCertificate = z.strictObject({
  /** Months it is valid; null: for ever. */
  months: z.number().int().min(min).max(max).nullable().default(null),
  /** Share of the course score that is asked for, 0 to 1; null: whoever completes it gets one. */
  min_score: z.number().min(0).max(1).nullable().default(null),
})
export type CourseCertificate = z.output<typeof CourseCertificate>

const Text = z.string().max(400)
/** What is printed on a certificate, all of it, and what is signed. Names are those of its day. */
export const Certificate = z.strictObject({
  number: z.string().max(40),
  holder: Text,
  course_id: Id,
  course: Text,
  /** In the other language; empty where there is none. */
  course_other: Text,
  /** Of `course`; empty where that says nothing. */
  language: z.enum(textLanguages),
  /** Class hours. */
  theory_hours: z.number(),
  experiment_hours: z.number(),
  credit: z.number(),
  /** The course score when it was issued, in hundredths; left out where nothing counted, and on certificates that are older than scores. */
  score: z.number().min(0).max(1).optional(),
  grade: z.enum(grades).optional(),
  /** Of a contest, whose id and name stand in place of a course's: the place, of how many, and as which team; left out of a course's. */
  contest: z
    .strictObject({
      rank: z.number().int().min(1),
      of: z.number().int().min(1),
      /** Empty: the holder alone. */
      team: Text,
    })
    .optional(),
  completed_at: Timestamp,
  issued_at: Timestamp,
  /** Null: valid for ever. */
  expires_at: Timestamp.nullable(),
  /** Name of the platform that issued it. */
  issuer: Text,
})
export type Certificate = z.output<typeof Certificate>

export const certificateFormat = 'range-certificate'
/** A certificate to take along. */
export const CertificateFile = z.strictObject({
  format: z.literal(certificateFormat),
  version: z.literal(1),
  /** Which key signed it. */
  key: z.string().min(1).max(64),
  certificate: Certificate,
  /** Ed25519 over `signedCertificateText`, in base64url. */
  signature: z.string().regex(/^[\w-]{86}$/),
})
export type CertificateFile = z.output<typeof CertificateFile>

const Standing = {
  state: z.enum(certificateStates),
  /** When it was revoked, replaced or ran out. */
  since: Timestamp.nullable(),
}
export const OwnCertificate = Certificate.extend({
  ...Standing,
  /** Why it was revoked; empty where it was not. */
  reason: z.string(),
  can: z.array(z.enum(['reissue'])),
})
export type OwnCertificate = z.output<typeof OwnCertificate>

/** As keepers of the course have it. */
export const KeptCertificate = z.object({
  number: z.string(),
  user_id: Id,
  holder: z.string(),
  issued_at: Timestamp,
  expires_at: Timestamp.nullable(),
  ...Standing,
  reason: z.string(),
  can: z.array(z.enum(['revoke', 'reinstate'])),
})
export type KeptCertificate = z.output<typeof KeptCertificate>

const certificateVerdicts = [
  /** It is in the register as it stands here. */
  'genuine',
  /** Forged or changed: the signature does not fit what it says. */
  'changed',
  /** Signed by another installation, so nothing of it can be judged here. */
  'foreign',
  /** The signature fits, and the register does not have it: it was issued after the backup that was restored. */
  'unrecorded',
  'unknown',
  'mistyped',
  'unreadable',
] as const
export const certificateFields = Certificate.keyof()
export const CertificateVerdict = z.object({
  verdict: z.enum(certificateVerdicts),
  /** As the register has it, for what was changed too; null where there is nothing that may be believed. */
  certificate: Certificate.nullable(),
  state: Standing.state.nullable(),
  since: Standing.since,
  /** What a changed file says otherwise than the register. */
  differs: z.array(certificateFields),
  /** The first group of a number that was mistyped, from 1. */
  group: z.number().int().nullable(),
})
export type CertificateVerdict = z.output<typeof CertificateVerdict>
/** Of what nothing is known. */
export const noVerdict: Omit<CertificateVerdict, 'verdict'> = {
  certificate: null,
  state: null,
  since: null,
  differs: [],
  group: null,
}
