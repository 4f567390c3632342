/** What learners keep of questions: each call is about the caller's own and nobody else's. */
import { resourceOf } from '#src/contract/bank/question.ts'
import { shownQuestion, type TextLanguage } from '#src/contract/bank/shown.ts'
import type { QuestionTools } from '#src/contract/practice/keep.schema.ts'
import { fold } from '#mock/crud/fold.ts'
import type { Queryable } from '#mock/db/db.ts'
import { area, Fail, type Caller } from '#mock/http/request/handler.ts'
import { digestOf, paidHints, shownHints, worthAfter } from './keepHints.ts'
import { type Practised, questionFor } from './practisable.ts'
import { ownReports } from './keepReports.ts'
import { commentsOn, mayTalk } from './talk.ts'

const iso = (at: string): string => new Date(at).toISOString()

async function solved(q: Queryable, who: Caller, id: string): Promise<boolean> {
  const { rows } = await q.query('select 1 from flag_solve where question_id = $1 and user_id = $2', [id, who.id])
  return rows.length > 0
}

async function noteOf(q: Queryable, user: string, id: string, lock = '') {
  const { rows } = await q.query<{ text: string; version: number; at: string }>(
    `select text, version, at from question_note where user_id = $1 and question_id = $2 ${lock}`,
    [user, id],
  )
  const [row] = rows
  return row ? { ...row, at: iso(row.at) } : null
}

async function toolsOf(q: Queryable, who: Caller, of: Practised, language: TextLanguage): Promise<QuestionTools> {
  const { id, bank, data } = of
  const { rows: own } = await q.query<{ question_id: string; folder: string }>(
    `select question_id, folder from question_collected where user_id = $1 and (question_id = $2 or folder <> '')`,
    [who.id, id],
  )
  const kept = own.find((c) => c.question_id === id)
  const paid = await paidHints(q, who.id, id)
  return {
    id,
    bank,
    title: shownQuestion({ id, version: of.version, ...data }, { language }).title,
    collected: kept ? { folder: kept.folder } : null,
    folders: [...new Set(own.map((c) => c.folder).filter(Boolean))].toSorted(),
    note: await noteOf(q, who.id, id),
    reports: await ownReports(q, who.id, id),
    hints: shownHints(of, paid, language, of.keeps || (await solved(q, who, id))),
    spent: paid.spent,
    worth: worthAfter(data.score ?? 0, paid.spent),
    comments: await commentsOn(q, of),
    discuss: await mayTalk(q, who, of),
  }
}

export const keepHandlers = area({
  'GET /question-tools/:id': async (c) =>
    toolsOf(c.q, c.who, await questionFor(c, c.params.id), c.query.language ?? ''),

  'PUT /question-tools/:id/collected': async (c) => {
    const { q, who, params, body, platform, audit } = c
    const { rows: had } = await q.query<{ bank: Practised['bank']; folder: string }>(
      'select bank, folder from question_collected where user_id = $1 and question_id = $2 for update',
      [who.id, params.id],
    )
    // what was collected once may be let go although it is no longer open
    const bank = had[0]?.bank ?? (await questionFor(c, params.id)).bank
    if (!body.collected)
      await q.query('delete from question_collected where user_id = $1 and question_id = $2', [who.id, params.id])
    else
      await q.query(
        `insert into question_collected (user_id, question_id, bank, folder, at) values ($1, $2, $3, $4, $5)
         on conflict (user_id, question_id) do update set folder = excluded.folder`,
        [who.id, params.id, bank, body.folder, platform.now().toISOString()],
      )
    const collected = body.collected ? { folder: body.folder } : null
    audit({
      entity: resourceOf[bank],
      id: params.id,
      before: { collected: had[0] ? { folder: had[0].folder } : null },
      after: { collected },
    })
    return { collected }
  },

  'PUT /question-tools/:id/note': async (c) => {
    const { q, who, params, body, platform, audit } = c
    const now = platform.now().toISOString()
    const had = await noteOf(q, who.id, params.id, 'for update')
    if ((had?.version ?? 0) !== body.version) throw new Fail('stale_version', { current: had })
    const text = body.text.trim() === '' ? '' : body.text
    if (had) {
      // a note on what is gone stays its writer's
      if (text === '')
        await q.query('delete from question_note where user_id = $1 and question_id = $2', [who.id, params.id])
      else
        await q.query(
          `update question_note set text = $3, version = version + 1, at = $4, find = $5 || lower(title)
           where user_id = $1 and question_id = $2`,
          [who.id, params.id, text, now, `${fold(text)}\n`],
        )
    } else if (text !== '') {
      const { bank, data } = await questionFor(c, params.id)
      const title = data.title ?? ''
      const { rows } = await q.query(
        `insert into question_note (user_id, question_id, bank, title, text, find, version, at) values ($1, $2, $3, $4, $5, $6, 1, $7)
         on conflict do nothing returning 1`,
        [who.id, params.id, bank, title, text, `${fold(text)}\n${fold(title)}`, now],
      )
      if (!rows.length) throw new Fail('stale_version', { current: await noteOf(q, who.id, params.id) })
    }
    // what a learner writes for himself is nobody else's to read
    audit({ entity: 'question', id: params.id, details: { length: text.length } })
    return { note: text === '' ? null : await noteOf(q, who.id, params.id) }
  },

  'POST /question-tools/:id/hints': async (c) => {
    const { q, who, params, body, platform, audit } = c
    const question = await questionFor(c, params.id)
    const hint = question.data.hints?.[body.hint]
    if (!hint) throw new Fail('hint_changed')
    const digest = digestOf(hint.text)
    const before = await paidHints(q, who.id, params.id)
    if (hint.cost > 0 && !before.has(digest)) {
      if (hint.cost !== body.cost) throw new Fail('hint_changed', { cost: hint.cost })
      await q.query(
        `insert into question_hint (user_id, question_id, digest, cost, at) values ($1, $2, $3, $4, $5) on conflict do nothing`,
        [who.id, params.id, digest, hint.cost, platform.now().toISOString()],
      )
    }
    const paid = await paidHints(q, who.id, params.id)
    audit({
      entity: resourceOf[question.bank],
      id: params.id,
      details: { hint: body.hint + 1, cost: paid.spent - before.spent },
    })
    const shown = shownHints(question, paid, body.language)[body.hint]
    if (!shown) throw new Fail('hint_changed')
    return { hint: shown, spent: paid.spent, worth: worthAfter(question.data.score ?? 0, paid.spent) }
  },
})
