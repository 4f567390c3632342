/** Rules that the three banks share: a version of each edit, the text that tells duplicates, and no removal from under a paper. */
import type { FlagRule } from '#src/contract/bank/question.schema.ts'
import { documents } from '#mock/crud/documents.ts'
import { type Bank, resourceOf, sameText, setOf } from '#src/contract/bank/question.ts'
import { crud } from '#mock/crud/crud.ts'
import type { Along } from '#mock/crud/bin.ts'
import type { Hooks } from '#mock/crud/hooks.ts'
import { usable } from '#mock/crud/ownership.ts'
import { type Labels, labelsOf } from '#mock/crud/references.ts'
import { type CrudContext, crudContext } from '#mock/crud/setting.ts'
import { Fail } from '#mock/http/request/handler.ts'
import { checkFiles, holdFiles, type WithFiles } from './attachment/hold.ts'
import { releaseFiles } from './attachment/store.ts'
import { namesOf, type QuestionResource } from './banks.ts'
import { type FlagKeys, flagKeys, openRule, type SealedRule, sealRule } from './flag/seal.ts'
import { wellFormed } from './flag/pattern.ts'
import { forgetKept } from '../practice/forget.ts'
import { moreOf, refuseUsed } from './more.ts'
import { holdTextPictures, releasePictures } from './pictures.ts'
import { inSets } from './set.ts'
import { forgetText, keepTexts } from './same.ts'
import { type QuestionUsage, questionUsageOf } from './use.ts'
import { forgetVersions, keepVersions, picturesOfVersions } from './version.ts'

/** A stored question as the rules of all banks see it. */
export interface QuestionData extends WithFiles {
  title?: string
  stem?: string
  set_id?: string
  skills?: readonly string[]
  topology_id?: string | null
  options?: readonly { text: string }[]
  flag?: FlagRule | SealedRule
}

export interface QuestionFacts {
  sets: Labels
  people: ReadonlyMap<string, string>
  topologies: Labels
  uses: (id: string) => QuestionUsage
  keys: FlagKeys | undefined
  /** Sets the caller may put something into. */
  fillable: ReadonlySet<string>
}

const isSealed = (flag: FlagRule | SealedRule): flag is SealedRule => 'sealed' in flag

/** What is stored, with its flag as keepers see it. */
export const plainFlag = <D extends QuestionData>(data: D, keys: FlagKeys | undefined): D =>
  keys && data.flag && isSealed(data.flag) ? { ...data, flag: openRule(data.flag, keys) } : data

/** Texts are compared as they stand in the question; those of a flag challenge, whose stems are often a line alike, with the title. */
export const comparableText = (d: QuestionData): string =>
  sameText(
    d.title ?? '',
    d.stem ?? '',
    (d.options ?? []).map((o) => o.text),
  )

/** What is forgotten with a question comes back with it. */
const ofQuestion = [
  'question_version',
  'question_text',
  'question_answers',
  'question_collected',
  'question_report',
  'question_hint',
  'flag_solve',
  'flag_shared',
  'flag_scene',
]
const along: Along = [
  ...ofQuestion.map((table) => [table, 'question_id'] as const),
  [documents('comment').table, 'k_entity_id'],
]

function questionHooks(bank: Bank): Hooks<'theory-question', QuestionFacts> {
  const hooks: Hooks<'theory-question', QuestionFacts> = {
    async facts(docs, at) {
      const all = docs.map((d) => d.data as QuestionData)
      const [sets, people, topologies, uses, keys, fillable] = await Promise.all([
        labelsOf(
          at,
          setOf[bank],
          all.map((d) => d.set_id),
        ),
        namesOf(
          at.q,
          docs.map((d) => d.updated_by),
        ),
        labelsOf(
          at,
          'topology',
          all.map((d) => d.topology_id),
        ),
        questionUsageOf(
          at.q,
          docs.map((d) => d.id),
        ),
        bank === 'flag' ? flagKeys(at.platform) : undefined,
        usable(at.q, setOf[bank], [...new Set(all.flatMap((d) => d.set_id ?? []))], at.who, 'change'),
      ])
      return { sets, people, topologies, uses, keys, fillable }
    },
    columns(doc, { sets, people, topologies, uses, keys }) {
      const d = doc.data as QuestionData
      return {
        set_name: sets.get(d.set_id ?? '') ?? '',
        updated_by_name: people.get(doc.updated_by) ?? '',
        ...uses(doc.id),
        ...(bank === 'theory' ? {} : { topology_name: topologies.get(d.topology_id ?? '') ?? '' }),
        ...(keys ? plainFlag({ flag: d.flag }, keys) : {}),
      }
    },
    refuse: (action, row, { fillable }) => (action === 'copy' && !fillable.has(row.set_id) ? 'not_shared' : undefined),
    starts: () => ({ origin: 'manual' }),
    async check(data, before, { q, who, platform }) {
      const d = data as QuestionData
      await checkFiles(q, d, { holder: resourceOf[bank], id: before?.id, owner: who.id })
      if (!d.flag || isSealed(d.flag)) return
      if (d.flag.kind === 'regex' && !wellFormed(d.flag.pattern))
        throw new Fail('validation', { fields: [{ path: 'flag.pattern', rule: 'pattern' }] })
      const keys = await flagKeys(platform)
      const had = (before?.data as QuestionData | undefined)?.flag
      // an unchanged flag keeps its seal, so that neither the trail nor a comparison of versions tells of a change
      const same = had && isSealed(had) && JSON.stringify(openRule(had, keys)) === JSON.stringify(d.flag)
      d.flag = same ? had : sealRule(d.flag, keys, platform.random)
    },
    async wrote(after, _before, { q, now }) {
      await keepVersions(q, bank, [after])
      await keepTexts(q, bank, [{ id: after.id, text: comparableText(after.data as QuestionData) }])
      await holdTextPictures(q, after.data, { at: now })
      await holdFiles(q, after.data as QuestionData, resourceOf[bank], after.id)
    },
    along,
    unused: (doc, { q, who }) => refuseUsed(q, doc.id, who),
    async removed(before, { q, now }) {
      await releaseFiles(q, now, resourceOf[bank], before.id)
      const shown = await picturesOfVersions(q, before.id)
      await forgetVersions(q, before.id)
      await releasePictures(q, shown, { at: now })
      await forgetText(q, before.id)
      await q.query('delete from question_answers where question_id = $1', [before.id])
      await forgetKept(q, resourceOf[bank], before.id)
    },
    filters: () => ({ set_id: (values, add) => inSets(setOf[bank], values, add) }),
    hint: (doc) => (doc.data as { type?: string }).type,
    audience: 'nobody',
  }
  return hooks
}

/** The setting of a bank's questions, by the rules that all banks share. */
export const questionSetting = (bank: Bank): CrudContext<'theory-question', QuestionFacts> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is done by it is done with what every bank has
  crudContext(resourceOf[bank] as 'theory-question', questionHooks(bank))

export function questionBank<N extends QuestionResource, P extends `/${string}`>(name: N, bank: Bank) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rules read and write what every bank has
  const hooks = questionHooks(bank) as unknown as Hooks<N, QuestionFacts>
  return { ...crud<N, QuestionFacts>(name, hooks), ...moreOf<P>(questionSetting(bank), bank) }
}
