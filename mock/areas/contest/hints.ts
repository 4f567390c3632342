/** Taking a hint in a contest: asked for at the cost that was shown, and written into the ledger of whoever takes it. */
import { inLanguage } from '#src/contract/bank/shown.ts'
import { divisionAllows } from '#src/contract/contest/division.ts'
import { pointUnit } from '#src/contract/contest/ledger.ts'
import { Fail, type Handler, staged } from '#mock/http/request/handler.ts'
import { lockContest, timesOf } from './contest.ts'
import { openItem } from './play.ts'
import { tellDoing } from './tell.ts'
import { ownHints, solvedBy } from './view.ts'
import { addHint, holdsItem } from './write.ts'

export const takeHint: Handler<'POST /contest-items/:id/hints'> = staged(
  async (c) => {
    const { view, seen, item } = await openItem(c, c.params.id)
    if (view.own === undefined) throw new Fail('contest_not_in')
    return { view, item, own: view.own, solved: solvedBy(seen, view.own, item.id) }
  },
  async (c, { view, item, own, solved }) => {
    const { q, who, platform, body, arrived, audit } = c
    const hint = item.data.hints?.[body.hint]
    if (!hint) throw new Fail('hint_changed')
    const contest = await lockContest(q, view.contest.id)
    const { status } = timesOf(contest, arrived)
    if (status !== 'ongoing' || item.closed || !divisionAllows(item.bits, 'submit'))
      throw new Fail('not_allowed_in_state', { status: status === 'ongoing' ? 'closed' : status })
    const { rows: still } = await q.query(`select 1 from contest_participant where id = $1 and status = 'accepted'`, [
      own,
    ])
    if (!still.length) throw new Fail('contest_not_in')
    const taken = (await ownHints(q, view)).get(item.id)
    const free = hint.cost <= 0 || solved || (await holdsItem(q, contest, item.id, own))
    const pays = !free && !taken?.has(body.hint)
    if (pays) {
      if (hint.cost !== body.cost) throw new Fail('hint_changed', { cost: hint.cost })
      const cost = Math.round(hint.cost * pointUnit)
      await addHint(q, contest, { item: item.id, participant: own, at: arrived, hint: body.hint, cost, by: who.id })
      await tellDoing(q, contest, own, contest.hints === 'once', platform.now())
    }
    audit({ entity: 'contest-item', id: item.id, details: { hint: body.hint + 1, cost: pays ? hint.cost : 0 } })
    return {
      text: inLanguage(item.data, body.language).hints?.[body.hint]?.text ?? hint.text,
      spent: (taken?.spent ?? 0) + (pays ? Math.round(hint.cost * pointUnit) : 0),
    }
  },
)
