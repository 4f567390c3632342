/** Certificates: those of the caller, those of a course for its keepers, and checking one, which anybody may. */
import { z } from 'zod'
import { Id, many, page, Paging } from '../lib/crud.ts'
import { FreeText } from '../lib/oneLine.schema.ts'
import { routes } from '../lib/route.ts'
import { sized } from '../lib/text.ts'
import { flagContestRunning } from '../contest/flagContest.ts'
import { courseKeeping } from '../course/screens.ts'
import { CertificateVerdict, KeptCertificate, OwnCertificate } from './certificate.schema.ts'
import { certificateLimits, certificateStates } from './certificate.ts'

const mine = ['personal'] as const
const Count = z.number().int()

export const certificateRoutes = routes({
  'GET /learning/certificates': {
    summary: 'The caller’s certificates, newest first',
    screens: 'signed-in',
    serves: mine,
    query: z.strictObject({ page: Paging.page, page_size: Paging.page_size }),
    reply: page(OwnCertificate),
  },
  'GET /learning/certificates/:number/file': {
    summary: 'A certificate of the caller as a signed file',
    screens: 'signed-in',
    serves: mine,
    reply: z.unknown(),
    stream: 'download',
    audit: 'certificate.download',
  },
  'POST /learning/certificates/:number/reissue': {
    summary: 'Have a certificate made out to the name the caller has now; the one before says that it was replaced',
    screens: 'signed-in',
    serves: mine,
    body: z.strictObject({}),
    reply: OwnCertificate,
    problems: ['not_allowed_in_state'],
    audit: 'certificate.reissue',
  },
  'POST /certificates/verify': {
    summary: 'Whether a certificate is genuine and how it stands, by its number or its file: all that is printed on it',
    screens: 'public',
    serves: mine,
    body: z.union([
      z.strictObject({ number: z.string().min(1).max(100) }),
      z.strictObject({ file: z.string().min(1).max(certificateLimits.file) }),
    ]),
    reply: CertificateVerdict,
    safe: true,
    rate: 'check',
  },
  'GET /certificates/key': {
    summary: 'The public key by which certificates of this platform are checked without it',
    screens: 'public',
    serves: mine,
    reply: z.object({
      key: z.string(),
      algorithm: z.literal('Ed25519'),
      /** Raw, in base64url. */
      x: z.string(),
      pem: z.string(),
    }),
  },
  'GET /courses/:id/certificates': {
    summary: 'Certificates of a course, newest first',
    screens: courseKeeping,
    query: z.strictObject({ ...Paging, state: many(z.enum(certificateStates)) }),
    reply: page(KeptCertificate).extend({
      /** It gives one to whoever completes it. */
      gives: z.boolean(),
      /** Who completed it and never got one. */
      waiting: Count,
    }),
  },
  'POST /courses/:id/certificates': {
    summary:
      'Issue certificates to those who completed a course and never got one, some at a time; or to one whose was revoked',
    screens: courseKeeping,
    body: z.strictObject({ user_id: Id.nullable() }),
    /** `left`: who waits still. */
    reply: z.object({ issued: Count, left: Count }),
    problems: ['not_allowed_in_state'],
    audit: 'certificate.issue',
  },
  'POST /courses/:id/certificates/:number/revoke': {
    summary: 'Revoke a certificate; its holder is told why',
    screens: courseKeeping,
    body: z.strictObject({ reason: sized(FreeText, 1, certificateLimits.reason) }),
    reply: KeptCertificate,
    problems: ['not_allowed_in_state'],
    audit: 'certificate.revoke',
  },
  'GET /flag-contests/:id/certificates': {
    summary: 'Certificates of a contest, newest first',
    screens: flagContestRunning,
    query: z.strictObject({ ...Paging, state: many(z.enum(certificateStates)) }),
    reply: page(KeptCertificate).extend({
      /** It is over and its board is open: places are no longer in question. */
      gives: z.boolean(),
      /** Who took part and never got one. */
      waiting: Count,
    }),
  },
  'POST /flag-contests/:id/certificates': {
    summary: 'Issue certificates to those who took part and never got one, some at a time; or to one whose was revoked',
    screens: flagContestRunning,
    body: z.strictObject({ user_id: Id.nullable() }),
    /** `left`: who waits still. */
    reply: z.object({ issued: Count, left: Count }),
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'certificate.issue',
  },
  'POST /flag-contests/:id/certificates/:number/revoke': {
    summary: 'Revoke a certificate of a contest; its holder is told why',
    screens: flagContestRunning,
    body: z.strictObject({ reason: sized(FreeText, 1, certificateLimits.reason) }),
    reply: KeptCertificate,
    problems: ['not_allowed_in_state'],
    finishes: true,
    audit: 'certificate.revoke',
  },
})
