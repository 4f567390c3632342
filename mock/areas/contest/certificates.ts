/** Certificates of a contest: of the place of everybody who took part, once its board is open for good. */
import { certificateLimits } from '#src/contract/record/certificate.ts'
import type { Queryable } from '#mock/db/db.ts'
import { Fail, type Handler } from '#mock/http/request/handler.ts'
import { certificateIn, keptPage, revokeCertificate } from '../record/certificate/kept.ts'
import { type CertificateHolder, keepCertificates, keptCertificate, tellHolders } from '../record/certificate/store.ts'
import { contestInstant, contestOf, type ContestRow, lockContest, timesOf } from './contest.ts'
import { mayContestDeed } from './flagContest.ts'
import { seenScores, viewOf } from './view.ts'

/** Places are no longer in question, and everybody may know them. */
const placesStand = (contest: ContestRow, now: Date): boolean =>
  contest.final_at !== null && !timesOf(contest, now).frozen

const waitingFor = `from contest_member m join contest_participant p on p.id = m.participant_id
  where p.contest_id = $1 and p.status = 'accepted'
    and not exists (select 1 from certificate c where c.course_id = p.contest_id and c.user_id = m.user_id)`
const waiting = async (q: Queryable, id: string): Promise<number> =>
  (await q.query<{ n: number }>(`select count(*)::integer as n ${waitingFor}`, [id])).rows[0]?.n ?? 0

interface Member {
  user_id: string
  participant_id: string
  /** Empty for a person. */
  team: string
}
const member = `m.user_id, m.participant_id, case when p.team_id is null then '' else p.name end as team`
/** Those who wait, some of them; or one who was in it. */
async function membersOf(q: Queryable, id: string, user: string | null): Promise<Member[]> {
  const { rows } =
    user === null
      ? await q.query<Member>(`select ${member} ${waitingFor} order by m.user_id limit $2`, [
          id,
          certificateLimits.atOnce,
        ])
      : await q.query<Member>(
          `select ${member} from contest_member m join contest_participant p on p.id = m.participant_id
           where p.contest_id = $1 and p.status = 'accepted' and m.user_id = $2`,
          [id, user],
        )
  return rows
}

export const contestCertificateHandlers = {
  'GET /flag-contests/:id/certificates': (async (c) => {
    const { q, params, query, platform } = c
    await mayContestDeed(c, params.id, 'look')
    const now = platform.now()
    const gives = placesStand(await contestOf(q, params.id), now)
    const [found, n] = await Promise.all([keptPage(q, { about: params.id, gives, now, query }), waiting(q, params.id)])
    return { ...found, gives, waiting: n }
  }) as Handler<'GET /flag-contests/:id/certificates'>,

  'POST /flag-contests/:id/certificates': (async (c) => {
    const { q, platform, params, body, audit } = c
    await mayContestDeed(c, params.id, 'judge')
    const contest = await lockContest(q, params.id)
    const now = platform.now()
    const times = timesOf(contest, now)
    if (!placesStand(contest, now)) throw new Fail('not_allowed_in_state', { status: times.status })
    const [{ board }, members] = await Promise.all([
      seenScores(q, viewOf(contest, { staff: true, own: undefined }, now)),
      membersOf(q, params.id, body.user_id),
    ])
    // whose division has no place on the board of all has none to be named
    const placed = board.filter((r) => r.rank > 0)
    const places = new Map(placed.map((r) => [r.participant, r.rank]))
    const holders = members.flatMap(({ user_id, participant_id, team }): CertificateHolder[] => {
      const rank = places.get(participant_id)
      if (rank === undefined) return []
      return [
        {
          user_id,
          course_id: contest.id,
          course: contest.name,
          course_other: '',
          language: '',
          theory_hours: 0,
          experiment_hours: 0,
          credit: 0,
          contest: { rank, of: placed.length, team },
          completed_at: contestInstant(times.end),
          expires_at: null,
        },
      ]
    })
    const issued = await keepCertificates(q, platform, holders)
    if (body.user_id !== null && !issued.length) throw new Fail('not_allowed_in_state')
    await tellHolders(q, platform, issued, 'contest_certificate_issued', { contest: contest.name })
    const [only] = issued
    audit({
      entity: 'flag-contest',
      id: contest.id,
      details: body.user_id !== null && only ? { certificate: only.number } : { count: issued.length },
    })
    return { issued: issued.length, left: await waiting(q, params.id) }
  }) as Handler<'POST /flag-contests/:id/certificates'>,

  'POST /flag-contests/:id/certificates/:number/revoke': (async (c) => {
    const { q, who, platform, params, body, audit } = c
    await mayContestDeed(c, params.id, 'judge')
    const row = await certificateIn(q, params.number, { course_id: params.id }, 'for update')
    await revokeCertificate(q, platform, row, { by: who.id, reason: body.reason, kind: 'contest_certificate_revoked' })
    audit({ entity: 'certificate', id: row.number, details: { reason: body.reason } })
    const now = platform.now()
    return keptCertificate(await certificateIn(q, row.number, {}), placesStand(await contestOf(q, params.id), now), now)
  }) as Handler<'POST /flag-contests/:id/certificates/:number/revoke'>,
}
